import { createRequire } from 'node:module';
import { GlobalFonts, createCanvas } from '@napi-rs/canvas';

const FAMILY = 'Watermark';
/** Font size and margin, as fractions of the picture's shorter side. */
const FONT_SIZE = 0.034;
const MIN_FONT_PIXELS = 9;
const MARGIN = 0.02;
/** Maximum width, as a fraction of the picture's width. */
const MAX_WIDTH = 0.7;

let isReady = false;
/** Registers the bundled font: a server often has no fonts. */
const registerFont = (): void => {
  if (isReady) return;
  const { resolve } = createRequire(import.meta.url);
  GlobalFonts.registerFromPath(resolve('@expo-google-fonts/hanken-grotesk/600SemiBold/HankenGrotesk_600SemiBold.ttf'), FAMILY);
  isReady = true;
};

/** The watermark's text: the site and the owner. */
export const watermarkText = (siteName: string, username: string): string => `${siteName} · @${username}`;

/**
 * Draws the watermark for the bottom right corner of a picture of that size, in pixels: white text with a dark outline, readable on any background.
 * @returns a transparent PNG, smaller than the picture; null when the picture is too small
 */
export const drawWatermark = (text: string, { width, height }: { width: number; height: number }): Buffer | null => {
  registerFont();
  const side = Math.min(width, height);
  const margin = Math.max(2, Math.round(side * MARGIN));
  const measure = createCanvas(1, 1).getContext('2d');
  const fontOf = (fontPixels: number): string => `600 ${fontPixels}px "${FAMILY}", sans-serif`;
  let fontPixels = Math.max(MIN_FONT_PIXELS, Math.round(side * FONT_SIZE));
  measure.font = fontOf(fontPixels);
  const maxTextWidth = width * MAX_WIDTH;
  const textWidth = measure.measureText(text).width;
  if (textWidth > maxTextWidth) fontPixels = Math.floor((fontPixels * maxTextWidth) / textWidth);
  if (fontPixels < MIN_FONT_PIXELS || fontPixels * 2 + margin > height) return null;
  measure.font = fontOf(fontPixels);
  const outline = Math.max(1, fontPixels / 9);
  const canvas = createCanvas(
    Math.min(width, Math.ceil(measure.measureText(text).width + outline * 2) + margin),
    Math.min(height, Math.ceil(fontPixels * 1.4) + margin),
  );
  const paint = canvas.getContext('2d');
  paint.font = fontOf(fontPixels);
  paint.textBaseline = 'alphabetic';
  paint.lineJoin = 'round';
  paint.lineWidth = outline * 2;
  paint.strokeStyle = 'rgba(0, 0, 0, 0.38)';
  paint.strokeText(text, outline, fontPixels * 1.1);
  paint.fillStyle = 'rgba(255, 255, 255, 0.78)';
  paint.fillText(text, outline, fontPixels * 1.1);
  return canvas.toBuffer('image/png');
};
