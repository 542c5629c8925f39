import { describe, expect, test } from 'vitest';
import { ladderOf, progressiveOf } from './ladder.ts';

const sizes = (width: number, height: number) => ladderOf({ width, height }).map((rung) => `${rung.width}x${rung.height}`);

describe('the sizes of a video', () => {
  test.each([
    [1920, 1080, ['426x240', '854x480', '1280x720', '1920x1080']],
    [3840, 2160, ['426x240', '854x480', '1280x720', '1920x1080']],
    [1280, 720, ['426x240', '854x480', '1280x720']],
    [640, 360, ['426x240', '640x360']],
    [320, 180, ['320x180']],
    // Upright: lines count the shorter side.
    [1080, 1920, ['240x426', '480x854', '720x1280', '1080x1920']],
    [720, 720, ['240x240', '480x480', '720x720']],
    // Odd sides, and very narrow films.
    [121, 67, ['120x66']],
    [4000, 16, ['4000x16']],
    [9, 1, ['18x2']],
  ])('%i × %i', (width, height, expected) => {
    expect(sizes(width, height)).toEqual(expected);
  });

  test('sizes don’t exceed the film’s, except by the pixel that makes a side even, and are never repeated', () => {
    for (let short = 2; short <= 2200; short += 7) {
      const ladder = ladderOf({ width: Math.round(short * 1.78), height: short });
      expect(ladder.every(({ lines, width, height }) => lines <= short && lines <= 1080 && width % 2 === 0 && height % 2 === 0)).toBe(true);
      const lines = ladder.map((rung) => rung.lines);
      expect(lines).toEqual([...new Set(lines)].sort((a, b) => a - b));
      const rates = ladder.map(({ kbits }) => kbits);
      expect(rates).toEqual(rates.toSorted((a, b) => a - b));
    }
  });

  test('the plain file has at most 720 lines', () => {
    expect(progressiveOf(ladderOf({ width: 1920, height: 1080 })).lines).toBe(720);
    expect(progressiveOf(ladderOf({ width: 640, height: 360 })).lines).toBe(360);
    expect(progressiveOf(ladderOf({ width: 1000, height: 800 })).lines).toBe(480);
  });
});
