import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MINUTE_MS, type MinuteClock, NEW_CLOCK, SETTLING_MS, dueMinute, startClock, stopClock, warningOf } from './minutes.rules.ts';

const at = (milliseconds: number): Date => new Date(1_000_000_000 + milliseconds);
const started = startClock(NEW_CLOCK, at(0));

describe('the minute rule', () => {
  test('minute 1 begins after ten seconds together, minute n + 1 sixty seconds after n', () => {
    expect(dueMinute(started, at(SETTLING_MS - 1))).toBeUndefined();
    const first = dueMinute(started, at(SETTLING_MS))!;
    expect(first).toEqual({ minute: 1, clock: { minutes: 1, minuteStartedAt: at(10_000), nextMinuteAt: at(70_000) } });
    // A late tick doesn't move the minutes.
    expect(dueMinute(first.clock, at(75_000))).toEqual({
      minute: 2,
      clock: { minutes: 2, minuteStartedAt: at(70_000), nextMinuteAt: at(130_000) },
    });
  });

  test('a break of the performer gives the running minute back, one of the fan doesn’t', () => {
    const { clock } = dueMinute(started, at(10_000))!;
    const stopped = { minutes: 1, minuteStartedAt: null, nextMinuteAt: null };
    expect(stopClock(clock, 'performer', at(69_999))).toEqual({ clock: stopped, refunded: 1 });
    expect(stopClock(clock, 'fan', at(30_000))).toEqual({ clock: stopped, refunded: null });
    // The minute is over, the next not charged yet; and during the first ten seconds there is none.
    expect(stopClock(clock, 'performer', at(70_000)).refunded).toBeNull();
    expect(stopClock(started, 'performer', at(5_000)).refunded).toBeNull();
    expect(stopClock(stopped, 'performer', at(80_000)).refunded).toBeNull();
  });

  test('ticks that were missed for a minute or longer are not charged', () => {
    expect(dueMinute(started, at(3_600_000))).toEqual({
      minute: 1,
      clock: { minutes: 1, minuteStartedAt: at(3_600_000), nextMinuteAt: at(3_660_000) },
    });
  });

  test('warnings at two minutes and at one', () => {
    expect([200n, 199n, 100n, 99n, 0n].map((left) => warningOf(left, 100n))).toEqual([null, 2, 2, 1, 1]);
  });
});

type Step = { after: number; what: 'performerDrops' | 'performerReturns' | 'fanLeaves' | 'fanReturns' | 'sweep' | 'twoSweeps' | 'outage' };
const step = fc.record<Step>({
  after: fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 200_000 })),
  what: fc.constantFrom('performerDrops', 'performerReturns', 'fanLeaves', 'fanReturns', 'sweep', 'twoSweeps', 'outage'),
});

/**
 * A show on a virtual clock, with its ledger: charges by key, and what was given back. The sweep runs each second unless it is out; two
 * sweeps decide from the same clock, and the ledger takes one charge of a key.
 */
const simulate = (steps: readonly Step[]) => {
  let now = 0;
  let clock: MinuteClock = NEW_CLOCK;
  const connected = { performer: false, fan: false };
  let isOut = false;
  let togetherSince: number | null = null;
  const charged = new Map<number, { startedAt: number; at: number; togetherMs: number }>();
  const refunded = new Set<number>();
  let togetherMs = 0;

  const charge = (from: MinuteClock): void => {
    const due = dueMinute(from, at(now));
    if (!due) return;
    if (charged.has(due.minute)) return;
    charged.set(due.minute, {
      startedAt: due.clock.minuteStartedAt!.getTime(),
      at: at(now).getTime(),
      togetherMs: togetherSince === null ? -1 : now - togetherSince,
    });
    clock = due.clock;
  };
  const sweep = (times: number): void => {
    const read = clock;
    for (let n = 0; n < times; n += 1) charge(read);
  };
  const pass = (milliseconds: number): void => {
    for (const end = now + milliseconds; now < end; ) {
      const part = Math.min(1000, end - now);
      now += part;
      if (connected.performer && connected.fan) togetherMs += part;
      if (!isOut) sweep(1);
    }
  };
  const settle = (side: 'performer' | 'fan'): void => {
    const isTogether = connected.performer && connected.fan;
    if (isTogether && togetherSince === null) {
      togetherSince = now;
      clock = startClock(clock, at(now));
    }
    if (!isTogether && togetherSince !== null) {
      togetherSince = null;
      const stopped = stopClock(clock, side, at(now));
      clock = stopped.clock;
      if (stopped.refunded !== null) {
        expect(refunded.has(stopped.refunded)).toBe(false);
        refunded.add(stopped.refunded);
      }
    }
  };
  for (const { after, what } of steps) {
    pass(after);
    if (what === 'performerDrops' || what === 'performerReturns') connected.performer = what === 'performerReturns';
    if (what === 'fanLeaves' || what === 'fanReturns') connected.fan = what === 'fanReturns';
    if (what === 'outage') isOut = !isOut;
    if (what === 'sweep') sweep(1);
    if (what === 'twoSweeps') sweep(2);
    settle(what.startsWith('performer') ? 'performer' : 'fan');
  }
  return { charged, refunded, togetherMs, clock };
};

test('10,000 simulated shows: no minute is charged twice or unearned, and what is left of the charges fits the time together', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), (steps) => {
      const { charged, refunded, togetherMs, clock } = simulate(steps);
      const minutes = [...charged.keys()].sort((a, b) => a - b);
      // Numbered without gaps, and as many as the clock counts.
      expect(minutes).toEqual(Array.from({ length: clock.minutes }, (_, index) => index + 1));
      const starts = minutes.map((minute) => charged.get(minute)!);
      for (const [index, one] of starts.entries()) {
        // Both sides had been connected for ten seconds.
        expect(one.togetherMs).toBeGreaterThanOrEqual(SETTLING_MS);
        // Charged at its start, within a minute of it.
        expect(one.at - one.startedAt).toBeGreaterThanOrEqual(0);
        expect(one.at - one.startedAt).toBeLessThan(MINUTE_MS);
        // No minute begins before the last one has passed, unless that was broken off.
        const before = starts[index - 1];
        const follows = before !== undefined && one.togetherMs > one.at - before.startedAt;
        expect(follows && one.startedAt - before.startedAt < MINUTE_MS).toBe(false);
      }
      for (const minute of refunded) expect(charged.has(minute)).toBe(true);
      const breaks = steps.length;
      expect(charged.size - refunded.size).toBeLessThanOrEqual(Math.ceil(togetherMs / MINUTE_MS) + breaks);
    }),
    { numRuns: 10_000 },
  );
});
