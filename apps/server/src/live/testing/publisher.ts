import { Audio, PeerConnection, type Track, Video } from 'node-datachannel';
import { isRtcp } from '../media/rtp.ts';
import { type NegotiatedSession, asBundleOnly, connectTo, endSession } from './client.ts';
import { CARD, type Picture, cardPictures, tonePackets } from './media-fixtures.ts';
import { createRtpSender, payloadsOf } from '../media/rtp-sender.ts';
import { type SignalledStream, publishBySignalling } from './signalling.ts';

export interface PublisherOptions {
  /** WHIP endpoint, or the address of signalling with `signalled`. */
  url: string;
  token: string;
  /** Publishes by Ant Media's signalling. */
  signalled?: SignalledStream;
  /** Changes the answer before it is used. */
  rewriteAnswer?: (answer: string) => string;
  /** Simulated packet loss, 0 to 1. */
  loss?: number;
  hasAudio?: boolean;
  /** Without it the offer has no section of video. */
  hasVideo?: boolean;
  /** Pictures sent in a loop; by default the test card. */
  pictures?: readonly Picture[];
  fps?: number;
  /** Called when a picture is about to be sent, with its index among `pictures`. */
  onPicture?: (index: number) => void;
  codec?: 'h264' | 'vp8';
  /** Offers the sound within the bundle alone. */
  bundleOnly?: boolean;
  /** Sends so many smaller layers of the picture beside it, although the answer took one. */
  extraLayers?: number;
  /** Goes on with the next picture when a key frame is requested, as OBS does. */
  ignoresRequests?: boolean;
}

export interface TestPublisher {
  session: NegotiatedSession;
  /** Pictures sent so far. */
  sent(): number;
  /** When a picture was sent, by its RTP timestamp, in `performance.now()` milliseconds: for measuring latency. */
  sentAt(timestamp: number): number | undefined;
  /** Ends the session by DELETE. */
  stop(): Promise<void>;
  /** The server ended it, where it is signalled. */
  isClosed(): boolean;
  /** Stops sending without closing the session, like a power failure. */
  vanish(): void;
}

const TICK_MS = 10;
const VIDEO_TYPE = 102;
const AUDIO_TYPE = 111;

/** A publisher without a browser: sends a test card and beeps in real time by WHIP. @throws when refused (`client.ts`) */
export const publish = async (options: PublisherOptions): Promise<TestPublisher> => {
  const {
    url,
    token,
    signalled,
    loss = 0,
    hasAudio = true,
    hasVideo = true,
    pictures = cardPictures(),
    fps = CARD.fps,
    onPicture,
    codec = 'h264',
    bundleOnly = false,
    rewriteAnswer,
    extraLayers = 0,
    ignoresRequests = false,
  } = options;
  const sounds = hasAudio ? tonePackets() : [];
  const connection = new PeerConnection('test publisher', { iceServers: [], disableAutoNegotiation: true });
  const sendOn = (track: Track) => (packet: Buffer) => {
    if (loss > 0 && Math.random() < loss) return;
    try {
      if (track.isOpen()) track.sendMessageBinary(packet);
    } catch {
      // Closed meanwhile.
    }
  };
  const video = new Video('0', 'SendOnly');
  if (codec === 'vp8') video.addVP8Codec(VIDEO_TYPE);
  else video.addH264Codec(VIDEO_TYPE, 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f');
  const videoSender = createRtpSender(VIDEO_TYPE, 90_000, (packet) => videoTrack && sendOn(videoTrack)(packet));
  const layers = Array.from({ length: extraLayers }, () =>
    createRtpSender(VIDEO_TYPE, 90_000, (packet) => videoTrack && sendOn(videoTrack)(packet)),
  );
  for (const { ssrc } of [videoSender, ...layers]) video.addSSRC(ssrc, 'publisher', 'publisher', 'video');
  const videoTrack = hasVideo ? connection.addTrack(video) : undefined;
  const audio = new Audio('1', 'SendOnly');
  audio.addOpusCodec(AUDIO_TYPE);
  const audioSender = createRtpSender(AUDIO_TYPE, 48_000, (packet) => audioTrack && sendOn(audioTrack)(packet));
  audio.addSSRC(audioSender.ssrc, 'publisher', 'publisher', 'audio');
  const audioTrack = hasAudio ? connection.addTrack(audio) : undefined;

  let cursor = 0;
  let count = 0;
  let soundCount = 0;
  let reportedAt = -1;
  const times = new Map<number, number>();
  videoTrack?.onMessage((raw) => {
    if (!isRtcp(raw) || !videoSender.handleFeedback(raw) || ignoresRequests) return;
    // A key frame was requested: continue with the card's next one.
    const next = pictures.findIndex(({ isKey }, index) => isKey && index >= cursor);
    cursor = Math.max(0, next);
  });
  audioTrack?.onMessage((raw) => {
    if (isRtcp(raw)) audioSender.handleFeedback(raw);
  });

  const link = signalled && (await publishBySignalling(connection, url, token, signalled));
  const session =
    link?.session ?? (await connectTo(connection, url, token, { rewrite: bundleOnly ? asBundleOnly : undefined, rewriteAnswer }));
  const begun = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const elapsed = (now - begun) / 1000;
    for (; hasVideo && count / fps <= elapsed; count += 1) {
      onPicture?.(cursor);
      const { nals, shownAfter = 0 } = pictures[cursor]!;
      const seconds = (count + shownAfter) / fps;
      const payloads = payloadsOf(nals);
      cursor = (cursor + 1) % pictures.length;
      const timestamp = videoSender.timestampAt(seconds);
      times.set(timestamp, now);
      if (times.size > 1000) times.delete(times.keys().next().value!);
      for (const layer of layers) layer.packet(payloads[0]!.subarray(0, Math.ceil(payloads[0]!.length / 4)), seconds, true);
      for (const [index, payload] of payloads.entries()) videoSender.packet(payload, seconds, index === payloads.length - 1);
    }
    for (; sounds.length > 0 && soundCount * 0.02 <= elapsed; soundCount += 1)
      audioSender.packet(sounds[soundCount % sounds.length]!, soundCount * 0.02, false);
    if (elapsed - reportedAt >= 1) {
      reportedAt = elapsed;
      if (videoTrack) for (const sender of [videoSender, ...layers]) sender.report(elapsed);
      if (audioTrack) audioSender.report(elapsed);
    }
  }, TICK_MS);

  return {
    session,
    sent: () => count,
    sentAt: (timestamp) => times.get(timestamp),
    async stop() {
      clearInterval(timer);
      if (link) link.close();
      else await endSession(session, token);
      connection.close();
    },
    isClosed: () => link?.isClosed() ?? false,
    vanish() {
      clearInterval(timer);
      link?.vanish();
    },
  };
};
