"""A server as a team would write it, with aiohttp, orjson and SQLite.

It inserts one row per event, and commits the rows of a request before it answers.
"""
import asyncio
import sqlite3
import sys

import orjson
from aiohttp import web

database = sqlite3.connect(sys.argv[1], isolation_level=None)
database.execute("PRAGMA journal_mode = WAL")
database.execute("PRAGMA synchronous = NORMAL")
database.execute("CREATE TABLE event (id TEXT, type TEXT, name TEXT, user TEXT, time TEXT, body BLOB)")


async def batch(request):
    body = orjson.loads(await request.read())
    rows = [
        (item.get("messageId"), item["type"], item.get("event"), item.get("userId"), item.get("timestamp"),
         orjson.dumps(item.get("properties")))
        for item in body["batch"]
    ]
    database.execute("BEGIN")
    database.executemany("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?)", rows)
    database.execute("COMMIT")
    return web.json_response({"success": True})


async def main():
    app = web.Application(client_max_size=64 << 20)
    app.router.add_post("/v1/batch", batch)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    print(f"http://127.0.0.1:{site._server.sockets[0].getsockname()[1]}", flush=True)
    await asyncio.Event().wait()


asyncio.run(main())
