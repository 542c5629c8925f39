"""Speaks WHIP and WHEP over HTTP for the clients in this folder, and prints their events as JSON lines."""

import argparse
import json
import sys
import urllib.error
import urllib.request


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("token")
    parser.add_argument("--only", choices=["audio", "video"])
    parser.add_argument("--profile", default="constrained-baseline")
    return parser.parse_args()


def say(event: str, **fields: object) -> None:
    print(json.dumps({"event": event, **fields}), flush=True)


def exchange(url: str, token: str, offer: str) -> str:
    """Sends an offer and returns the answer. Ends the program when it is refused."""
    say("offer", sdp=offer)
    headers = {"content-type": "application/sdp", "authorization": f"Bearer {token}"}
    request = urllib.request.Request(url, data=offer.encode(), headers=headers, method="POST")
    try:
        with urllib.request.urlopen(request) as response:
            answer = response.read().decode()
    except urllib.error.HTTPError as error:
        say("refused", status=error.code, body=error.read().decode())
        sys.exit(1)
    say("answer", sdp=answer)
    return answer
