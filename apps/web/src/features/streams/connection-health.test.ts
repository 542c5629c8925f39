import { describe, expect, it } from 'vitest';
import {
  type ConnectionHealth,
  healthBetween,
  type HealthSample,
  isWeak,
  NO_CONNECTION_HEALTH,
  sampleOf,
  watchReceived,
} from './connection-health.ts';

const at = (milliseconds: number, change: Partial<HealthSample> = {}): HealthSample => ({
  at: milliseconds,
  bytes: 0,
  packets: 0,
  packetsLost: 0,
  frames: 0,
  roundTrip: 28,
  height: 720,
  isLimited: false,
  ...change,
});

describe('connection health', () => {
  it('is what was sent, lost and rendered between two samples', () => {
    const health = healthBetween(at(1000), at(3000, { bytes: 625_000, packets: 500, packetsLost: 4, frames: 60 }));
    expect(health).toEqual({ bitrate: 2500, lost: 0.8, roundTrip: 28, framesPerSecond: 30, height: 720, isLimited: false });
  });

  it('is unknown at the first sample, and after a new connection reset the counters', () => {
    const fresh = { ...NO_CONNECTION_HEALTH, roundTrip: 28, height: 720 };
    expect(healthBetween(null, at(1000, { bytes: 10 }))).toEqual(fresh);
    expect(healthBetween(at(1000, { bytes: 900 }), at(2000, { bytes: 10 }))).toEqual(fresh);
  });

  it('reports no loss while nothing is sent', () => {
    expect(healthBetween(at(1000), at(2000)).lost).toBe(0);
  });

  it('is read from the statistics of video and audio', () => {
    const report = new Map<string, unknown>([
      [
        'v',
        {
          type: 'outbound-rtp',
          kind: 'video',
          bytesSent: 900,
          packetsSent: 9,
          framesEncoded: 30,
          frameHeight: 360,
          qualityLimitationReason: 'bandwidth',
        },
      ],
      ['a', { type: 'outbound-rtp', kind: 'audio', bytesSent: 100, packetsSent: 1 }],
      ['r', { type: 'remote-inbound-rtp', kind: 'video', packetsLost: 2 }],
      ['p', { type: 'candidate-pair', nominated: true, currentRoundTripTime: 0.0284 }],
    ]) as unknown as RTCStatsReport;
    expect(sampleOf(report)).toMatchObject({
      bytes: 1000,
      packets: 10,
      packetsLost: 2,
      frames: 30,
      roundTrip: 28,
      height: 360,
      isLimited: true,
    });
  });

  it('is weak after several samples of much loss, or of less than half the bit rate for want of more', () => {
    const five = (change: Partial<ConnectionHealth>) => Array.from({ length: 5 }, () => ({ ...NO_CONNECTION_HEALTH, ...change }));
    const limited = five({ bitrate: 1000, isLimited: true });
    expect(isWeak(limited, 2_500_000)).toBe(true);
    expect(isWeak(limited.slice(1), 2_500_000)).toBe(false);
    expect(isWeak(limited, 1_400_000)).toBe(false);
    // A picture that stands still takes little.
    expect(isWeak(five({ bitrate: 100 }), 2_500_000)).toBe(false);
    expect(isWeak(five({ lost: 6, bitrate: 2400 }), 2_500_000)).toBe(true);
    expect(isWeak([...five({ lost: 0 }).slice(2), ...five({ lost: 9 }).slice(3)], 2_500_000)).toBe(false);
    expect(isWeak([], 2_500_000)).toBe(false);
  });
});

describe('what is received', () => {
  /** Tells a second's packets at a time, so many of a hundred lost in each. */
  const after = (losses: readonly number[]): boolean => {
    const quality = watchReceived();
    const total = { packets: 0, packetsLost: 0 };
    quality.received(total, 0);
    losses.forEach((lost, index) => {
      total.packets += 100 - lost;
      total.packetsLost += lost;
      quality.received({ ...total }, (index + 1) * 2000);
      quality.received({ ...total }, (index + 1) * 2000 + 500);
    });
    return quality.isWeak(100_000);
  };

  it('is weak once most of the last samples lost much, and no longer once they don’t', () => {
    expect([[], [9, 9], [9, 0, 9], [0, 4, 4, 4, 4]].map(after)).toEqual([false, false, false, false]);
    expect(
      [
        [9, 9, 9],
        [9, 0, 9, 0, 9],
      ].map(after),
    ).toEqual([true, true]);
    expect(after([9, 9, 9, 0, 0, 0, 0, 0])).toBe(false);
  });

  it('starts anew with another connection’s counters', () => {
    const quality = watchReceived();
    for (const [packets, packetsLost, at] of [
      [900, 0, 0],
      [10, 90, 2000],
      [110, 90, 4000],
      [210, 90, 6000],
    ] as const)
      quality.received({ packets, packetsLost }, at);
    expect(quality.isWeak(6000)).toBe(false);
  });

  it('is weak for some seconds after the picture stood still', () => {
    const quality = watchReceived();
    quality.stalled(1000);
    expect([10_999, 11_000].map(quality.isWeak)).toEqual([true, false]);
  });
});
