import { describe, expect, test } from 'vitest';
import { createSourceChoice } from './source-choice.ts';

/** Plays packets of several sources every 20 ms. @returns the sources that were taken, without repetitions in a row */
const play = (choice: ReturnType<typeof createSourceChoice>, from: number, to: number, bytesOf: Record<number, number>): number[] => {
  const taken: number[] = [];
  for (let now = from; now < to; now += 20)
    for (const [ssrc, bytes] of Object.entries(bytesOf))
      if (choice.takes(Number(ssrc), bytes, now) && taken.at(-1) !== Number(ssrc)) taken.push(Number(ssrc));
  return taken;
};

test('takes one of three layers from the first packet on, and changes once to the one with the most bytes', () => {
  const choice = createSourceChoice();
  expect(play(choice, 0, 10_000, { 1: 200, 2: 600, 3: 1100 })).toEqual([1, 3]);
  expect([1, 2, 3].map(choice.isChosen)).toEqual([false, false, true]);
});

test('a restarted track is taken once its old source is silent', () => {
  const choice = createSourceChoice();
  expect(play(choice, 0, 2_000, { 1: 900 })).toEqual([1]);
  expect(play(choice, 2_000, 2_280, { 2: 900 })).toEqual([]);
  expect(play(choice, 2_280, 4_000, { 2: 900 })).toEqual([2]);
});

test('a layer that the client pauses is replaced by another, and not taken back while that one sends', () => {
  const choice = createSourceChoice();
  play(choice, 0, 3_000, { 1: 200, 2: 900 });
  expect(play(choice, 3_000, 5_000, { 1: 200 })).toEqual([1]);
  expect(play(choice, 5_000, 8_000, { 1: 200, 2: 900 })).toEqual([1]);
});

test('a sender that keeps changing its source is ignored after 64', () => {
  const choice = createSourceChoice();
  const taken = Array.from({ length: 100 }, (_, index) => choice.takes(index, 900, index * 1_000));
  expect(taken.filter(Boolean)).toHaveLength(64);
});

describe('layers that the offer names', () => {
  /** Plays layers of which the second is preferred. */
  const playLayers = (choice: ReturnType<typeof createSourceChoice>, from: number, to: number, layers: readonly number[]): number[] => {
    const taken: number[] = [];
    for (let now = from; now < to; now += 20)
      for (const ssrc of layers) if (choice.takes(ssrc, 900, now, ssrc === 2) && taken.at(-1) !== ssrc) taken.push(ssrc);
    return taken;
  };

  test('the preferred one is taken from its first packet on, and kept', () => {
    const choice = createSourceChoice({ hasLayers: true });
    expect(playLayers(choice, 0, 400, [1, 3])).toEqual([]);
    expect(playLayers(choice, 400, 10_000, [1, 2, 3])).toEqual([2]);
  });

  test('another is taken when the preferred one doesn’t come within a second', () => {
    expect(playLayers(createSourceChoice({ hasLayers: true }), 0, 5_000, [1, 3])).toEqual([1]);
  });

  test('a silence of two seconds changes the layer, a shorter one doesn’t, and the return of the old one neither', () => {
    const choice = createSourceChoice({ hasLayers: true });
    playLayers(choice, 0, 1_000, [1, 2]);
    expect(playLayers(choice, 1_000, 2_900, [1])).toEqual([]);
    expect(playLayers(choice, 2_900, 3_500, [1, 2])).toEqual([2]);
    expect(playLayers(choice, 3_500, 6_000, [1])).toEqual([1]);
    expect(playLayers(choice, 6_000, 9_000, [1, 2])).toEqual([1]);
  });
});
