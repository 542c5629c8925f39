/** Size of a tile in a grid of four columns: 2 × 2, 2 × 1, 1 × 1, or a whole row. */
export type TileSize = 'big' | 'wide' | 'one' | 'row';

/**
 * Sizes of the tiles of a mosaic that fills its grid to the last cell, for any number of photos: the first is big; rows of three and of two
 * take turns with what is left.
 */
export const mosaicOf = (count: number): TileSize[] => {
  if (count <= 1) return count === 1 ? ['row'] : [];
  if (count === 2) return ['big', 'big'];
  if (count === 3) return ['big', 'wide', 'wide'];
  const rest = count - 4;
  const threes = Math.floor(rest / 3);
  const rows: TileSize[][] = Array.from({ length: threes }, (_, at) => (at % 2 === 0 ? ['one', 'one', 'wide'] : ['wide', 'one', 'one']));
  if (rest % 3 === 2) rows.push(['wide', 'wide']);
  if (rest % 3 === 1) {
    if (threes > 0) rows[threes - 1] = ['one', 'one', 'one', 'one'];
    else rows.push(['row']);
  }
  return ['big', 'wide', 'one', 'one', ...rows.flat()];
};
