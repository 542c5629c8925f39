import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  MINUTE_MS,
  type MinuteClock,
  NEW_CLOCK,
  SETTLING_MS,
  dueMinute,
  missedMinutes,
  nextMinuteAt,
  passMedia,
  stopClock,
  warningOf,
} from './minutes.rules.ts';

const TOGETHER = { silentMs: 0, isFanThere: true, isPublished: true };
const after = (clock: MinuteClock, deliveredMs: number): MinuteClock => passMedia(clock, { ...TOGETHER, deliveredMs }).clock;
/** A running first minute, of which `ms` were delivered. */
const inMinuteOne = (ms: number): MinuteClock => after(dueMinute(after(NEW_CLOCK, SETTLING_MS))!.clock, ms);

describe('the minute rule', () => {
  test('minute 1 begins after ten delivered seconds, minute n + 1 sixty after n', () => {
    expect(dueMinute(after(NEW_CLOCK, SETTLING_MS - 1))).toBeUndefined();
    const first = dueMinute(after(NEW_CLOCK, SETTLING_MS))!;
    expect(first).toMatchObject({ minute: 1, lateMs: 0, clock: { minutes: 1, minuteFromMs: 10_000, nextFromMs: 70_000 } });
    expect(dueMinute(after(first.clock, MINUTE_MS - 1))).toBeUndefined();
    // A late sweep doesn't move the minutes.
    expect(dueMinute(after(first.clock, MINUTE_MS + 5_000))).toMatchObject({
      minute: 2,
      lateMs: 5_000,
      clock: { minutes: 2, missed: 0, minuteFromMs: 70_000, nextFromMs: 130_000 },
    });
  });

  test('settles once: a fan who leaves and comes back goes on where they were', () => {
    const left = passMedia(after(NEW_CLOCK, 9_000), { deliveredMs: 0, silentMs: 0, isFanThere: false, isPublished: true }).clock;
    expect(left).toMatchObject({ isRunning: false, connectedMs: 9_000 });
    expect(dueMinute(after(left, 1_000))).toMatchObject({ minute: 1 });
  });

  test('a break of the performer gives the running minute back, and the next begins with the next media', () => {
    const { clock, refunded } = stopClock(inMinuteOne(30_000), 'performer');
    expect(refunded).toBe(1);
    expect(dueMinute(clock)).toBeUndefined();
    expect(dueMinute(after(clock, 1))).toMatchObject({ minute: 2, clock: { minuteFromMs: 40_001, nextFromMs: 100_001 } });
    // Nothing is given back twice, nor before the first minute, nor once the minute is over.
    expect(stopClock(clock, 'performer').refunded).toBeNull();
    expect(stopClock(after(NEW_CLOCK, 5_000), 'performer').refunded).toBeNull();
    expect(stopClock(inMinuteOne(MINUTE_MS), 'performer').refunded).toBeNull();
  });

  test('minutes that are due and not charged when the performer breaks off are dropped, also in the first report', () => {
    const { clock, refunded } = passMedia(NEW_CLOCK, { ...TOGETHER, deliveredMs: 70_000, isPublished: false });
    expect([clock.missed, refunded, dueMinute(clock)]).toEqual([2, null, undefined]);
    expect(dueMinute(after(clock, 1))).toMatchObject({ minute: 1, clock: { minuteFromMs: 70_001 } });
  });

  test('a break of the fan leaves the rest of the minute for their return', () => {
    const { clock, refunded } = stopClock(inMinuteOne(20_000), 'fan');
    expect(refunded).toBeNull();
    expect(stopClock(clock, 'performer').refunded).toBeNull();
    expect(dueMinute(after(clock, 39_999))).toBeUndefined();
    expect(dueMinute(after(clock, 40_000))).toMatchObject({ minute: 2 });
  });

  test('a minute that began after the fan’s last sign of life is given back', () => {
    const second = after(dueMinute(inMinuteOne(MINUTE_MS))!.clock, 2_000);
    expect(stopClock(second, 'fan', 1_999).refunded).toBeNull();
    expect(stopClock(second, 'fan', 2_001).refunded).toBe(2);
  });

  test('a minute that began in the fan’s silence and isn’t charged yet is dropped, and the next begins with their return', () => {
    const seen = { ...TOGETHER, deliveredMs: 2_000, isFanThere: false };
    const { clock, refunded } = passMedia(inMinuteOne(MINUTE_MS - 1_000), { ...seen, silentMs: 7_000 });
    expect([refunded, clock.missed, dueMinute(clock)]).toEqual([null, 1, undefined]);
    expect(dueMinute(after(clock, 1))).toMatchObject({ minute: 2, clock: { minuteFromMs: 71_001 } });
    // Before the first minute, and when an outage of ours was longer than a minute.
    expect(dueMinute(passMedia(after(NEW_CLOCK, SETTLING_MS - 1_000), { ...seen, silentMs: 7_000 }).clock)).toBeUndefined();
    expect(dueMinute(passMedia(NEW_CLOCK, { ...seen, deliveredMs: 3 * MINUTE_MS, silentMs: 7_000 }).clock)).toBeUndefined();
    // A minute that began before the last sign of life is due, and runs on at the return.
    expect(dueMinute(passMedia(inMinuteOne(MINUTE_MS), { ...seen, silentMs: 1_000 }).clock)).toMatchObject({ minute: 2 });
  });

  test('minutes that an outage missed are counted and not charged', () => {
    expect(dueMinute(after(NEW_CLOCK, 3_600_000))).toMatchObject({
      minute: 1,
      lateMs: 0,
      clock: { minutes: 1, missed: 60, minuteFromMs: 3_600_000, nextFromMs: 3_660_000 },
    });
  });

  test('minutes that are due when a fan leaves are never charged: they count as missed', () => {
    const clock = { ...NEW_CLOCK, missed: 1, connectedMs: 70_000 };
    expect(missedMinutes(clock, true)).toBe(3);
    expect(missedMinutes({ ...clock, connectedMs: 69_999 }, true)).toBe(2);
    expect(missedMinutes({ ...clock, connectedMs: 9_999 }, true)).toBe(1);
    expect(missedMinutes(clock, false)).toBe(1);
  });

  test('the next minute is announced while the clock runs', () => {
    const at = new Date(1_000_000);
    expect(nextMinuteAt(inMinuteOne(20_000), at)).toEqual(new Date(1_040_000));
    expect(nextMinuteAt(stopClock(inMinuteOne(20_000), 'fan').clock, at)).toBeNull();
  });

  test('warnings at two minutes and at one', () => {
    expect([200n, 199n, 100n, 99n, 0n].map((left) => warningOf(left, 100n))).toEqual([null, 2, 2, 1, 1]);
  });
});

