"""Watches by WHEP with GStreamer's webrtcbin, and counts what it has decoded."""

import gstreamer_session
import session
from gi.repository import GLib, Gst, GstWebRTC

options = session.arguments()
seen = {"pictures": 0, "samples": 0, "width": 0, "height": 0}
pipeline = Gst.Pipeline.new()
rtc = Gst.ElementFactory.make("webrtcbin", "rtc")
rtc.set_property("bundle-policy", "max-bundle")
pipeline.add(rtc)
CAPS = {
    "video": "application/x-rtp,media=video,encoding-name=H264,payload=96,clock-rate=90000",
    "audio": "application/x-rtp,media=audio,encoding-name=OPUS,payload=97,clock-rate=48000",
}
for kind, caps in CAPS.items():
    if options.only in (None, kind):
        rtc.emit("add-transceiver", GstWebRTC.WebRTCRTPTransceiverDirection.RECVONLY, Gst.Caps.from_string(caps))


def add_sink(decoder, pad) -> None:
    kind = pad.get_current_caps().get_structure(0).get_name().split("/")[0]
    sink = Gst.ElementFactory.make("fakesink")
    sink.set_property("sync", False)
    pipeline.add(sink)
    sink.sync_state_with_parent()

    def arrived(sink_pad, info):
        caps = sink_pad.get_current_caps().get_structure(0)
        if kind == "video":
            seen["pictures"] += 1
            seen["width"], seen["height"] = caps.get_value("width"), caps.get_value("height")
        else:
            seen["samples"] += info.get_buffer().get_size() // (2 * caps.get_value("channels"))
        return Gst.PadProbeReturn.OK

    sink.get_static_pad("sink").add_probe(Gst.PadProbeType.BUFFER, arrived)
    pad.link(sink.get_static_pad("sink"))


def add_decoder(_rtc, pad) -> None:
    if pad.get_direction() != Gst.PadDirection.SRC:
        return
    decoder = Gst.ElementFactory.make("decodebin")
    decoder.connect("pad-added", add_sink)
    pipeline.add(decoder)
    decoder.sync_state_with_parent()
    pad.link(decoder.get_static_pad("sink"))


def report() -> bool:
    session.say("seen", **seen)
    return True


rtc.connect("pad-added", add_decoder)
GLib.timeout_add(200, report)
gstreamer_session.run(pipeline, options)
