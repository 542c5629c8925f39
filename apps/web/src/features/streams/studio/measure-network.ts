import { CHECK_MESSAGE_BYTES, CHECK_UPLOAD_BYTES, type CheckReport } from '@stagedoor/contract/network-check.values';
import { call } from '../../../app/browser-call.ts';
import { sampleOf } from '../connection-health.ts';
import { SdpExchangeError, offerSession } from '../sdp-exchange.ts';
import type { NetworkFigures } from './network-advice.ts';
import { iceServersOf } from '../ice-servers.ts';

/** This device or the site was too busy: what was measured is that, not the network. */
export class BusyError extends Error {
  readonly who: 'device' | 'site';
  constructor(who: 'device' | 'site') {
    super(`The ${who} was too busy to measure the network`);
    this.name = 'BusyError';
    this.who = who;
  }
}

/** The network lets no WebRTC connection through. */
export class NetworkBlockedError extends Error {
  constructor() {
    super('No connection to the live node could be made');
    this.name = 'NetworkBlockedError';
  }
}

/** Bytes that are uploaded at most. */
const BUDGET = 6_000_000;
/** Milliseconds of uploading; those until the rate has risen don't count. */
const UPLOAD_MS = 4000;
const RISE_MS = 1200;
/** Uploads at once: a lost packet slows down one of them. */
const PARALLEL = 3;
/** An upload takes about that long, so that few bytes are on their way when the time is over. */
const PIECE_MS = 300;
const MIN_PIECE = 32 * 1024;
/** kbit/s beyond which it makes no difference. */
const MOST = 20_000;
/** Then packets are sent over the channel, in bytes a second and for milliseconds: what of them gets lost isn't lost by sending too much. */
const STEADY_RATE = 60_000;
const STEADY_MS = 3000;
const TICK_MS = 10;
/** Bytes that may be sent at once after a delay of the page. */
const MAX_BURST = 10_000;
/** Bytes that wait in the browser at most: a slow connection must be able to send them before the measurement ends. */
const MAX_WAITING = 32_000;
const CONNECT_MS = 8000;
/** The longest wait for what was sent, and for the node's report of it. */
const SETTLE_MS = 2000;

/** A condition that is looked at until it holds, the time is over, or the signal aborts. @returns whether it holds */
const holds = (condition: () => boolean, milliseconds: number, signal: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    const begun = performance.now();
    const timer = setInterval(() => {
      if (!condition() && performance.now() - begun < milliseconds && !signal.aborted) return;
      clearInterval(timer);
      resolve(condition());
    }, TICK_MS);
  });

/** Sends at a rate of bytes a second. @returns the messages sent */
const sendAt = async (channel: RTCDataChannel, rate: number, milliseconds: number, signal: AbortSignal): Promise<number> => {
  const message = new Uint8Array(CHECK_MESSAGE_BYTES);
  let sent = 0;
  let budget = 0;
  let before = performance.now();
  await holds(
    () => {
      const now = performance.now();
      budget = Math.min(MAX_BURST, budget + ((now - before) / 1000) * rate);
      before = now;
      while (budget >= CHECK_MESSAGE_BYTES && channel.readyState === 'open' && channel.bufferedAmount < MAX_WAITING) {
        channel.send(message);
        sent += 1;
        budget -= CHECK_MESSAGE_BYTES;
      }
      return channel.readyState !== 'open';
    },
    milliseconds,
    signal,
  );
  return sent;
};

const NOTHING: CheckReport = { bytes: 0, messages: 0, elapsedMs: 0, lateMs: 0 };

/** Interval at which the page notes whether it comes to run, in milliseconds. */
const PULSE_MS = 50;
/** Of the time measured: beyond it, timers that were late make the figures worthless. */
const MOST_LATE = 0.2;

/** Notes by how much the page's own timers are late. @returns ends it: the share of the time since */
const watchDelays = (): (() => number) => {
  const begun = performance.now();
  let before = begun;
  let late = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    late += Math.max(0, now - before - PULSE_MS);
    before = now;
  }, PULSE_MS);
  return () => {
    clearInterval(timer);
    const now = performance.now();
    return (late + Math.max(0, now - before - PULSE_MS)) / (now - begun);
  };
};

