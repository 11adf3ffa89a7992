import mixpanel
from shared import KEY, VALUES, run


PATHS = {"events": "track", "people": "engage", "import": "import", "groups": "groups"}


def places(url):
    return {f"{name}_url": f"{url}/{path}" for name, path in PATHS.items()}


def all_kinds(url, consumer):
    client = mixpanel.Mixpanel(KEY, consumer)
    client.track("user-1", "Order Completed", dict(VALUES))
    client.track("user-1", "Second", {"a": {"b": [1, 2.5, None]}})
    client.people_set("user-1", {"plan": "pro", "$email": "a@example.com", "none": None})
    client.people_increment("user-1", {"logins": 1})
    client.import_data("api-key", "user-1", "Imported", 1795253400, {"old": True})
    client.group_set("company", "acme", {"seats": 12})
    # `alias` creates its own consumer, which would send to the vendor. This class sends to the collector instead.
    mixpanel.Consumer = lambda *arguments, make=mixpanel.Consumer, **named: make(**places(url))
    client.alias("user-1", "anon-1")
    if isinstance(consumer, mixpanel.BufferedConsumer):
        consumer.flush()


def once(url, retries):
    consumer = mixpanel.Consumer(**places(url), retry_backoff_factor=0.1)
    if retries:
        # The SDK retries only over https. This test makes it retry over http too.
        consumer._session.mount("http://", consumer._session.get_adapter("https://"))
    mixpanel.Mixpanel(KEY, consumer).track("user-1", "Once", {"n": 9007199254740993})


run(
    {
        "sync": lambda url: all_kinds(url, mixpanel.Consumer(**places(url))),
        "batch": lambda url: all_kinds(url, mixpanel.BufferedConsumer(10, **places(url))),
        "once": lambda url: once(url, retries=True),
        "once-http": lambda url: once(url, retries=False),
    }
)
