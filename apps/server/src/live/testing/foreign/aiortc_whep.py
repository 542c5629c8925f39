"""Watches by WHEP with aiortc, and counts what it has decoded."""

import asyncio

import session
from aiortc import RTCPeerConnection, RTCSessionDescription

options = session.arguments()
seen = {"pictures": 0, "samples": 0, "width": 0, "height": 0}


async def count(track) -> None:
    while True:
        frame = await track.recv()
        if track.kind == "video":
            seen["pictures"] += 1
            seen["width"], seen["height"] = frame.width, frame.height
        else:
            seen["samples"] += frame.samples


async def main() -> None:
    connection = RTCPeerConnection()
    connection.on("connectionstatechange", lambda: session.say("state", state=connection.connectionState))
    tasks = []
    connection.on("track", lambda track: tasks.append(asyncio.ensure_future(count(track))))
    for kind in ("video", "audio"):
        if options.only in (None, kind):
            connection.addTransceiver(kind, direction="recvonly")
    await connection.setLocalDescription(await connection.createOffer())
    answer = session.exchange(options.url, options.token, connection.localDescription.sdp)
    await connection.setRemoteDescription(RTCSessionDescription(sdp=answer, type="answer"))
    while True:
        await asyncio.sleep(0.2)
        session.say("seen", **seen)


asyncio.run(main())
