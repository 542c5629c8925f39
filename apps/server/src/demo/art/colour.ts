/** Four colours of a performer, `#rrggbb`, from near-black to light. Every picture of theirs is made of them. */
export type Palette = readonly [night: string, deep: string, mid: string, light: string];

export const BLACK = '#000000';
export const WHITE = '#ffffff';

const channels = (colour: string): [number, number, number] => [
  Number.parseInt(colour.slice(1, 3), 16),
  Number.parseInt(colour.slice(3, 5), 16),
  Number.parseInt(colour.slice(5, 7), 16),
];

/** A colour between two: 0 is the first, 1 the second. */
export const mix = (from: string, to: string, amount: number): string => {
  const a = channels(from);
  const b = channels(to);
  const t = Math.min(1, Math.max(0, amount));
  return `#${a
    .map((value, i) =>
      Math.round(value + ((b[i] as number) - value) * t)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
};

/** The colour with an opacity of 0 to 1. */
export const alpha = (colour: string, opacity: number): string => {
  const [red, green, blue] = channels(colour);
  return `rgba(${red},${green},${blue},${Math.max(0, opacity).toFixed(4)})`;
};

export const darken = (colour: string, amount: number): string => mix(colour, BLACK, amount);
export const lighten = (colour: string, amount: number): string => mix(colour, WHITE, amount);

/** A colour on the way through a palette: 0 is near-black, 1 light. */
export const along = (palette: Palette, at: number): string => {
  const t = Math.min(0.9999, Math.max(0, at)) * 3;
  const step = Math.floor(t);
  return mix(palette[step] as string, palette[step + 1] as string, t - step);
};
