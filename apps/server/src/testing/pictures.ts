import sharp from 'sharp';

let count = 0;

/** A real picture; each is slightly different. */
export const picture = async (options: { width?: number; height?: number; hue?: number } = {}): Promise<Blob> => {
  const { width = 640, height = 480, hue = (count += 37) } = options;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="hsl(${hue % 360} 70% 45%)"/><stop offset="1" stop-color="hsl(${(hue + 120) % 360} 70% 25%)"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/><circle cx="40%" cy="45%" r="20%" fill="white" opacity=".4"/></svg>`;
  return new Blob([new Uint8Array(await sharp(Buffer.from(svg)).jpeg().toBuffer())], { type: 'image/jpeg' });
};

/** A real picture of so many bytes: before a JPEG's end stand as many bytes that decoders skip. */
export const pictureOfBytes = async (bytes: number): Promise<Blob> => {
  const small = Buffer.from(await (await picture()).arrayBuffer());
  return new Blob([small.subarray(0, -2), Buffer.alloc(bytes - small.length, 0xff), small.subarray(-2)], { type: 'image/jpeg' });
};
