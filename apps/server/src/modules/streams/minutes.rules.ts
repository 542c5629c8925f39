// The minute rule: when a minute of a paid show begins, and what a break does to it. Pure; the only place that decides it.

/** How long both sides must have been connected before a minute begins. */
export const SETTLING_MS = 10_000;
export const MINUTE_MS = 60_000;

/** The clock of one participant. */
export interface MinuteClock {
  /** Minutes charged; the last one is running, or was. */
  minutes: number;
  /** When the running minute began; null while none runs. */
  minuteStartedAt: Date | null;
  /** When the next minute begins; null while one side is away. */
  nextMinuteAt: Date | null;
}

export const NEW_CLOCK: MinuteClock = { minutes: 0, minuteStartedAt: null, nextMinuteAt: null };

/** Both sides are connected: after a break the next minute begins like the first. */
export const startClock = (clock: MinuteClock, at: Date): MinuteClock =>
  clock.nextMinuteAt === null ? { ...clock, minuteStartedAt: null, nextMinuteAt: new Date(at.getTime() + SETTLING_MS) } : clock;

/**
 * A side broke the connection.
 * @returns the stopped clock, and the number of the running minute when it is given back: only the performer's side gives one back
 */
export const stopClock = (clock: MinuteClock, side: 'performer' | 'fan', at: Date): { clock: MinuteClock; refunded: number | null } => {
  const isRunning = clock.minuteStartedAt !== null && clock.nextMinuteAt !== null && clock.nextMinuteAt > at;
  return {
    clock: { ...clock, minuteStartedAt: null, nextMinuteAt: null },
    refunded: side === 'performer' && isRunning ? clock.minutes : null,
  };
};

/**
 * The minute that is due, and the clock once it is charged; undefined when none is. A minute that was missed for as long as a minute lasts,
 * while nothing of ours ran, is not made up for: the clock goes on from now.
 */
export const dueMinute = (clock: MinuteClock, at: Date): { minute: number; clock: MinuteClock } | undefined => {
  if (clock.nextMinuteAt === null || clock.nextMinuteAt > at) return undefined;
  const isMissed = at.getTime() - clock.nextMinuteAt.getTime() >= MINUTE_MS;
  const startedAt = isMissed ? at : clock.nextMinuteAt;
  const minute = clock.minutes + 1;
  return { minute, clock: { minutes: minute, minuteStartedAt: startedAt, nextMinuteAt: new Date(startedAt.getTime() + MINUTE_MS) } };
};

/** Minutes that tokens are enough for. Amounts in hundredths. */
export const minutesFor = (tokens: bigint, price: bigint): number => Number(tokens / price);

/** The warning at the start of a minute: how many minutes are left, that one included; null when there are more than two. */
export const warningOf = (left: bigint, price: bigint): 1 | 2 | null => {
  const more = minutesFor(left, price);
  return more === 0 ? 1 : more === 1 ? 2 : null;
};
