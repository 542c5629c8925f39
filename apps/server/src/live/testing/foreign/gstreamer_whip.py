"""Publishes by WHIP with GStreamer's webrtcbin: a test picture of 640x360 and a tone."""

import gstreamer_session
import session
from gi.repository import Gst

options = session.arguments()
VIDEO = f"""videotestsrc is-live=true ! video/x-raw,width=640,height=360,framerate=15/1 ! videoconvert
  ! x264enc tune=zerolatency key-int-max=30 ! video/x-h264,profile={options.profile}
  ! rtph264pay config-interval=-1 pt=96 ! application/x-rtp,media=video,encoding-name=H264,payload=96 ! rtc."""
AUDIO = """audiotestsrc is-live=true ! audioconvert ! opusenc ! rtpopuspay pt=97
  ! application/x-rtp,media=audio,encoding-name=OPUS,payload=97 ! rtc."""
parts = [text for kind, text in (("video", VIDEO), ("audio", AUDIO)) if options.only in (None, kind)]
pipeline = Gst.parse_launch("webrtcbin name=rtc bundle-policy=max-bundle " + " ".join(parts))
rtc = pipeline.get_by_name("rtc")
gstreamer_session.run(pipeline, options)
