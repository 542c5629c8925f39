import { describe, expect, test } from 'vitest';
import { type Bucket, type Count, LOG_IN_LIMITS, bucketOf, networkOf, pauseOf, unknownDeviceBuckets } from './log-in.rules.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const inSeconds = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);
const pause = (buckets: readonly Bucket[], counts: readonly [Bucket, Count][]): number =>
  pauseOf(buckets, (bucket) => counts.find(([known]) => known.key === bucket.key)?.[1], NOW);

describe('a network', () => {
  test.each([
    ['203.0.113.7', '203.0.113.0/24'],
    ['203.0.113.255', '203.0.113.0/24'],
    ['::ffff:203.0.113.7', '203.0.113.0/24'],
    ['2001:db8:12:34ab::1', '2001:db8:12:3400::/56'],
    ['2001:db8:12:34ff:1:2:3:4', '2001:db8:12:3400::/56'],
    ['2001:db8:12:3500::1', '2001:db8:12:3500::/56'],
    ['::1', '0:0:0:0::/56'],
    ['fe80::1%eth0', 'fe80:0:0:0::/56'],
  ])('of %s is %s', (ip, network) => expect(networkOf(ip)).toBe(network));
});

describe('a pause', () => {
  const buckets = unknownDeviceBuckets('maya', '203.0.113.7');
  const [here, network, strangers] = buckets as [Bucket, Bucket, Bucket];
  const full = (bucket: Bucket, seconds: number): [Bucket, Count] => [
    bucket,
    { failures: LOG_IN_LIMITS[bucket.limit].failures, windowEndsAt: inSeconds(seconds) },
  ];
  test('is zero below the limits, and after the window', () => {
    expect(pause(buckets, [])).toBe(0);
    expect(pause(buckets, [[here, { failures: LOG_IN_LIMITS.nameAndNetwork.failures - 1, windowEndsAt: inSeconds(60) }]])).toBe(0);
    expect(pause(buckets, [full(here, 0)])).toBe(0);
  });
  test('lasts until the last exhausted window ends', () => {
    expect(pause(buckets, [full(here, 60)])).toBe(60);
    expect(pause(buckets, [full(here, 60), full(strangers, 600.2), full(network, 5)])).toBe(601);
  });
  test('of one name in one network applies to no other name, network or device', () => {
    const counts = [full(here, 60)];
    expect(pause(unknownDeviceBuckets('maya', '198.51.100.7'), counts)).toBe(0);
    expect(pause(unknownDeviceBuckets('bruno', '203.0.113.7'), counts)).toBe(0);
    expect(pause([bucketOf('device', 'a-token')], counts)).toBe(0);
  });
});

test('buckets of different subjects have different keys', () => {
  expect(bucketOf('nameAndNetwork', 'a', 'b').key).toBe(bucketOf('nameAndNetwork', 'a', 'b').key);
  const keys = [
    bucketOf('nameAndNetwork', 'a', 'b'),
    bucketOf('nameAndNetwork', 'b', 'a'),
    bucketOf('nameAndNetwork', 'a\nb'),
    bucketOf('device', 'a'),
    bucketOf('strangers', 'a'),
  ].map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});
