import { QUALITIES, type Quality } from './qualities.ts';
import { keysOf } from '@stagedoor/contract/keys.values';

/** What a network check measured. */
export interface NetworkFigures {
  /** kbit/s that arrived at the site. */
  bitrate: number;
  /** It was that or more. */
  isMost: boolean;
  /** Per cent of the packets. */
  lost: number;
  /** Milliseconds; null when unknown. */
  roundTrip: number | null;
}

/** fine: as measured · lossy: packets get lost · slow: not even the smallest picture is safe. */
export interface NetworkAdvice {
  verdict: 'fine' | 'lossy' | 'slow';
  quality: Quality;
}

/** A connection must carry that much more than the picture: what it carries changes, and lost packets are sent again. */
const HEADROOM = 1.4;
const SOUND = 64_000;
/** Per cent from which pictures stall: one size less then, whose packets are fewer. */
const LOSSY = 3;

const SMALLEST = '360p15' satisfies Quality;
/** Largest first. */
const BY_SIZE = keysOf(QUALITIES).toSorted((one, other) => QUALITIES[other].maxBitrate - QUALITIES[one].maxBitrate);

/** The picture size that is safe on a connection. */
export const adviceOf = ({ bitrate, lost }: Pick<NetworkFigures, 'bitrate' | 'lost'>): NetworkAdvice => {
  const index = BY_SIZE.findIndex((quality) => (QUALITIES[quality].maxBitrate + SOUND) * HEADROOM <= bitrate * 1000);
  if (index < 0) return { verdict: 'slow', quality: SMALLEST };
  const isLossy = lost >= LOSSY;
  return { verdict: isLossy ? 'lossy' : 'fine', quality: BY_SIZE[index + (isLossy ? 1 : 0)] ?? SMALLEST };
};
