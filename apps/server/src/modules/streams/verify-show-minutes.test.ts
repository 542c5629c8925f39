import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSigner } from '../../platform/signed-file.ts';
import { MINUTE_MS, type MinuteClock, NEW_CLOCK, dueMinute, missedMinutes, passMedia, stopClock } from './minutes.rules.ts';
import { type MinuteLine, type MinutesHead, type SeatHead, type ShowMinutes, buildShowMinutes, signMinutes } from './show-minutes.ts';
import { verifyMinutesFile } from './verify-show-minutes.ts';

const site = createSigner(randomBytes(32));
const forger = createSigner(randomBytes(32));

const HEAD: MinutesHead = {
  site: 'https://stage.example',
  exportedAt: '2026-11-21T20:00:00.000Z',
  show: {
    id: 's',
    type: 'group',
    title: 'Four “blues”',
    performer: { id: 'p', username: 'luna', name: 'Luna Reyes' },
    startedAt: '2026-11-21T19:00:00.000Z',
    endedAt: '2026-11-21T19:04:00.000Z',
    endReason: 'performer',
  },
};

const seatOf = (changes: Partial<SeatHead> = {}): SeatHead => ({
  fan: { id: 'f', username: 'mira', name: 'Mira' },
  price: '3.00',
  connectedSeconds: 151.001,
  missed: 0,
  isOver: true,
  leftReason: 'ended',
  ...changes,
});

const lineOf = (minute: number, fromMs: number, toMs: number, changes: Partial<MinuteLine> = {}): MinuteLine => ({
  fan: 'mira',
  minute,
  startedAt: `2026-11-21T19:0${minute}:00.000Z`,
  fromMs,
  toMs,
  connectedSeconds: (toMs - fromMs) / 1000,
  protocols: ['whep'],
  amount: '3.00',
  refund: null,
  refundReason: null,
  ...changes,
});

/** Minute 2 was given back after 20 seconds; another fan was there for one minute. */
const LINES = [
  lineOf(1, 10_000, 70_000),
  lineOf(2, 70_000, 90_000, { refund: '3.00', refundReason: 'dropped' }),
  lineOf(3, 90_001, 150_001),
  lineOf(4, 150_001, 151_001, { refund: '3.00', refundReason: 'ended' }),
  lineOf(1, 10_000, 40_000, { fan: 'noa', protocols: ['hls', 'mp4'] }),
];
const SEATS = [seatOf(), seatOf({ fan: { id: 'n', username: 'noa', name: 'Noa' }, connectedSeconds: 40, leftReason: 'left' })];
const MINUTES = buildShowMinutes(HEAD, SEATS, LINES);

const bytes = (text: string): Buffer => Buffer.from(text, 'utf8');
/** The file of other lines, made as the site makes them and signed by its key: only the rules can find what is wrong. */
const fileWith = (change: (lines: MinuteLine[], seats: SeatHead[]) => void): Buffer => {
  const [lines, seats] = [structuredClone(LINES), structuredClone(SEATS)];
  change(lines, seats);
  return bytes(signMinutes(buildShowMinutes(HEAD, seats, lines), site));
};

