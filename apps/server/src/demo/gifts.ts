import type { GiftAnimation } from '@stagedoor/contract/gifts';
import sharp from 'sharp';
import { createOwnGift, uploadGiftImage } from '../modules/gifts/index.ts';
import { receivePng } from './pictures.ts';
import { type Seeding, readAccountIds, stepKey } from './seeding.ts';

/** A gift of the demo: the site's, or a performer's own. Prices are hundredths of a token. */
export interface DemoGift {
  name: string;
  price: bigint;
}

const PICTURE_SIDE = 512;

const LIGHT =
  '<defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="#ffe9b8"/><stop offset=".5" stop-color="#ffcc66"/><stop offset="1" stop-color="#b47c10"/></linearGradient>' +
  '<linearGradient id="r" x2="1" y2="1"><stop stop-color="#f08a74"/><stop offset=".55" stop-color="#c04a4e"/><stop offset="1" stop-color="#6d1f35"/></linearGradient>' +
  '<linearGradient id="b" x2="1" y2="1"><stop stop-color="#e8b878"/><stop offset=".5" stop-color="#b8763a"/><stop offset="1" stop-color="#5f3418"/></linearGradient></defs>';

/** Own gifts of three demo performers, drawn like the site's. */
const OWN_GIFTS: Record<string, readonly (DemoGift & { animation: GiftAnimation; drawing: string })[]> = {
  luna: [
    {
      name: 'New silks',
      price: 800n,
      animation: 'spotlight',
      drawing:
        '<path d="M30 6h36" stroke="#83717e" stroke-width="4" stroke-linecap="round"/><path d="M40 8c-10 18 14 26 2 46-6 11-14 18-10 34 12-10 18-20 20-34 2-16-12-26 0-46z" fill="url(#r)"/><path d="M56 8c10 18-14 26-2 46 6 11 14 18 10 34-12-10-18-20-20-34-2-16 12-26 0-46z" fill="url(#g)" opacity=".94"/><path d="M48 8c-2 14 6 22 4 36" fill="none" stroke="#fff8e8" stroke-width="1.6" opacity=".7"/>',
    },
    {
      name: 'Chalk',
      price: 150n,
      animation: 'shower',
      drawing:
        '<path d="M18 40l30-14 30 14-30 15z" fill="#fff8f2"/><path d="M18 40v28l30 16V55z" fill="#e2d6d0"/><path d="M78 40v28L48 84V55z" fill="#b9aaa6"/><g fill="#f7f0ee"><circle cx="26" cy="20" r="3"/><circle cx="44" cy="11" r="2"/><circle cx="66" cy="18" r="3.6"/><circle cx="80" cy="27" r="2"/><circle cx="56" cy="8" r="1.6"/></g>',
    },
  ],
  mara: [
    {
      name: 'A warm loaf',
      price: 400n,
      animation: 'float',
      drawing:
        '<path d="M10 62c0-24 16-36 38-36s38 12 38 36c0 8-6 14-14 14H24c-8 0-14-6-14-14z" fill="url(#b)"/><path d="M26 40c6 4 10 11 11 20M42 33c6 5 10 13 11 24M59 33c6 5 9 12 10 20" fill="none" stroke="#ffe9c8" stroke-width="4" stroke-linecap="round"/><path d="M34 18c-4-4 4-6 0-11M48 15c-4-4 4-6 0-11M62 18c-4-4 4-6 0-11" fill="none" stroke="#c3b5bd" stroke-width="2.6" stroke-linecap="round"/>',
    },
  ],
  'ines.valdemar': [
    {
      name: 'Rosin',
      price: 600n,
      animation: 'burst',
      drawing:
        '<path d="M14 66l34 18 34-18-34-17z" fill="#33202e"/><path d="M24 44h48v20c0 6-10 12-24 12s-24-6-24-12z" fill="url(#b)"/><ellipse cx="48" cy="44" rx="24" ry="11" fill="#ffcf8a"/><ellipse cx="48" cy="44" rx="15" ry="6" fill="#ffe9c8"/><path d="M8 30L84 12" stroke="#7a4a28" stroke-width="4" stroke-linecap="round"/><path d="M10 34l74-17" stroke="#f7f0ee" stroke-width="1.6"/>',
    },
  ],
};

/** The site's gifts that demo fans give. */
const SITE_GIFTS: readonly DemoGift[] = [
  { name: 'Rose', price: 100n },
  { name: 'Bouquet', price: 500n },
  { name: 'Standing ovation', price: 1000n },
];

/** Gifts that demo fans give to a performer. */
export const demoGiftsFor = (performer: string): readonly DemoGift[] => [...(OWN_GIFTS[performer] ?? []), ...SITE_GIFTS];

/** Creates the performers' own gifts, each with its picture. */
export const seedOwnGifts = async (seeding: Seeding): Promise<void> => {
  const { platform, cast, done, signal } = seeding;
  const ids = await readAccountIds(platform);
  for (const { username } of cast.performers) {
    const performerId = ids.get(username)!;
    for (const { name, price, animation, drawing } of OWN_GIFTS[username] ?? []) {
      const key = `gift ${username} ${name}`;
      if (done.has(key)) continue;
      signal.throwIfAborted();
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="${PICTURE_SIDE}" height="${PICTURE_SIDE}">${LIGHT}${drawing}</svg>`;
      const picture = await receivePng(platform, await sharp(Buffer.from(svg)).png().toBuffer());
      const { _id: fileId } = await uploadGiftImage(platform, performerId, picture, undefined);
      await createOwnGift(platform, performerId, { name, price, animation, fileId }, stepKey(performerId, key));
    }
  }
};

/** Ids of gifts by name; a performer's own come before the site's. */
export const readGiftIds = async ({ database }: Seeding['platform']): Promise<(performerId: string, name: string) => string> => {
  const rows = await database.selectFrom('gifts').select(['id', 'performer_id', 'name']).where('deleted_at', 'is', null).execute();
  return (performerId, name) => {
    const named = rows.filter((row) => row.name === name);
    return (named.find((row) => row.performer_id === performerId) ?? named.find((row) => row.performer_id === null))!.id;
  };
};
