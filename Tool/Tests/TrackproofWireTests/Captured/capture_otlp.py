"""pip install opentelemetry-sdk==1.45.2 opentelemetry-exporter-otlp-proto-http==1.45.2

The exporter writes protocol buffers. The last request has the same content in OTLP's JSON, written by protobuf.
"""

import json

from google.protobuf import json_format
from loopback import MOMENT, VALUES, Loopback
from opentelemetry._logs import LogRecord, SeverityNumber
from opentelemetry.exporter.otlp.proto.http import Compression
from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import BatchLogRecordProcessor
from opentelemetry.sdk.resources import Resource

loopback = Loopback(lambda path: (200, ""))
NANOSECONDS = int(MOMENT.timestamp() * 1000) * 1_000_000


def all_kinds(compression):
    provider = LoggerProvider(resource=Resource({"service.name": "shop"}))
    exporter = OTLPLogExporter(endpoint=loopback.url + "/v1/logs", compression=compression)
    provider.add_log_record_processor(BatchLogRecordProcessor(exporter))
    logger = provider.get_logger("shop.analytics", "1.2.3")
    logger.emit(
        LogRecord(
            timestamp=NANOSECONDS,
            event_name="purchase",
            attributes={**VALUES, "raw": b"\x00\xff", "user.id": "user-7", "log.record.uid": "id-1"},
            severity_number=SeverityNumber.INFO,
            severity_text="INFO",
        )
    )
    logger.emit(LogRecord(timestamp=NANOSECONDS + 1, event_name="opened", body={"screen": "Ćart", "depth": 2}))
    logger.emit(LogRecord(timestamp=NANOSECONDS, attributes={"event.name": "older", "n": 1}))
    logger.emit(LogRecord(timestamp=NANOSECONDS, body="a line of a log"))
    provider.shutdown()


all_kinds(Compression.NoCompression)
all_kinds(Compression.Gzip)

message = ExportLogsServiceRequest.FromString(bytes.fromhex(loopback.requests[0]["hex"]))
said = json_format.MessageToDict(message, use_integers_for_enums=True)
request = {**loopback.requests[0], "headers": [["content-type", "application/json"]]}
del request["hex"]
loopback.requests.append({**request, "body": json.dumps(said, ensure_ascii=False)})

loopback.write("otlp", "opentelemetry-exporter-otlp-proto-http")
