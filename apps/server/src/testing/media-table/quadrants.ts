import sharp from 'sharp';

// Every file of the table shows the same picture: red, green, white and blue quadrants, clockwise from the top left. What comes out is told
// by its corners, so that a wrong crop, turn or color shows.

export type Color = readonly [number, number, number];
const RED: Color = [230, 20, 20];
const GREEN: Color = [20, 160, 30];
const WHITE: Color = [245, 245, 245];
const BLUE: Color = [20, 40, 230];

/** The quadrants' colors, by their corners: top left, top right, bottom right, bottom left. */
export const CORNERS = [RED, GREEN, WHITE, BLUE] as const;

const cornerOf = (x: number, y: number, width: number, height: number): number =>
  y < height / 2 ? (x < width / 2 ? 0 : 1) : x < width / 2 ? 3 : 2;

/** Pixels of the picture, by the color of each quadrant. */
export const pixelsOf = <A extends Uint8Array | Uint16Array>(
  pixels: A,
  { width, height }: { width: number; height: number },
  colors: readonly Color[],
): A => {
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) pixels.set(colors[cornerOf(x, y, width, height)]!, (y * width + x) * 3);
  return pixels;
};

/** The picture, ready to be encoded. */
export const quadrants = (width: number, height: number) =>
  sharp(Buffer.from(pixelsOf(new Uint8Array(width * height * 3), { width, height }, CORNERS)), { raw: { width, height, channels: 3 } });

/** The letter of a color: R, G, W or B; a question mark for anything else. */
const letterOf = ([red, green, blue]: Color): string => {
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  if (least > 170 && most - least < 25) return 'W';
  if (most - least < 90) return '?';
  if (red === most && green < red * 0.5 && blue < red * 0.5) return 'R';
  if (green === most && red < green * 0.65 && blue < green * 0.65) return 'G';
  return blue === most && red < blue * 0.5 && green < blue * 0.6 ? 'B' : '?';
};

/** The colors in the corners of a picture, clockwise from the top left: RGWB for one that is upright. */
export const cornersOf = async (picture: Buffer | string): Promise<string> => {
  const { data, info } = await sharp(picture).toColourspace('srgb').removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): Color => {
    const index =
      (Math.min(info.height - 1, Math.floor(y * info.height)) * info.width + Math.min(info.width - 1, Math.floor(x * info.width))) *
      info.channels;
    return [data[index]!, data[index + 1]!, data[index + 2]!];
  };
  return [at(0.1, 0.12), at(0.9, 0.12), at(0.9, 0.75), at(0.1, 0.88)].map(letterOf).join('');
};
