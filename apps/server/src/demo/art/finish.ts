import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { alpha, BLACK } from './colour.ts';
import { aside, type Easel, radial } from './easel.ts';
import { seededRandom } from './noise.ts';

export interface Finish {
  /** Darkness of the corners, 0 to 1. */
  vignette: number;
  /** Strength of the film grain, 0 to 1: 0.12 to 0.18 reads as film. */
  grain: number;
}

/** JPEG quality: below it the grain turns to blocks, above it the files only grow. */
const QUALITY = 86;
const TILE = 288;

let tile: Canvas | undefined;

/** One tile of film grain, shared by all pictures: the sum of two numbers, so that most of it is near grey. */
const grainTile = (): Canvas => {
  if (tile) return tile;
  tile = createCanvas(TILE, TILE);
  const paint = tile.getContext('2d');
  const image = paint.createImageData(TILE, TILE);
  const random = seededRandom(7);
  for (let i = 0; i < image.data.length; i += 4) {
    image.data.fill(Math.round((random() + random()) * 127.5), i, i + 3);
    image.data[i + 3] = 255;
  }
  paint.putImageData(image, 0, 0);
  return tile;
};

/** The last coat of every picture: dark corners, then grain. */
export const finish = (easel: Easel, { vignette, grain }: Finish): void => {
  const { paint, width, height, focus } = easel;
  const longer = Math.max(width, height);
  paint.fillStyle = radial(paint, [width * (0.5 + (focus - 0.5) * 0.6), height * 0.46], easel.short * 0.3, longer * 0.76, [
    [0, alpha(BLACK, 0)],
    [0.55, alpha(BLACK, vignette * 0.34)],
    [1, alpha(BLACK, vignette)],
  ]);
  paint.fillRect(0, 0, width, height);
  if (grain > 0)
    aside(paint, () => {
      paint.globalCompositeOperation = 'overlay';
      paint.globalAlpha = grain;
      const grained = paint.createPattern(grainTile(), 'repeat');
      if (!grained) return;
      paint.fillStyle = grained;
      paint.fillRect(0, 0, width, height);
    });
};

/** Blurs one end of the picture, as a lens does: sharp at `from`, blurred at `to` (parts of the height). */
export const softenTowards = (easel: Easel, from: number, to: number, blur: number): void => {
  const { paint, canvas, width, height } = easel;
  const copy = createCanvas(width, height);
  const brush = copy.getContext('2d');
  brush.filter = `blur(${blur.toFixed(1)}px)`;
  brush.drawImage(canvas, 0, 0);
  brush.filter = 'none';
  brush.globalCompositeOperation = 'destination-in';
  const mask = brush.createLinearGradient(0, height * from, 0, height * to);
  mask.addColorStop(0, alpha(BLACK, 0));
  mask.addColorStop(1, alpha(BLACK, 1));
  brush.fillStyle = mask;
  brush.fillRect(0, 0, width, height);
  paint.drawImage(copy, 0, 0);
};

/** The finished picture as a JPEG. */
export const encode = (easel: Easel, quality = QUALITY): Buffer => easel.canvas.toBuffer('image/jpeg', quality);
