"""Publishes by WHIP with aiortc: a moving picture of 640x480 and silence."""

import asyncio

import session
from aiortc import RTCPeerConnection, RTCRtpSender, RTCSessionDescription
from aiortc.mediastreams import AudioStreamTrack, VideoStreamTrack

options = session.arguments()


async def main() -> None:
    connection = RTCPeerConnection()
    connection.on("connectionstatechange", lambda: session.say("state", state=connection.connectionState))
    for kind, track in (("video", VideoStreamTrack), ("audio", AudioStreamTrack)):
        if options.only not in (None, kind):
            continue
        transceiver = connection.addTransceiver(track(), direction="sendonly")
        if kind == "video":
            codecs = RTCRtpSender.getCapabilities(kind).codecs
            transceiver.setCodecPreferences([codec for codec in codecs if codec.mimeType == "video/H264"])
    await connection.setLocalDescription(await connection.createOffer())
    answer = session.exchange(options.url, options.token, connection.localDescription.sdp)
    await connection.setRemoteDescription(RTCSessionDescription(sdp=answer, type="answer"))
    await asyncio.Event().wait()


asyncio.run(main())
