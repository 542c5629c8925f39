import { expect, test } from 'vitest';
import { createDeliveries } from './deliveries.ts';

const FAN = 'the fan';
const setUp = () => {
  let now = 1_000_000;
  const deliveries = createDeliveries(() => now);
  return { deliveries, pass: (ms: number) => (now += ms), fan: () => deliveries.snapshot()[0]! };
};

test('counts media once, by whatever protocol and token they were fetched', () => {
  const { deliveries, fan } = setUp();
  deliveries.recordFetched(FAN, 'hls', { from: 2000, to: 4000 });
  deliveries.recordFetched(FAN, 'hls', { from: 2000, to: 4000 });
  deliveries.recordFetched(FAN, 'mp4', { from: 3000, to: 5000 });
  deliveries.recordSent(FAN, 'whep', { from: 0, to: 2500 }, true);
  deliveries.recordFetched(FAN, 'hls', { from: 9000, to: 9500 });
  expect(fan()).toMatchObject({ accountId: FAN, deliveredMs: 5500, protocols: ['hls', 'mp4', 'whep'] });
});

test('counts each seat by itself, and nothing for those who don’t pay', () => {
  const { deliveries } = setUp();
  deliveries.recordFetched(FAN, 'hls', { from: 0, to: 2000 });
  deliveries.recordFetched('another', 'hls', { from: 0, to: 1000 });
  deliveries.recordFetched(null, 'hls', { from: 0, to: 9000 });
  expect(deliveries.snapshot().map(({ accountId, deliveredMs }) => [accountId, deliveredMs])).toEqual([
    [FAN, 2000],
    ['another', 1000],
  ]);
});

test('a fan who gives no sign of life for seven seconds is gone', () => {
  const { deliveries, pass, fan } = setUp();
  deliveries.recordFetched(FAN, 'hls', { from: 0, to: 2000 });
  pass(6999);
  expect(fan().isThere).toBe(true);
  pass(1);
  expect(fan().isThere).toBe(false);
  deliveries.hear(FAN);
  expect(fan().isThere).toBe(true);
});

test('tells what was sent after the last report of a WebRTC client, unless it never reported anything', () => {
  const { deliveries, fan } = setUp();
  deliveries.recordSent(FAN, 'whep', { from: 0, to: 1000 }, false);
  expect(fan()).toMatchObject({ deliveredMs: 1000, silentMs: 0 });
  deliveries.recordSent(FAN, 'whep', { from: 1000, to: 3000 }, true);
  expect(fan().silentMs).toBe(2000);
  deliveries.hear(FAN);
  expect(fan()).toMatchObject({ deliveredMs: 3000, silentMs: 0 });
});

test('stays small in a show of days, and counts on', () => {
  const { deliveries, fan } = setUp();
  // Every other second, so that no interval touches the one before.
  for (let second = 0; second < 20_000; second += 2) deliveries.recordFetched(FAN, 'hls', { from: second * 1000, to: (second + 1) * 1000 });
  expect(fan().deliveredMs).toBe(10_000_000);
  // Old media aren't compared any more, and not counted again.
  deliveries.recordFetched(FAN, 'hls', { from: 0, to: 1000 });
  expect(fan().deliveredMs).toBe(10_000_000);
});
