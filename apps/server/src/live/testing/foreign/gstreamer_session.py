"""Connects a GStreamer pipeline with a `webrtcbin` called `rtc` by WHIP or WHEP."""

import gi
import session

gi.require_version("Gst", "1.0")
gi.require_version("GstWebRTC", "1.0")
gi.require_version("GstSdp", "1.0")
from gi.repository import GLib, Gst, GstSdp, GstWebRTC  # noqa: E402

Gst.init(None)


def run(pipeline, options) -> None:
    """Offers once the pipeline plays, sends the offer with all its candidates, and runs until the program is killed."""
    rtc = pipeline.get_by_name("rtc")

    def create_offer(_rtc):
        rtc.emit("create-offer", None, Gst.Promise.new_with_change_func(offer_created, None))

    def offer_created(promise, _):
        reply = promise.get_reply()
        offer = reply.get_value("offer")
        rtc.emit("set-local-description", offer, Gst.Promise.new())

    def gathered(_rtc, _property):
        if rtc.get_property("ice-gathering-state") != GstWebRTC.WebRTCICEGatheringState.COMPLETE:
            return
        text = rtc.get_property("local-description").sdp.as_text()
        answer = session.exchange(options.url, options.token, text)
        _, message = GstSdp.SDPMessage.new_from_text(answer)
        description = GstWebRTC.WebRTCSessionDescription.new(GstWebRTC.WebRTCSDPType.ANSWER, message)
        rtc.emit("set-remote-description", description, Gst.Promise.new())

    def state_changed(_rtc, _property):
        session.say("state", state=rtc.get_property("connection-state").value_nick)

    def failed(_bus, message):
        error, details = message.parse_error()
        session.say("error", text=str(error), details=details)

    rtc.connect("notify::ice-gathering-state", gathered)
    rtc.connect("notify::connection-state", state_changed)
    bus = pipeline.get_bus()
    bus.add_signal_watch()
    bus.connect("message::error", failed)
    rtc.connect("on-negotiation-needed", create_offer)
    pipeline.set_state(Gst.State.PLAYING)
    GLib.MainLoop().run()