type What =
  | 'watch'
  | 'burst'
  | 'fanDies'
  | 'fanLeaves'
  | 'performerDrops'
  | 'performerReturns'
  | 'reportsFail'
  | 'workersFail'
  | 'nodeDies';
interface Step {
  ms: number;
  what: What;
}
const step = fc.record<Step>({
  ms: fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 200_000 })),
  what: fc.constantFrom(
    'watch',
    'watch',
    'watch',
    'burst',
    'fanDies',
    'fanLeaves',
    'performerDrops',
    'performerReturns',
    'reportsFail',
    'workersFail',
    'nodeDies',
  ),
});

const REPORT_MS = 2_000;
const SILENCE_MS = 7_000;
const BUFFERED_MS = 55_000;

/**
 * A show on a virtual clock: a node that delivers and reports every two seconds, workers that charge every second, a fan who cheats or has bad
 * luck, and outages of ours.
 */
const play = (steps: readonly Step[]) => {
  let clock: MinuteClock = NEW_CLOCK;
  let isPublished = true;
  let [deliveredMs, unreportedMs, silentMs, silentFor] = [0, 0, 0, 0];
  const charged: { fromMs: number; connectedMs: number }[] = [];
  const refunded: number[] = [];
  const unfair: string[] = [];
  /** Position of the media after which the fan was gone; null while the fan is there. */
  let goneFromMs: number | null = null;

  const note = (minute: number | null): void => {
    if (minute !== null) refunded.push(minute);
  };
  const sweep = (): void => {
    const due = isPublished ? dueMinute(clock) : undefined;
    if (!due) return;
    clock = due.clock;
    if (goneFromMs !== null && !clock.isRunning && clock.minuteFromMs! > goneFromMs) unfair.push(`minute ${clock.minutes}`);
    charged.push({ fromMs: clock.minuteFromMs!, connectedMs: clock.connectedMs });
  };
  const report = (isFanThere: boolean): void => {
    const before = clock;
    const change = passMedia(clock, { deliveredMs: unreportedMs, silentMs, isFanThere, isPublished });
    clock = change.clock;
    unreportedMs = 0;
    note(change.refunded);
    const beganGone = goneFromMs !== null && clock.minuteFromMs !== null && clock.minuteFromMs > goneFromMs;
    if (before.isRunning && !clock.isRunning && !isFanThere && isPublished && beganGone) unfair.push(`minute ${clock.minutes}`);
  };
  /** Seconds in which media go out to the fan, whether or not somebody is there. */
  const pass = (ms: number, { isSending = true, isAlive = true, reports = true, workers = true } = {}): void => {
    for (let at = 0; at < ms; at += 1000) {
      if (isSending && isPublished && silentFor < SILENCE_MS) {
        deliveredMs += 1000;
        unreportedMs += 1000;
        if (!isAlive) silentMs += 1000;
      }
      silentFor = isAlive ? 0 : silentFor + 1000;
      if (isAlive) silentMs = 0;
      if (reports && at % REPORT_MS === 0) report(silentFor < SILENCE_MS);
      if (workers) sweep();
    }
  };
  const acts: Record<What, (ms: number) => void> = {
    watch: (ms) => pass(ms),
    burst: (ms) => {
      if (isPublished) {
        deliveredMs += Math.min(ms, BUFFERED_MS);
        unreportedMs += Math.min(ms, BUFFERED_MS);
      }
      pass(SILENCE_MS + REPORT_MS, { isSending: false, isAlive: false });
    },
    fanDies: (ms) => {
      goneFromMs = clock.connectedMs + unreportedMs;
      pass(Math.max(ms, SILENCE_MS + 2 * REPORT_MS), { isAlive: false });
      goneFromMs = null;
      silentFor = 0;
      silentMs = 0;
    },
    fanLeaves: () => {
      report(true);
      const change = stopClock(clock, 'fan');
      clock = change.clock;
      note(change.refunded);
    },
    performerDrops: () => {
      isPublished = false;
      report(true);
    },
    performerReturns: () => {
      isPublished = true;
      report(true);
    },
    reportsFail: (ms) => pass(ms, { reports: false }),
    workersFail: (ms) => pass(ms, { workers: false }),
    nodeDies: () => {
      // Media that weren't reported are lost with the node: an outage of ours.
      deliveredMs -= unreportedMs;
      unreportedMs = 0;
      const change = stopClock(clock, 'performer');
      clock = change.clock;
      note(change.refunded);
    },
  };
  for (const { ms, what } of steps) acts[what](ms);
  pass(2 * REPORT_MS);
  return { clock, charged, refunded, deliveredMs, unfair };
};

test('in 10,000 shows nobody watches for nothing, and nobody pays for nothing', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), (steps) => {
      const { clock, charged, refunded, deliveredMs, unfair } = play(steps);
      expect(charged).toHaveLength(clock.minutes);
      // Nobody watches for nothing: what was delivered is charged, is due, was given back or was missed by an outage of ours.
      const due = dueMinute(clock);
      const counted = due ? due.minute + due.clock.missed : clock.minutes + clock.missed;
      expect(counted).toBeGreaterThanOrEqual(Math.floor((deliveredMs - SETTLING_MS) / MINUTE_MS));
      // Nobody pays for nothing: each minute began with media of its own, after what earlier ones took.
      for (const [index, { fromMs, connectedMs }] of charged.entries()) {
        const before = refunded.includes(index) ? undefined : charged[index - 1];
        expect(fromMs).toBeGreaterThanOrEqual(before ? before.fromMs + MINUTE_MS : SETTLING_MS);
        expect(fromMs).toBeLessThanOrEqual(connectedMs);
      }
      // Each is given back once at most, and a minute that began after the fan was gone always.
      expect(new Set(refunded).size).toBe(refunded.length);
      expect(unfair).toEqual([]);
    }),
    { numRuns: 10_000 },
  );
}, 120_000);