describe('a genuine export', () => {
  const file = signMinutes(MINUTES, site);

  test('is right by the site’s key, and its sums follow from the minutes', () => {
    const { minutes, isSignerKnown } = verifyMinutesFile(bytes(file), site.publicKey);
    expect(isSignerKnown).toBe(true);
    expect(minutes).toEqual(MINUTES);
    expect(minutes.seats).toMatchObject([
      { charged: 2, refunded: 2, amount: '12.00', refund: '6.00', paid: '6.00' },
      { charged: 1, refunded: 0, amount: '3.00', refund: '0.00', paid: '3.00' },
    ]);
    expect(minutes.total).toEqual({ charged: 3, refunded: 2, amount: '15.00', refund: '6.00', paid: '9.00' });
  });

  test('without the site’s key has an unknown signer, whoever signed it', () => {
    expect(verifyMinutesFile(bytes(file))).toMatchObject({ isSignerKnown: false, publicKey: site.publicKey });
    expect(verifyMinutesFile(bytes(signMinutes(MINUTES, forger)))).toMatchObject({ isSignerKnown: false, publicKey: forger.publicKey });
  });

  test('is refused by the site’s key when another signed it', () => {
    expect(() => verifyMinutesFile(bytes(signMinutes(MINUTES, forger)), site.publicKey)).toThrow('Line 1: it is signed with another key');
    const borrowed = signMinutes(MINUTES, { publicKey: site.publicKey, sign: forger.sign });
    expect(() => verifyMinutesFile(bytes(borrowed), site.publicKey)).toThrow('Line 1: the signature doesn’t match');
  });

  test('fails with any changed byte, one more and one less', () => {
    const original = bytes(file);
    for (let at = 0; at < original.length; at += 1) {
      for (const bit of [1, 128]) {
        const changed = Buffer.from(original);
        changed[at]! ^= bit;
        expect(() => verifyMinutesFile(changed), `byte ${at}`).toThrow(/^(Line \d+: |This is not|The minutes can’t be computed)/);
      }
    }
    expect(() => verifyMinutesFile(Buffer.concat([original, bytes(' ')]))).toThrow('Line 8: it isn’t written as the site writes it.');
    expect(() => verifyMinutesFile(original.subarray(0, -1))).toThrow(/^Line \d+: /);
  });

  test('checks minutes from before media were counted by their numbers and amounts', () => {
    const old = { fromMs: null, toMs: null, connectedSeconds: null, protocols: [] };
    const lines = LINES.map((line) => ({ ...line, ...old }));
    const seats = SEATS.map((seat) => ({ ...seat, connectedSeconds: 0 }));
    expect(verifyMinutesFile(bytes(signMinutes(buildShowMinutes(HEAD, seats, lines), site))).minutes.total.paid).toBe('9.00');
  });
});

describe('tampering that the rules find, whoever signed it', () => {
  test.each<[string, string, (lines: MinuteLine[], seats: SeatHead[]) => void]>([
    ['an amount', 'Line 5: minute 3 of @mira costs 3.50, but the price is 3.00.', ([, , third]) => (third!.amount = '3.50')],
    [
      'a minute moved back',
      'Line 5: minute 3 of @mira begins before minute 2 is over.',
      ([, , third]) => Object.assign(third!, { fromMs: 80_001, toMs: 140_001 }),
    ],
    [
      'a first minute within the settling seconds',
      'Line 7: minute 1 of @noa begins before 10 seconds of media.',
      (lines) => Object.assign(lines[4]!, { fromMs: 9_999, toMs: 39_999 }),
    ],
    [
      'a minute beyond the media',
      'Line 7: minute 1 of @noa goes beyond the 40 seconds that the fan was connected.',
      (lines) => Object.assign(lines[4]!, { fromMs: 10_000, toMs: 41_000, connectedSeconds: 31 }),
    ],
    [
      'a minute twice',
      'Line 4: minute 1 of @mira is there twice, or out of order.',
      (lines) => lines.splice(1, 0, structuredClone(lines[0]!)),
    ],
    [
      'a minute added',
      'Line 7: minute 5 of @mira goes beyond the 151.001 seconds that the fan was connected.',
      (lines) => lines.splice(4, 0, lineOf(5, 151_001, 152_001)),
    ],
    ['a minute left out', 'Line 4: minute 2 of @mira is missing before it.', (lines) => lines.splice(1, 1)],
    [
      'seconds',
      'Line 3: minute 1 of @mira says 59 seconds, but its positions are 60 seconds apart.',
      ([first]) => (first!.connectedSeconds = 59),
    ],
    [
      'a minute of more than 60 seconds',
      'Line 3: minute 1 of @mira covers more than 60 seconds.',
      ([first]) => Object.assign(first!, { toMs: 70_001, connectedSeconds: 60.001 }),
    ],
    [
      'a refund dropped',
      'Line 4: minute 2 of @mira covers 20 seconds and wasn’t given back.',
      ([, second]) => Object.assign(second!, { refund: null, refundReason: null }),
    ],
    ['part of a refund', 'Line 4: minute 2 of @mira costs 3.00, but 1.00 was given back.', ([, second]) => (second!.refund = '1.00')],
    [
      'a refund without its amount',
      'Line 4: minute 2 of @mira has a reason of a refund, but no refund.',
      ([, second]) => (second!.refund = null),
    ],
    [
      'one minute made into two',
      'Line 7: minute 1 of @noa covers 10 seconds and wasn’t given back.',
      (lines) => lines.splice(4, 1, lineOf(1, 10_000, 20_000, { fan: 'noa' }), lineOf(2, 20_000, 40_000, { fan: 'noa' })),
    ],
    ['a seat twice', 'Line 2: the seat of @noa is there twice.', (_lines, seats) => seats.push(structuredClone(seats[1]!))],
    [
      'minutes left out at the end',
      'Line 2: @noa was connected for 3 whole minutes: some were left out.',
      (_lines, [, noa]) => (noa!.connectedSeconds = 190),
    ],
    ['a minute of somebody without a seat', 'Line 7: there is no seat of @max.', (lines) => (lines[4]!.fan = 'max')],
  ])('%s', (_what, message, change) => {
    expect(() => verifyMinutesFile(fileWith(change), site.publicKey)).toThrow(message);
  });

  test.each<[string, string, (minutes: ShowMinutes) => ShowMinutes]>([
    [
      'a seat’s sum',
      'Line 2: “refund” of @mira is 3.00, but the minutes come to 6.00.',
      ({ seats: [mira, noa], ...rest }) => ({ ...rest, seats: [{ ...mira!, refund: '3.00' }, noa!] }),
    ],
    [
      'the sum of the show',
      'Line 2: “paid” of the show is 12.00, but the minutes come to 9.00.',
      (minutes) => ({ ...minutes, total: { ...minutes.total, paid: '12.00' } }),
    ],
  ])('%s', (_what, message, change) => {
    expect(() => verifyMinutesFile(bytes(signMinutes(change(MINUTES), site)), site.publicKey)).toThrow(message);
  });

  test('the signature finds a changed figure that no other depends on', () => {
    const file = signMinutes(MINUTES, site).replace('19:01:00.000Z', '19:01:30.000Z');
    expect(() => verifyMinutesFile(bytes(file))).toThrow('Line 1: the signature doesn’t match: the file was changed.');
  });
});

