import type { BurstGift } from '../../ui/TipBurst.tsx';

/** From this on a tip is seen on the picture as well, in tokens; gifts and emoji always are. */
const BURST_FROM = 25;
/** More than this wait for nobody: they are in the chat. */
const QUEUE = 8;
/** The same gift of the same fan within so long counts on, in milliseconds. */
export const COMBO_MS = 6000;

/** What flies over a picture: a big tip, or what was given. */
export interface Burst {
  id: string;
  name: string;
  tokens: number;
  /** What was given, with how often; null for a tip. */
  gift: (BurstGift & { _id: string }) | null;
  /** Who gives it; with the gift, what makes a combo. */
  giverId: string;
}

export interface Bursts {
  /** The first is on stage. */
  queue: readonly Burst[];
  /** How far combos have counted, and until when they go on. */
  combos: Readonly<Record<string, { count: number; until: number }>>;
}

export const NO_BURSTS: Bursts = { queue: [], combos: {} };

/** Something was given: it waits for its turn, or counts on where the same is still waiting or on stage. */
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
  // The one that is there keeps its place and its id: it counts up instead of beginning again.
  const known = bursts.queue[index];
  if (known) return { combos, queue: bursts.queue.with(index, { ...counted, id: known.id, tokens: known.tokens + burst.tokens }) };
  return { combos, queue: bursts.queue.length < QUEUE ? [...bursts.queue, counted] : bursts.queue };
};

/** The first has been seen. */
export const withoutFirst = (bursts: Bursts): Bursts => ({ ...bursts, queue: bursts.queue.slice(1) });
