// The minute rule: which media of a paid show count, when a minute begins, and what a break does to it. Pure; the only place that decides it.
// Positions are milliseconds of media that a seat was connected for, not of the clock on the wall.

/** How much media a seat gets before its first minute begins, once. */
export const SETTLING_MS = 10_000;
export const MINUTE_MS = 60_000;

/** The clock of one seat. */
export interface MinuteClock {
  /** Minutes charged. */
  minutes: number;
  /** Minutes that were due and are never charged: an outage of ours missed them, or they broke off before they were charged. */
  missed: number;
  /** Milliseconds of media that were delivered to the seat so far. */
  connectedMs: number;
  /** Position at which the last charged minute began; null without one, and once it was given back. */
  minuteFromMs: number | null;
  /** Position at which the next minute begins. */
  nextFromMs: number;
  /** Both sides are connected. */
  isRunning: boolean;
}

export const NEW_CLOCK: MinuteClock = {
  minutes: 0,
  missed: 0,
  connectedMs: 0,
  minuteFromMs: null,
  nextFromMs: SETTLING_MS,
  isRunning: false,
};

/** A node's report of a seat, since the one before. */
export interface SeatTime {
  /** Milliseconds of media delivered since then. */
  deliveredMs: number;
  /** Milliseconds of it that were sent after the fan's last sign of life. */
  silentMs: number;
  /** The fan gave a sign of life within the last seven seconds. */
  isFanThere: boolean;
  /** The performer's media arrive. */
  isPublished: boolean;
}

/** A clock after a report or a stop, and the number of the minute that is given back. */
export interface ClockChange {
  clock: MinuteClock;
  refunded: number | null;
}

/** Gives the last minute back: the next one begins with the next media. */
const giveBack = (clock: MinuteClock): ClockChange => ({
  clock: { ...clock, minuteFromMs: null, nextFromMs: clock.connectedMs + 1 },
  refunded: clock.minutes,
});

/** Minutes that began and weren't charged yet. */
const dueCount = ({ connectedMs, nextFromMs }: Pick<MinuteClock, 'connectedMs' | 'nextFromMs'>): number =>
  connectedMs < nextFromMs ? 0 : 1 + Math.floor((connectedMs - nextFromMs) / MINUTE_MS);

/** Returns the minutes that were never charged. Those that are due when a fan leaves stay free. */
export const missedMinutes = (clock: Pick<MinuteClock, 'missed' | 'connectedMs' | 'nextFromMs'>, isOver: boolean): number =>
  clock.missed + (isOver ? dueCount(clock) : 0);

/** Drops minutes that began and weren't charged yet, the last of which broke off: the next one begins with the next media. */
const dropDue = (clock: MinuteClock): ClockChange => ({
  clock: {
    ...clock,
    missed: clock.missed + dueCount(clock),
    minuteFromMs: null,
    nextFromMs: clock.connectedMs + 1,
  },
  refunded: null,
});

/**
 * Stops a running clock.
 *
 * @param side whose break it is: the performer's gives the running minute back; the fan keeps the rest of it for their return
 * @param silentMs media sent after the fan's last sign of life: a minute that began with them is given back, or dropped if it isn't charged yet
 */
export const stopClock = (clock: MinuteClock, side: 'performer' | 'fan', silentMs = 0): ClockChange => {
  const stopped = { ...clock, isRunning: false };
  if (!clock.isRunning) return { clock: stopped, refunded: null };
  const begins = dueMinute(clock)?.clock.minuteFromMs ?? clock.minuteFromMs;
  const isBroken = side === 'performer' || (begins !== null && begins > clock.connectedMs - silentMs);
  if (!isBroken) return { clock: stopped, refunded: null };
  if (clock.connectedMs >= clock.nextFromMs) return dropDue(stopped);
  return clock.minuteFromMs === null ? { clock: stopped, refunded: null } : giveBack(stopped);
};

/** Moves a clock on by what a node saw, and starts or stops it. */
export const passMedia = (clock: MinuteClock, { deliveredMs, silentMs, isFanThere, isPublished }: SeatTime): ClockChange => {
  // It ran since the last report if anything was delivered.
  const moved = { ...clock, connectedMs: clock.connectedMs + deliveredMs, isRunning: clock.isRunning || deliveredMs > 0 };
  if (isFanThere && isPublished) return { clock: { ...moved, isRunning: true }, refunded: null };
  return stopClock(moved, isPublished ? 'fan' : 'performer', silentMs);
};

/** A minute that is to be charged. */
export interface DueMinute {
  /** Its number, from 1. */
  minute: number;
  /** The clock once it is charged. */
  clock: MinuteClock;
  /** How long ago it began, in milliseconds of media. */
  lateMs: number;
}

/**
 * Returns the minute that is due, or undefined. A minute that is late by a minute or more was missed by an outage of ours: it isn't charged,
 * and the one that is begins with the newest media.
 */
export const dueMinute = (clock: MinuteClock): DueMinute | undefined => {
  const lateMs = clock.connectedMs - clock.nextFromMs;
  if (lateMs < 0) return undefined;
  const missed = lateMs < MINUTE_MS ? 0 : Math.ceil(lateMs / MINUTE_MS);
  const minuteFromMs = missed === 0 ? clock.nextFromMs : clock.connectedMs;
  const minute = clock.minutes + 1;
  return {
    minute,
    lateMs: clock.connectedMs - minuteFromMs,
    clock: { ...clock, minutes: minute, missed: clock.missed + missed, minuteFromMs, nextFromMs: minuteFromMs + MINUTE_MS },
  };
};

/** Returns when the next minute begins if the media go on; null while the clock stands. */
export const nextMinuteAt = ({ isRunning, nextFromMs, connectedMs }: MinuteClock, at: Date): Date | null =>
  isRunning ? new Date(at.getTime() + Math.max(0, nextFromMs - connectedMs)) : null;

/** Minutes that tokens are enough for. Amounts in hundredths. */
export const minutesFor = (tokens: bigint, price: bigint): number => Number(tokens / price);

/** The warning at the start of a minute: how many minutes are left, that one included; null when there are more than two. */
export const warningOf = (left: bigint, price: bigint): 1 | 2 | null => {
  const more = minutesFor(left, price);
  return more === 0 ? 1 : more === 1 ? 2 : null;
};
