import { Audio, PeerConnection, Video } from 'node-datachannel';
import { type AccessUnit, createH264Depacketizer } from '../media/h264.ts';
import { type Reception, createReception } from '../media/reception.ts';
import { nack, parseRtcp, pictureLoss, receiverReport } from '../media/rtcp.ts';
import { isRtcp, parseRtp } from '../media/rtp.ts';
import { type NegotiatedSession, connectTo, endSession } from './client.ts';
import { type SignalledStream, playBySignalling } from './signalling.ts';

/** As browsers report video. */
const REPORT_MS = 1000;
const REPAIR_MS = 30;

export interface ViewerOptions {
  /** WHEP endpoint, or the address of signalling with `signalled`. */
  url: string;
  token?: string;
  /** Headers of its offer. */
  headers?: Record<string, string>;
  /** Plays by Ant Media's signalling. */
  signalled?: SignalledStream;
  /** Changes the answer before it is used. */
  rewriteAnswer?: (answer: string) => string;
  /** Asks for packets that are missing, as browsers do. */
  repairs?: boolean;
  /** Changes the offer, as another client would write it. */
  rewrite?: (offer: string) => string;
  /** Counts bytes alone: putting pictures together costs many viewers in one process more than receiving them. It asks for no key frames. */
  countsOnly?: boolean;
  /** Sends no receiver reports, as a client that died. */
  isSilent?: boolean;
  /** Called with each complete picture. */
  onPicture?: (unit: AccessUnit) => void;
}

export interface TestViewer {
  session: NegotiatedSession;
  /** Complete pictures, key frames among them, audio packets, and bytes of video packets so far. */
  seen(): { pictures: number; keys: number; sounds: number; bytes: number };
  /** The server closed the session or disappeared. */
  isClosed(): boolean;
  stop(): Promise<void>;
}

/** A viewer without a browser: receives by WHEP and counts. @throws when refused (`client.ts`) */
export const watch = async ({
  url,
  token,
  headers,
  signalled,
  rewrite,
  rewriteAnswer,
  repairs = false,
  countsOnly = false,
  isSilent = false,
  onPicture,
}: ViewerOptions): Promise<TestViewer> => {
  const connection = new PeerConnection('test viewer', { iceServers: [], disableAutoNegotiation: true });
  const seen = { pictures: 0, keys: 0, sounds: 0, bytes: 0 };
  let isClosed = false;
  const video = new Video('0', 'RecvOnly');
  video.addH264Codec(102, 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f');
  const audio = new Audio('1', 'RecvOnly');
  audio.addOpusCodec(111);
  const track = connection.addTrack(video);
  const soundTrack = connection.addTrack(audio);
  // An unreferenced track would be garbage-collected and stop receiving.
  const tracks = [track, soundTrack];
  const depacketizer = createH264Depacketizer(
    (unit) => {
      seen.pictures += 1;
      if (unit.isKey) seen.keys += 1;
      onPicture?.(unit);
    },
    () => reception && track.isOpen() && track.sendMessageBinary(pictureLoss(1, reception.ssrc)),
  );
  let reception: Reception | undefined;
  let source: number | undefined;
  const report = (): void => {
    if (source === undefined || !track.isOpen()) return;
    const nothingLost = { ssrc: source, fractionLost: 0, totalLost: 0, highestSequence: 0, jitter: 0, lastReport: 0, sinceLastReport: 0 };
    track.sendMessageBinary(receiverReport(1, [reception?.block(performance.now()) ?? nothingLost]));
  };
  const reports = isSilent ? undefined : setInterval(report, REPORT_MS);
  const repair = (): void => {
    if (!reception || !track.isOpen()) return;
    reception.tick(performance.now());
    const missing = reception.missing(performance.now());
    if (missing.length > 0) track.sendMessageBinary(nack(1, reception.ssrc, missing));
  };
  const repairing = repairs ? setInterval(repair, REPAIR_MS) : undefined;
  const handleControl = (raw: Buffer): void => {
    if (parseRtcp(raw).some(({ kind }) => kind === 'bye')) isClosed = true;
  };
  track.onMessage((raw) => {
    if (isRtcp(raw)) return handleControl(raw);
    seen.bytes += raw.length;
    source = raw.readUInt32BE(8);
    if (countsOnly) return;
    const packet = parseRtp(raw);
    if (!packet) return;
    reception ??= createReception(packet.ssrc, 90_000, (ordered, lost) => depacketizer.push(ordered, lost));
    reception.push(packet, performance.now());
  });
  soundTrack.onMessage((raw) => {
    if (isRtcp(raw)) return handleControl(raw);
    if (parseRtp(raw)) seen.sounds += 1;
  });
  const link = signalled && (await playBySignalling(connection, url, token ?? '', signalled));
  const session = link?.session ?? (await connectTo(connection, url, token, { rewrite, rewriteAnswer, headers }));
  connection.onStateChange((state) => {
    if (state !== 'closed' && state !== 'disconnected' && state !== 'failed') return;
    clearInterval(reports);
    clearInterval(repairing);
    isClosed = true;
  });
  return {
    session,
    seen: () => ({ ...seen }),
    isClosed: () => isClosed || link?.isClosed() === true || tracks.every((one) => one.isClosed()),
    async stop() {
      clearInterval(reports);
      clearInterval(repairing);
      if (link) link.close();
      else await endSession(session, token);
      connection.close();
    },
  };
};
