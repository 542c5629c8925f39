import { createRequire } from 'node:module';
import { GlobalFonts, createCanvas } from '@napi-rs/canvas';

const FAMILY = 'Watermark';
/** Parts of the site's text face: what a name may be written in. */
const PARTS = ['latin', 'latin-ext', 'cyrillic-ext', 'vietnamese'] as const;
/** Of the picture's shorter side: letters, and their distance from the corner. */
const LETTERS = 0.034;
const LEAST_LETTERS = 9;
const MARGIN = 0.02;
/** Of the picture's width: the most that it takes. */
const MOST_WIDTH = 0.7;

let isReady = false;
/** The face comes with us: a server often has none of its own, and would draw boxes. */
const prepare = (): void => {
  if (isReady) return;
  const { resolve } = createRequire(import.meta.url);
  for (const part of PARTS)
    GlobalFonts.registerFromPath(resolve(`@fontsource-variable/hanken-grotesk/files/hanken-grotesk-${part}-wght-normal.woff2`), FAMILY);
  isReady = true;
};

/** What is burnt in: the site, and whose it is. */
export const watermarkText = (siteName: string, username: string): string => `${siteName} · @${username}`;

/**
 * The mark of a picture, to be laid over it at its bottom right: white letters with a dark edge, which are read on light and dark alike.
 * @param size of the picture, in pixels
 * @returns a transparent PNG, smaller than the picture; null where the picture is too small for letters
 */
export const drawWatermark = (text: string, { width, height }: { width: number; height: number }): Buffer | null => {
  prepare();
  const side = Math.min(width, height);
  const margin = Math.max(2, Math.round(side * MARGIN));
  const measure = createCanvas(1, 1).getContext('2d');
  const fontOf = (letters: number): string => `600 ${letters}px "${FAMILY}", sans-serif`;
  let letters = Math.max(LEAST_LETTERS, Math.round(side * LETTERS));
  measure.font = fontOf(letters);
  const most = width * MOST_WIDTH;
  const wide = measure.measureText(text).width;
  if (wide > most) letters = Math.floor((letters * most) / wide);
  if (letters < LEAST_LETTERS || letters * 2 + margin > height) return null;
  measure.font = fontOf(letters);
  const edge = Math.max(1, letters / 9);
  const canvas = createCanvas(
    Math.min(width, Math.ceil(measure.measureText(text).width + edge * 2) + margin),
    Math.min(height, Math.ceil(letters * 1.4) + margin),
  );
  const paint = canvas.getContext('2d');
  paint.font = fontOf(letters);
  paint.textBaseline = 'alphabetic';
  paint.lineJoin = 'round';
  paint.lineWidth = edge * 2;
  paint.strokeStyle = 'rgba(0, 0, 0, 0.38)';
  paint.strokeText(text, edge, letters * 1.1);
  paint.fillStyle = 'rgba(255, 255, 255, 0.78)';
  paint.fillText(text, edge, letters * 1.1);
  return canvas.toBuffer('image/png');
};
