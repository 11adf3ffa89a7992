from opentelemetry._logs import LogRecord
from opentelemetry.exporter.otlp.proto.http import Compression
from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import BatchLogRecordProcessor, SimpleLogRecordProcessor
from opentelemetry.sdk.resources import Resource
from shared import KEY, VALUES, run


def provider_of(url, processor=BatchLogRecordProcessor, compression=Compression.NoCompression):
    provider = LoggerProvider(resource=Resource({"service.name": "shop"}))
    exporter = OTLPLogExporter(
        endpoint=url + "/v1/logs", compression=compression, headers={"authorization": f"Bearer {KEY}"}
    )
    provider.add_log_record_processor(processor(exporter))
    return provider


def all_kinds(*arguments):
    provider = provider_of(*arguments)
    logger = provider.get_logger("shop.analytics", "1.2.3")
    logger.emit(LogRecord(timestamp=1, event_name="purchase", attributes={**VALUES, "user.id": "user-7"}))
    logger.emit(LogRecord(timestamp=2, event_name="opened", body={"screen": "Ćart", "depth": 2}))
    logger.emit(LogRecord(timestamp=3, attributes={"event.name": "older", "n": 1}))
    provider.shutdown()


def once(url, attributes):
    provider = provider_of(url)
    attributes = {"n": 9007199254740993, **attributes}
    provider.get_logger("shop").emit(LogRecord(timestamp=1, event_name="once", attributes=attributes))
    # Without the flush, the shutdown would end the wait between two attempts.
    provider.force_flush()
    provider.shutdown()


run(
    {
        "batch": all_kinds,
        "gzip": lambda url: all_kinds(url, BatchLogRecordProcessor, Compression.Gzip),
        "sync": lambda url: all_kinds(url, SimpleLogRecordProcessor),
        "once": lambda url: once(url, {"log.record.uid": "id-1"}),
        "once-without-id": lambda url: once(url, {}),
    }
)
