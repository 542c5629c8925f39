import type { BurstGift } from '../../ui/TipBurst.tsx';

/** Minimum tip that is animated on the picture, in tokens; gifts and emoji always are. */
const BURST_FROM = 25;
/** Maximum queue length; further ones only appear in the chat. */
const QUEUE = 8;
/** Gifts of the same kind and fan within this time form a combo, in milliseconds. */
export const COMBO_MS = 6000;

/** An animation over a picture: a large tip, or a gift. */
export interface Burst {
  id: string;
  name: string;
  tokens: number;
  /** The gift with its count; null for a tip. */
  gift: (BurstGift & { _id: string }) | null;
  /** The giver; with the gift, the key of a combo. */
  giverId: string;
}

export interface Bursts {
  /** The first is being shown. */
  queue: readonly Burst[];
  /** Counts of combos, and when they expire. */
  combos: Readonly<Record<string, { count: number; until: number }>>;
}

export const NO_BURSTS: Bursts = { queue: [], combos: {} };

/** Adds an animation to the queue, or increases the count of the same one if queued or being shown. */
export const withBurst = (bursts: Bursts, burst: Burst, now: number): Bursts => {
  const { gift } = burst;
  if (!gift) {
    if (burst.tokens < BURST_FROM || bursts.queue.length >= QUEUE) return bursts;
    return { ...bursts, queue: [...bursts.queue, burst] };
  }
  const key = `${burst.giverId} ${gift._id}`;
  const running = Object.fromEntries(Object.entries(bursts.combos).filter(([, { until }]) => until > now));
  const count = (running[key]?.count ?? 0) + gift.count;
  const combos = { ...running, [key]: { count, until: now + COMBO_MS } };
  const counted: Burst = { ...burst, gift: { ...gift, count } };
  const index = bursts.queue.findIndex((other) => other.giverId === burst.giverId && other.gift?._id === gift._id);
  // The existing one keeps its place and its id: it counts up instead of restarting.
  const known = bursts.queue[index];
  if (known) return { combos, queue: bursts.queue.with(index, { ...counted, id: known.id, tokens: known.tokens + burst.tokens }) };
  return { combos, queue: bursts.queue.length < QUEUE ? [...bursts.queue, counted] : bursts.queue };
};

/** Removes the first. */
export const withoutFirst = (bursts: Bursts): Bursts => ({ ...bursts, queue: bursts.queue.slice(1) });