test.each([
  ['', 'This is not an export of minutes: it is no JSON.'],
  ['null', 'This is not an export of a show’s minutes.'],
  ['{"header":{"format":"stagedoor-show-minutes-1"}}', 'This is not an export of a show’s minutes.'],
])('names another file: %s', (text, message) => {
  expect(() => verifyMinutesFile(bytes(text))).toThrow(message);
});

/** A step of a seat: media, the fan's or the performer's break, and a sweep that charges. */
const step = fc.record({
  deliveredMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 90_000 })),
  silentMs: fc.integer({ min: 0, max: 9_000 }),
  isFanThere: fc.boolean(),
  isPublished: fc.boolean(),
  isSwept: fc.boolean(),
});

test('the export of any show that followed the rules is right', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), fc.boolean(), (steps, isOver) => {
      let clock: MinuteClock = NEW_CLOCK;
      const rows: { minute: number; fromMs: number; toMs: number | null; isRefunded: boolean }[] = [];
      const end = (toMs: number, isRefunded: boolean): void => {
        const row = rows.at(-1);
        if (!row || row.toMs !== null) return;
        row.toMs = Math.min(toMs, row.fromMs + MINUTE_MS);
        row.isRefunded = isRefunded;
      };
      for (const { isSwept, ...time } of steps) {
        const change = passMedia(clock, { ...time, silentMs: Math.min(time.silentMs, time.deliveredMs) });
        clock = change.clock;
        if (change.refunded !== null) end(clock.connectedMs, true);
        const due = isSwept && time.isPublished ? dueMinute(clock) : undefined;
        if (!due) continue;
        end(due.clock.minuteFromMs!, false);
        clock = due.clock;
        rows.push({ minute: due.minute, fromMs: clock.minuteFromMs!, toMs: null, isRefunded: false });
      }
      if (isOver) clock = stopClock(clock, 'fan').clock;
      const lines = rows.map(({ minute, fromMs, toMs, isRefunded }) =>
        lineOf(minute, fromMs, toMs ?? Math.min(fromMs + MINUTE_MS, clock.connectedMs), {
          startedAt: '2026-11-21T19:00:00.000Z',
          ...(isRefunded ? { refund: '3.00', refundReason: 'dropped' } : {}),
        }),
      );
      const seat = seatOf({ connectedSeconds: clock.connectedMs / 1000, missed: missedMinutes(clock, isOver), isOver });
      const file = bytes(signMinutes(buildShowMinutes(HEAD, [seat], lines), site));
      expect(verifyMinutesFile(file, site.publicKey).isSignerKnown).toBe(true);
    }),
    { numRuns: 2000 },
  );
});
