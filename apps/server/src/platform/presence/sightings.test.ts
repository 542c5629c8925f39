import { expect, test, vi } from 'vitest';
import type { Sighting } from './presence.store.ts';
import { createSightings } from './sightings.ts';

const at = (minute: number): Date => new Date(Date.UTC(2026, 0, 1, 0, minute));

test('notes are gathered for one write; the same id is noted again after the interval', async () => {
  vi.useFakeTimers();
  try {
    const written: (readonly Sighting[])[] = [];
    const sightings = createSightings(async (some) => void written.push(some), 60_000, { warn: () => {} });
    sightings.note('a', at(0));
    sightings.note('b', at(0));
    sightings.note('a', at(1));
    await vi.advanceTimersByTimeAsync(5000);
    const first = [
      { id: 'a', at: at(0) },
      { id: 'b', at: at(0) },
    ];
    expect(written).toEqual([first]);
    sightings.note('a', at(2));
    await vi.advanceTimersByTimeAsync(56_000);
    expect(written).toEqual([first]);
    sightings.note('a', at(3));
    await sightings.flush();
    expect(written).toEqual([first, [{ id: 'a', at: at(3) }]]);
    // Nothing is left for the timer.
    await vi.advanceTimersByTimeAsync(5000);
    expect(written).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});

test('a write that fails is logged, and the next ones are made', async () => {
  const warn = vi.fn<() => void>();
  const write = vi.fn<(some: readonly Sighting[]) => Promise<void>>().mockRejectedValueOnce(new Error('away')).mockResolvedValue();
  const sightings = createSightings(write, 60_000, { warn });
  sightings.note('a', at(0));
  await sightings.flush();
  sightings.note('b', at(0));
  await sightings.flush();
  expect(warn).toHaveBeenCalledTimes(1);
  expect(write.mock.calls).toEqual([[[{ id: 'a', at: at(0) }]], [[{ id: 'b', at: at(0) }]]]);
});
