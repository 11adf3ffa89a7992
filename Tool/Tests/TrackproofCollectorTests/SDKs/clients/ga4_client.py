from ga4mp import FirebaseMP, GtagMP
from shared import KEY, VALUES, run


def pointed(client, url):
    client._base_domain = url + "/mp/collect"
    client._validation_domain = url + "/debug/mp/collect"
    return client


def web(url, **options):
    client = pointed(GtagMP(api_secret=KEY, measurement_id="G-1", client_id="client.1"), url)
    client.store.set_user_property("user_id", "user-7")
    client.store.set_user_property("plan", "prémium")
    client.store.set_user_property("visits", VALUES["order_id"])
    events = [
        {"name": "purchase", "params": dict(VALUES)},
        {"name": "screen_view", "params": {"screen_name": "Ćart", "screen_class": "CartController"}},
        {"name": "page_view", "params": {"page_location": "https://example.com/ü", "page_title": "Übersicht"}},
    ]
    client.send(events, **options)
    return client


def app(url):
    client = pointed(FirebaseMP(api_secret=KEY, firebase_app_id="1:2:ios:3", app_instance_id="instance1"), url)
    # A request can contain at most 25 events, so the SDK must split these 26 events.
    client.send([{"name": f"event_{n}", "params": {"n": n}} for n in range(26)])


def once(url):
    client = pointed(GtagMP(api_secret=KEY, measurement_id="G-1", client_id="client.1"), url)
    client.send([{"name": "once", "params": {"n": 9007199254740993}}])


run(
    {
        "batch": web,
        "postponed": lambda url: web(url, postpone=True).postponed_send(),
        "app": app,
        "once": once,
    }
)
