import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import type { Platform } from '../platform.ts';
import { brandingKeyOf } from '../storage/branding.routes.ts';

/** Sizes in favicon.ico, in pixels: of tabs and of tabs on fine screens. */
const ICO_SIDES = [16, 32, 48];
const TOUCH_SIDE = 180;
/** iOS paints what is transparent black, and rounds the corners itself: behind the site's own icon its own ground, behind the owner's white. */
const OWN_GROUND = '#171016';
const OTHER_GROUND = '#ffffff';
/** Pixels of the SVG that smaller ones are made from, by its resolution. */
const SVG_DENSITY = 432;
const DEFAULT_ICON = '/favicon.svg';
const HEADER_BYTES = 6;
const ENTRY_BYTES = 16;

const square = (picture: Buffer, side: number) =>
  sharp(picture, { density: SVG_DENSITY }).resize({ width: side, height: side, fit: 'contain', background: '#0000' });

/** An ICO file of PNG pictures. */
const icoOf = (pictures: readonly { side: number; data: Buffer }[]): Buffer => {
  const header = Buffer.alloc(HEADER_BYTES + ENTRY_BYTES * pictures.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  for (const [index, { side, data }] of pictures.entries()) {
    const at = HEADER_BYTES + ENTRY_BYTES * index;
    header.writeUInt8(side, at);
    header.writeUInt8(side, at + 1);
    // One plane of 32 bits a pixel.
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(32, at + 6);
    header.writeUInt32LE(data.length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += data.length;
  }
  return Buffer.concat([header, ...pictures.map(({ data }) => data)]);
};

interface Icons {
  ico: Buffer;
  touch: Buffer;
}

/** Both icons of one picture. @param ground colour behind the one for home screens */
const makeIcons = async (picture: Buffer, ground: string): Promise<Icons> => {
  const pictures = await Promise.all(ICO_SIDES.map(async (side) => ({ side, data: await square(picture, side).png().toBuffer() })));
  return { ico: icoOf(pictures), touch: await square(picture, TOUCH_SIDE).flatten({ background: ground }).png().toBuffer() };
};

/**
 * Serves /favicon.ico and /apple-touch-icon.png, which browsers ask for by themselves: made from the owner's icon, else from the site's own.
 * @param defaultIcon file of the site's own
 */
export const registerSiteIcons = (
  app: FastifyInstance,
  { settings, storage }: Pick<Platform, 'settings' | 'storage'>,
  defaultIcon: string,
): void => {
  let made: { of: string; icons: Promise<Icons> } | undefined;
  const iconsOf = (setting: string): Promise<Icons> => {
    if (made?.of === setting) return made.icons;
    const key = brandingKeyOf(setting);
    const icons = (async () =>
      key ? makeIcons(await buffer((await storage.open(key)).stream), OTHER_GROUND) : makeIcons(await readFile(defaultIcon), OWN_GROUND))();
    made = { of: setting, icons };
    icons.catch(() => {
      if (made?.icons === icons) made = undefined;
    });
    return icons;
  };

  for (const [path, name, contentType] of [
    ['/favicon.ico', 'ico', 'image/x-icon'],
    ['/apple-touch-icon.png', 'touch', 'image/png'],
  ] as const)
    app.get(path, async (_request, reply) => {
      const setting = settings.get('favicon') || DEFAULT_ICON;
      // A file elsewhere, or another one of the site.
      if (setting !== DEFAULT_ICON && !brandingKeyOf(setting)) return reply.redirect(setting);
      const icons = await iconsOf(setting);
      return reply.type(contentType).header('cache-control', 'public, max-age=3600').send(icons[name]);
    });
};
