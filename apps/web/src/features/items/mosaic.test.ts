import { expect, test } from 'vitest';
import { mosaicOf } from './mosaic.ts';

const CELLS = { big: 4, wide: 2, one: 1, row: 4 } as const;

test('a mosaic has a tile for each photo and fills whole rows of four', () => {
  expect(mosaicOf(0)).toEqual([]);
  for (let count = 1; count <= 200; count += 1) {
    const tiles = mosaicOf(count);
    expect(tiles).toHaveLength(count);
    expect(tiles.reduce((sum, size) => sum + CELLS[size], 0) % 4).toBe(0);
  }
});
