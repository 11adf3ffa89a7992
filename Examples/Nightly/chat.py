"""A local server that stands for Slack: it accepts the messages that Slack would accept, and keeps them.

Usage: python3 chat.py [PORT]

It prints the address for TRACKPROOF_SLACK_WEBHOOK, and then each message as text. It uses only Python's standard library.
"""

import http.server
import json
import re
import sys
import threading


def problems(message):
    """Returns what Slack would refuse, as a list of sentences.

    The limits are those of https://docs.slack.dev/reference/block-kit/blocks, for the blocks that Trackproof uses.
    """
    found = []
    if not isinstance(message.get("text"), str) or not message["text"]:
        found.append("no text")
    blocks = message.get("blocks", [])
    if not 1 <= len(blocks) <= 50:
        found.append(f"{len(blocks)} blocks")
    for block in blocks:
        kind = block.get("type")
        if kind == "header":
            found += plain(block["text"], 150)
        elif kind == "context":
            if not 1 <= len(block["elements"]) <= 10:
                found.append(f"{len(block['elements'])} elements in a context")
            for element in block["elements"]:
                found += plain(element, 2000)
        elif kind == "rich_text":
            for element in block["elements"]:
                found += rich(element)
        else:
            found.append(f"unknown block {kind}")
    return found


def plain(text, limit):
    size = len(text.get("text", ""))
    if text.get("type") == "plain_text" and 1 <= size <= limit:
        return []
    return [f"a plain text of {size} characters"]


def rich(element):
    if element["type"] == "rich_text_list":
        return [problem for section in element["elements"] for problem in rich(section)]
    if element["type"] != "rich_text_section" or not element["elements"]:
        return [f"unknown element {element['type']}"]
    found = []
    for part in element["elements"]:
        valid = {
            "text": lambda: len(part["text"]) > 0,
            "link": lambda: re.fullmatch(r"https?://\S{1,2990}", part["url"]),
            "user": lambda: re.fullmatch("[UW][A-Z0-9]+", part["user_id"]),
            "usergroup": lambda: re.fullmatch("S[A-Z0-9]+", part["usergroup_id"]),
        }.get(part["type"])
        if not valid or not valid():
            found.append(f"invalid part {part}")
    return found


def text(message):
    """Returns a message as text, one line for each block and list item."""
    lines = []
    for block in message["blocks"]:
        if block["type"] == "header":
            lines.append(block["text"]["text"])
        elif block["type"] == "context":
            lines.append(" | ".join(element["text"] for element in block["elements"]))
        else:
            for element in block["elements"]:
                is_list = element["type"] == "rich_text_list"
                for section in element["elements"] if is_list else [element]:
                    lines.append(("- " if is_list else "") + "".join(words(part) for part in section["elements"]))
    return "\n".join(lines)


def words(part):
    if part["type"] == "link":
        return f"{part['text']} <{part['url']}>"
    return part.get("text") or "@" + (part.get("user_id") or part.get("usergroup_id"))


class Chat:
    """A server on a free port. `messages` are the texts of the accepted messages."""

    def __init__(self, port=0, show=None):
        self.messages = []
        chat = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                refused = problems(message)
                if not refused:
                    chat.messages.append(text(message))
                    if show:
                        show(chat.messages[-1])
                body = ("; ".join(refused) or "ok").encode()
                self.send_response(400 if refused else 200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}/services/local"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


if __name__ == "__main__":
    chat = Chat(int(sys.argv[1]) if len(sys.argv) > 1 else 0, show=lambda message: print(message + "\n", flush=True))
    print(f"export TRACKPROOF_SLACK_WEBHOOK={chat.address}\n", flush=True)
    chat.server.serve_forever()
