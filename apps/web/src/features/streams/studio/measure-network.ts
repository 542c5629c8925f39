import { CHECK_MESSAGE_BYTES, type CheckReport } from '@stagedoor/contract/network-check.values';
import { call } from '../../../app/browser-call.ts';
import { sampleOf } from '../connection-health.ts';
import { offerSession } from '../sdp-exchange.ts';
import type { NetworkFigures } from './network-advice.ts';

/** The network lets no WebRTC connection through. */
export class NetworkBlockedError extends Error {
  constructor() {
    super('No connection to the live node could be made');
    this.name = 'NetworkBlockedError';
  }
}

/** Bytes a second that are tried: twice what the largest picture takes. */
const MOST = 1_000_000;
/** Milliseconds at that rate. Those until the rate has risen don't count. */
const FULL_MS = 4000;
const RISE_MS = 1200;
/** Then part of what was measured is sent, as a show would be: what is lost now is not lost by sending too much. */
const STEADY_MS = 2000;
const STEADY_SHARE = 0.7;
const TICK_MS = 10;
/** Bytes that may be sent at once after a delay of the page. */
const MAX_BURST = 40_000;
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

const NOTHING: CheckReport = { bytes: 0, messages: 0, elapsedMs: 0 };

/** kbit/s between two of the node's reports. */
const rateBetween = (one: CheckReport, other: CheckReport): number =>
  other.elapsedMs > one.elapsedMs ? ((other.bytes - one.bytes) * 8) / (other.elapsedMs - one.elapsedMs) : 0;

/**
 * Measures what this connection carries to a live node, over the way that a show takes: WebRTC to the same address and port. Takes some eight seconds and
 * at most six megabytes.
 * @throws ApiError, SdpExchangeError when it is refused; NetworkBlockedError; the signal's reason
 */
export const measureNetwork = async (signal: AbortSignal): Promise<NetworkFigures> => {
  const { url, token, iceServers } = await call('POST /streaming/network-check', {});
  signal.throwIfAborted();
  const connection = new RTCPeerConnection({ iceServers: iceServers as RTCIceServer[] });
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

    await sendAt(channel, MOST, FULL_MS, signal);
    await settle();
    const risen = reports.find(({ elapsedMs }) => elapsedMs >= RISE_MS);
    const full = latest();
    const bitrate = rateBetween(risen ?? NOTHING, full) || rateBetween(NOTHING, full);

    const sent = await sendAt(channel, Math.min(MOST, (bitrate * 1000) / 8) * STEADY_SHARE, STEADY_MS, signal);
    await settle();
    const arrived = latest().messages - full.messages;
    signal.throwIfAborted();
    const { roundTrip } = sampleOf(await connection.getStats());
    return {
      bitrate: Math.round(bitrate),
      isMost: bitrate * 1000 >= MOST * 8 * 0.9,
      lost: sent > 0 ? Math.max(0, Math.round((1 - arrived / sent) * 1000) / 10) : 0,
      roundTrip,
    };
  } finally {
    connection.close();
  }
};