/** Uploads until the time or the budget is over. @throws SdpExchangeError when not even one is taken; the signal's reason */
const upload = async (url: string, token: string, signal: AbortSignal): Promise<void> => {
  // Not compressible on the way; 64 KiB are what the browser makes at once.
  const bytes = new Uint8Array(CHECK_UPLOAD_BYTES);
  for (let at = 0; at < bytes.length; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
  const time = AbortSignal.timeout(UPLOAD_MS);
  let budget = BUDGET;
  let taken = 0;
  let refusal: SdpExchangeError | undefined;
  const line = async (): Promise<void> => {
    let size = MIN_PIECE;
    while (budget >= size && !time.aborted) {
      budget -= size;
      const begun = performance.now();
      const answer = await fetch(`${url}/upload`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
        body: bytes.subarray(0, size),
        signal: AbortSignal.any([signal, time]),
      }).catch(() => undefined);
      signal.throwIfAborted();
      if (!answer?.ok) {
        if (!time.aborted) refusal = new SdpExchangeError(answer?.status ?? 0);
        return;
      }
      taken += 1;
      if (performance.now() - begun < PIECE_MS) size = Math.min(CHECK_UPLOAD_BYTES, size * 2);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, line));
  if (taken === 0 && refusal) throw refusal;
};

/** kbit/s between two of the node's reports. */
const rateBetween = (one: CheckReport, other: CheckReport): number =>
  other.elapsedMs > one.elapsedMs ? ((other.bytes - one.bytes) * 8) / (other.elapsedMs - one.elapsedMs) : 0;

const measureOnce = async (signal: AbortSignal): Promise<NetworkFigures> => {
  const { url, token, iceServers } = await call('POST /streaming/network-check', {});
  signal.throwIfAborted();
  const connection = new RTCPeerConnection({ iceServers: iceServersOf(iceServers) });
  let endWatch: (() => number) | undefined;
  try {
    // As media: what is lost isn't sent again, and nothing waits for it.
    const channel = connection.createDataChannel('check', { ordered: false, maxRetransmits: 0 });
    const reports: CheckReport[] = [];
    channel.addEventListener('message', ({ data }) => reports.push(JSON.parse(String(data)) as CheckReport));
    const latest = (): CheckReport => reports.at(-1) ?? NOTHING;
    /** Everything has been sent, and the node has told of it: by its second report from now, as the next may be on its way. */
    const settle = async (): Promise<void> => {
      await holds(() => channel.bufferedAmount === 0, SETTLE_MS, signal);
      const known = reports.length;
      await holds(() => reports.length >= known + 2, SETTLE_MS, signal);
    };
    await offerSession(connection, { url, token, signal });
    if (!(await holds(() => channel.readyState === 'open', CONNECT_MS, signal))) throw new NetworkBlockedError();

    const begun = performance.now();
    endWatch = watchDelays();
    await upload(url, token, signal);
    await settle();
    const full = latest();
    const risen = full.elapsedMs > 2 * RISE_MS ? reports.find(({ elapsedMs }) => elapsedMs >= RISE_MS) : undefined;
    const bitrate = rateBetween(risen ?? NOTHING, full);

    const sent = await sendAt(channel, Math.min(STEADY_RATE, (bitrate * 1000) / 8 / 2), STEADY_MS, signal);
    await settle();
    const arrived = latest().messages - full.messages;
    signal.throwIfAborted();
    if (endWatch() > MOST_LATE) throw new BusyError('device');
    if (latest().lateMs > MOST_LATE * (performance.now() - begun)) throw new BusyError('site');
    const { roundTrip } = sampleOf(await connection.getStats());
    return {
      bitrate: Math.round(Math.min(MOST, bitrate)),
      isMost: bitrate >= MOST,
      lost: sent > 0 ? Math.max(0, Math.round((1 - arrived / sent) * 1000) / 10) : 0,
      roundTrip,
    };
  } finally {
    endWatch?.();
    connection.close();
  }
};

/**
 * Measures what this connection carries to a live node: whether WebRTC passes, the rate of uploads to that node, and what gets lost of packets over the way
 * that media takes. Takes some nine seconds and about six megabytes.
 * @throws ApiError, SdpExchangeError when it is refused; NetworkBlockedError; BusyError; the signal's reason
 */
export const measureNetwork = async (signal: AbortSignal): Promise<NetworkFigures> => {
  try {
    return await measureOnce(signal);
  } catch (error) {
    // It sends the performer to another network, so a device or site that was busy for a moment gets a second try.
    if (!(error instanceof NetworkBlockedError)) throw error;
    return measureOnce(signal);
  }
};
