import { randomInt } from 'node:crypto';
import { Audio, PeerConnection, type Track, Video } from 'node-datachannel';
import { type NegotiatedSession, connectTo, endSession } from '../testing/client.ts';
import { forwardedReport, pictureLoss } from '../media/rtcp.ts';
import { isRtcp } from '../media/rtp.ts';

const VIDEO_TYPE = 102;
const AUDIO_TYPE = 111;
const FORMAT = 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f';
const SENDER_REPORT = 200;
/** A client that doesn't connect within this time is given up. */
const CONNECT_MS = 15_000;

const send = (track: Track, packet: Buffer): boolean => {
  try {
    return track.isOpen() && track.sendMessageBinary(packet);
  } catch {
    return false;
  }
};

export interface PlayerEvents {
  offer(sdp: string): void;
  candidate(candidate: string, mid: string): void;
  /** Media flows to the client. */
  started(): void;
  /** The client went away, or its source did. */
  closed(): void;
}

const trackOf = (kind: 'video' | 'audio', direction: 'SendOnly' | 'RecvOnly', ssrc?: number): Video | Audio => {
  const media = kind === 'video' ? new Video('0', direction) : new Audio('1', direction);
  if (media instanceof Video) media.addH264Codec(VIDEO_TYPE, FORMAT);
  else media.addOpusCodec(AUDIO_TYPE);
  if (ssrc !== undefined) media.addSSRC(ssrc, 'stream', 'stream', kind);
  return media;
};

/** Candidates that wait until the answer was taken. */
const heldCandidates = (deliver: (candidate: string, mid: string) => void) => {
  const held: [string, string][] = [];
  let isReleased = false;
  return {
    add(candidate: string, mid: string): void {
      if (isReleased) deliver(candidate, mid);
      else held.push([candidate, mid]);
    },
    release(): void {
      isReleased = true;
      for (const [candidate, mid] of held.splice(0)) deliver(candidate, mid);
    },
  };
};

/**
 * A client that plays. The server offers here while WHEP wants the offer from the client, so a peer stands in between: it receives a show by WHEP
 * and sends each packet on with the SSRC that its own offer named. Sequence numbers stay as they are, so feedback goes back unchanged.
 */
export const createPlayer = (whep: { url: string; token: string }, events: PlayerEvents) => {
  const outer = new PeerConnection('player', { iceServers: [], disableAutoNegotiation: true });
  const inner = new PeerConnection('player’s source', { iceServers: [], disableAutoNegotiation: true });
  /** Unreferenced tracks would be collected and stop. */
  const tracks: Track[] = [];
  let session: NegotiatedSession | undefined;
  let isClosed = false;
  let isStarted = false;
  const disabled = new Set<'video' | 'audio'>();
  const sources = new Map<'video' | 'audio', Track>();
  // A client that knew ours could reach this peer while its answer is being taken, and the library would close the connection.
  const ours = heldCandidates((candidate, mid) => events.candidate(candidate.replace(/^a=/, ''), mid));
  const theirs = heldCandidates((candidate, mid) => {
    try {
      outer.addRemoteCandidate(candidate, mid);
    } catch {
      // Names of the local network can't be looked up here: the client's own checks connect it.
    }
  });

  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    clearTimeout(deadline);
    if (session) void endSession(session, whep.token).catch(() => undefined);
    outer.close();
    inner.close();
    events.closed();
  };
  const deadline = setTimeout(close, CONNECT_MS);
  const relay = (kind: 'video' | 'audio'): void => {
    const ssrc = randomInt(1, 0xffff_ffff);
    const out = outer.addTrack(trackOf(kind, 'SendOnly', ssrc));
    const source = inner.addTrack(trackOf(kind, 'RecvOnly'));
    tracks.push(out, source);
    sources.set(kind, source);
    source.onMessage((raw) => {
      if (isRtcp(raw)) {
        if (raw[1] === SENDER_REPORT && raw.length >= 28) send(out, forwardedReport(raw, ssrc));
        return;
      }
      if (disabled.has(kind)) return;
      const packet = Buffer.from(raw);
      packet.writeUInt32BE(ssrc, 8);
      if (!send(out, packet) || isStarted || kind !== 'video') return;
      isStarted = true;
      events.started();
    });
    out.onMessage((raw) => {
      if (isRtcp(raw)) send(source, Buffer.from(raw));
    });
  };
  const connectSource = async (): Promise<void> => {
    try {
      session = await connectTo(inner, whep.url, whep.token);
      if (isClosed) await endSession(session, whep.token);
    } catch {
      close();
    }
  };
  relay('video');
  relay('audio');
  outer.onStateChange((state) => {
    if (state === 'connected') {
      clearTimeout(deadline);
      void connectSource();
    }
    if (state === 'closed' || state === 'failed' || state === 'disconnected') close();
  });
  inner.onStateChange((state) => {
    if (state === 'closed' || state === 'failed' || state === 'disconnected') close();
  });
  outer.onLocalDescription((sdp, type) => {
    if (type === 'offer') events.offer(sdp);
  });
  outer.onLocalCandidate(ours.add);
  outer.setLocalDescription('offer');

  return {
    /** @throws Error for an answer that is none */
    takeAnswer(sdp: string): void {
      outer.setRemoteDescription(sdp, 'answer');
      ours.release();
      theirs.release();
    },
    takeCandidate(candidate: string, mid: string): void {
      if (!isClosed && candidate !== '') theirs.add(candidate, mid);
    },
    /** Sends pictures or sound on, or holds them back. */
    enable(kind: 'video' | 'audio', isEnabled: boolean): void {
      if (!isEnabled) disabled.add(kind);
      const source = sources.get(kind);
      if (!isEnabled || !disabled.delete(kind) || !source || kind === 'audio') return;
      send(source, pictureLoss(1, 1));
    },
    close,
  };
};

export type Player = ReturnType<typeof createPlayer>;
