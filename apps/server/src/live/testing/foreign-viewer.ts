import { type MediaStreamTrack, RTCPeerConnection, useH264 as h264, useOPUS as opus } from 'werift';
import { type NegotiatedSession, endSession, sendOffer } from './client.ts';

const VIDEO_CLOCK = 90_000;
/** Between timestamps that are further apart media were lost. */
const LONGEST_GAP_MS = 1000;

export interface ForeignViewerOptions {
  /** WHEP endpoint. */
  url: string;
  token?: string;
  /** Sends no receiver reports. */
  isSilent?: boolean;
}

export interface ForeignViewer {
  session: NegotiatedSession;
  /** The offer that was sent. */
  offer: string;
  /** Milliseconds of pictures that arrived so far, by their RTP timestamps. */
  receivedMs(): number;
  /** The same with what was lost on the way: from the first timestamp to the newest. */
  sentMs(): number;
  stop(): Promise<void>;
}

/** Measures media by the timestamps of the packets that arrived, in any order. */
const createMeasure = () => {
  let newest: number | undefined;
  let [receivedMs, sentMs] = [0, 0];
  return {
    add(timestamp: number): void {
      const stepMs = newest === undefined ? 0 : (((timestamp - newest) | 0) * 1000) / VIDEO_CLOCK;
      if (newest !== undefined && stepMs <= 0) return;
      if (stepMs < LONGEST_GAP_MS) receivedMs += stepMs;
      sentMs += stepMs;
      newest = timestamp;
    },
    receivedMs: () => receivedMs,
    sentMs: () => sentMs,
  };
};

/**
 * A WHEP viewer of a WebRTC library that has nothing in common with the server's. Its offer has no parameters of Opus.
 *
 * @throws when the offer is refused, with the response as `cause`
 */
export const watchAsForeigner = async ({ url, token, isSilent = false }: ForeignViewerOptions): Promise<ForeignViewer> => {
  const connection = new RTCPeerConnection({
    iceServers: [],
    codecs: { video: [h264()], audio: [opus()] },
    iceAdditionalHostAddresses: ['127.0.0.1'],
  });
  const measure = createMeasure();
  for (const kind of ['video', 'audio'] as const) {
    const { receiver } = connection.addTransceiver(kind, { direction: 'recvonly' });
    if (isSilent) receiver.runRtcp = () => Promise.resolve();
  }
  connection.onTrack.subscribe((track: MediaStreamTrack) => {
    if (track.kind === 'video') track.onReceiveRtp.subscribe(({ header }) => measure.add(header.timestamp));
  });
  await connection.setLocalDescription(await connection.createOffer());
  const offer = connection.localDescription!.sdp;
  const session = await sendOffer(url, token, offer);
  if (session.status !== 201) {
    await connection.close();
    throw new Error(`refused with ${session.status}`, { cause: session });
  }
  await connection.setRemoteDescription({ type: 'answer', sdp: session.body });
  return {
    session,
    offer,
    receivedMs: measure.receivedMs,
    sentMs: measure.sentMs,
    async stop() {
      await endSession(session, token);
      await connection.close();
    },
  };
};
