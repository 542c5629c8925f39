import { describe, expect, test } from 'vitest';
import { toneMapTable, toneMapped } from './tone-map.ts';

/** PQ codes of gray light in cd/m² (ST 2084). */
const PQ = { 0: 0, 100: 0.5081, 203: 0.5807, 1000: 0.7518, 10000: 1 } as const;
const grayOf = (code: number, hdr: 'pq' | 'hlg' = 'pq'): number[] =>
  toneMapped(hdr, [code, code, code]).map((value) => Math.round(value * 100) / 100);

describe('the light of an HDR film', () => {
  test('stays black and gray, and white at its peak and beyond', () => {
    expect(grayOf(PQ[0])).toEqual([0, 0, 0]);
    expect(grayOf(PQ[1000])).toEqual([1, 1, 1]);
    expect(grayOf(PQ[10000])).toEqual([1, 1, 1]);
  });
  test('keeps the brightness of skin, and darkens paper to a bright gray', () => {
    // 100 cd/m² are 49 % of paper: 0.49 to the power of 1 / 2.4.
    expect(grayOf(PQ[100])).toEqual([0.74, 0.74, 0.74]);
    const [paper] = grayOf(PQ[203]);
    expect(paper).toBeGreaterThan(0.88);
    expect(paper).toBeLessThan(0.97);
  });
  test('is the same of HLG, whose paper has the code 0.75', () => {
    expect(Math.abs(grayOf(0.75, 'hlg')[0]! - grayOf(PQ[203])[0]!)).toBeLessThan(0.02);
    expect(grayOf(1, 'hlg')).toEqual([1, 1, 1]);
  });
  test('keeps the hue of what is brighter than white', () => {
    const [red, green, blue] = toneMapped('pq', [0.8, 0.55, 0.5]);
    expect(red).toBeGreaterThan(green * 1.5);
    expect(red).toBeLessThanOrEqual(1);
    expect(Math.abs(green - blue)).toBeLessThan(0.4);
  });
  test('never falls from one code to the next', () => {
    for (const hdr of ['pq', 'hlg'] as const) {
      const grays = Array.from({ length: 101 }, (_, at) => toneMapped(hdr, [at / 100, at / 100, at / 100])[0]);
      expect(grays.toSorted((a, b) => a - b)).toEqual(grays);
    }
  });
});

test('the table has a color for each of its places', () => {
  const [head, ...lines] = toneMapTable('pq').trimEnd().split('\n');
  expect([head, lines.length]).toEqual(['LUT_3D_SIZE 33', 33 ** 3]);
  expect(lines.every((line) => /^[01]\.\d{5} [01]\.\d{5} [01]\.\d{5}$/.test(line))).toBe(true);
});
