import { statsOf } from './stats.ts';
/** One sample of a publishing connection's counters, from the browser's statistics. */
export interface HealthSample {
  /** Milliseconds of a monotonic clock. */
  at: number;
  bytes: number;
  packets: number;
  /** As reported by the server so far. */
  packetsLost: number;
  frames: number;
  /** Milliseconds; null until known. */
  roundTrip: number | null;
  height: number | null;
  /** The browser sends less than it would, because the connection carries no more. */
  isLimited: boolean;
}

/** Health of a publisher's connection. Null means unknown. */
export interface ConnectionHealth {
  /** kbit/s. */
  bitrate: number | null;
  /** Per cent of the packets since the last sample. */
  lost: number | null;
  /** Milliseconds. */
  roundTrip: number | null;
  /** Frames a second. */
  framesPerSecond: number | null;
  /** Height of the video being sent, in lines. */
  height: number | null;
  /** The connection carries less than the chosen picture takes. */
  isLimited: boolean;
}

export const NO_CONNECTION_HEALTH: ConnectionHealth = {
  bitrate: null,
  lost: null,
  roundTrip: null,
  framesPerSecond: null,
  height: null,
  isLimited: false,
};

/** The change between two samples; counters that decreased (a new connection) give no values. */
export const healthBetween = (before: HealthSample | null, now: HealthSample): ConnectionHealth => {
  const seconds = before ? (now.at - before.at) / 1000 : 0;
  if (!before || seconds <= 0 || now.bytes < before.bytes)
    return { ...NO_CONNECTION_HEALTH, roundTrip: now.roundTrip, height: now.height, isLimited: now.isLimited };
  const sent = now.packets - before.packets;
  const lost = Math.max(0, now.packetsLost - before.packetsLost);
  return {
    bitrate: Math.round(((now.bytes - before.bytes) * 8) / seconds / 1000),
    lost: sent > 0 ? Math.min(100, Math.round((lost / sent) * 1000) / 10) : 0,
    roundTrip: now.roundTrip,
    framesPerSecond: Math.round((now.frames - before.frames) / seconds),
    height: now.height,
    isLimited: now.isLimited,
  };
};

/** Samples in a row that tell: a rise at the beginning or a short drop is no weak connection. */
const SAMPLES = 5;
/** Per cent of packets. */
const MUCH_LOST = 5;
/** Of the chosen picture's bit rate. */
const LITTLE = 0.5;

/** Of the last samples' losses in per cent, newest last, most were many. */
const isLossy = (lost: readonly (number | null)[]): boolean =>
  lost.slice(-SAMPLES).filter((part) => part !== null && part >= MUCH_LOST).length > SAMPLES / 2;

/**
 * Whether the last samples, newest last, show a connection that is too weak for the show: many packets lost in most of them, or in all of them less than
 * half of the picture's bit rate because the connection carries no more.
 * @param maxBitrate of the chosen picture, in bit/s
 */
export const isWeak = (samples: readonly ConnectionHealth[], maxBitrate: number): boolean => {
  const last = samples.slice(-SAMPLES);
  if (last.length < SAMPLES) return false;
  if (isLossy(last.map(({ lost }) => lost))) return true;
  return last.every(({ isLimited, bitrate }) => isLimited && bitrate !== null && bitrate * 1000 < maxBitrate * LITTLE);
};

/** Samples the statistics of a publishing connection. */
export const sampleOf = (report: RTCStatsReport): HealthSample => {
  const sample: HealthSample = {
    at: performance.now(),
    bytes: 0,
    packets: 0,
    packetsLost: 0,
    frames: 0,
    roundTrip: null,
    height: null,
    isLimited: false,
  };
  for (const entry of statsOf(report)) {
    const figure = (name: string): number => (typeof entry[name] === 'number' ? entry[name] : 0);
    if (entry['type'] === 'outbound-rtp') {
      sample.bytes += figure('bytesSent');
      sample.packets += figure('packetsSent');
      if (entry['kind'] === 'video') {
        sample.frames = figure('framesEncoded');
        sample.height = figure('frameHeight') || null;
        sample.isLimited = entry['qualityLimitationReason'] === 'bandwidth';
      }
    } else if (entry['type'] === 'remote-inbound-rtp') {
      sample.packetsLost += figure('packetsLost');
    } else if (entry['type'] === 'candidate-pair' && entry['nominated'] === true && typeof entry['currentRoundTripTime'] === 'number') {
      sample.roundTrip = Math.round(entry['currentRoundTripTime'] * 1000);
    }
  }
  return sample;
};

/** A connection in a word. reconnecting: nothing arrives at the moment. */
export type ConnectionQuality = 'good' | 'weak' | 'reconnecting';

/** Counters of a receiving connection. */
export interface ReceivedPackets {
  packets: number;
  packetsLost: number;
}

/** Between two samples of what is received, in milliseconds. */
const RECEIVED_MS = 2000;
/** After the picture stood still, its connection counts as weak for so long, in milliseconds. */
const STALLED_MS = 10_000;

/** Judges a receiving connection. Times are milliseconds of a monotonic clock. */
interface ReceivedQuality {
  /** Counters as of now; may be told more often than they are needed. */
  received: (packets: ReceivedPackets, at: number) => void;
  /** The picture stands still. */
  stalled: (at: number) => void;
  /** Many packets were lost in most of the last samples, or the picture stood still lately. */
  isWeak: (at: number) => boolean;
}

export const watchReceived = (): ReceivedQuality => {
  let before: (ReceivedPackets & { at: number }) | null = null;
  let lost: readonly number[] = [];
  let stalledAt = -Infinity;
  return {
    received(now, at) {
      if (before && at - before.at < RECEIVED_MS) return;
      // Counters that decreased are those of another connection.
      const arrived = before ? now.packets - before.packets : -1;
      const missing = before ? Math.max(0, now.packetsLost - before.packetsLost) : 0;
      if (arrived >= 0 && arrived + missing > 0) lost = [...lost, (missing / (arrived + missing)) * 100].slice(-SAMPLES);
      before = { ...now, at };
    },
    stalled(at) {
      stalledAt = at;
    },
    isWeak: (at) => isLossy(lost) || at - stalledAt < STALLED_MS,
  };
};
