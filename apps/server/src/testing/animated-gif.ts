import sharp from 'sharp';

/** An animated GIF of two frames, half a second each: red, then blue. */
export const animatedGif = async ({ width = 160, height = 120 } = {}): Promise<Buffer> => {
  const frame = (color: readonly number[]): Buffer => Buffer.alloc(width * height * 3, Buffer.from(color));
  const pixels = Buffer.concat([frame([230, 20, 20]), frame([20, 40, 230])]);
  return sharp(pixels, { raw: { width, height: height * 2, channels: 3, pageHeight: height } })
    .gif({ delay: [500, 500], loop: 0 })
    .toBuffer();
};
