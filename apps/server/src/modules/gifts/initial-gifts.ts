import type { GiftAnimation } from '@stagedoor/contract/gifts';
import { doOnce } from '../../platform/database/once.ts';
import type { Platform } from '../../platform/platform.ts';

/** The built-in gifts, cheapest first; prices in hundredths of a token. The web has their drawings, by these names. */
const GIFTS: readonly { name: string; drawing: string; price: bigint; animation: GiftAnimation }[] = [
  { name: 'Rose', drawing: 'rose', price: 100n, animation: 'float' },
  { name: 'Bouquet', drawing: 'bouquet', price: 500n, animation: 'shower' },
  { name: 'Standing ovation', drawing: 'ovation', price: 1000n, animation: 'burst' },
  { name: 'Encore', drawing: 'encore', price: 1500n, animation: 'burst' },
  { name: 'Golden ticket', drawing: 'ticket', price: 2500n, animation: 'float' },
  { name: 'Spotlight', drawing: 'spotlight', price: 4000n, animation: 'spotlight' },
  { name: 'Curtain call', drawing: 'curtain', price: 6000n, animation: 'spotlight' },
  { name: 'Fireworks', drawing: 'fireworks', price: 10_000n, animation: 'shower' },
];

/** Code, name, symbol, and price in hundredths of a token for paid ones. */
const EMOJIS: readonly (readonly [string, string, string, bigint?])[] = [
  ['clap', 'Applause', '👏'],
  ['heart', 'Heart', '❤️'],
  ['smile', 'Smile', '😊'],
  ['laugh', 'Laughing', '😂'],
  ['wow', 'Wow', '😮'],
  ['hearts-eyes', 'Heart eyes', '😍'],
  ['tear', 'A tear', '🥲'],
  ['cool', 'Cool', '😎'],
  ['wave', 'Wave', '👋'],
  ['thumbs-up', 'Thumbs up', '👍'],
  ['thanks', 'Thank you', '🙏'],
  ['raised', 'Hands up', '🙌'],
  ['eyes', 'All eyes', '👀'],
  ['spark', 'Spark', '✨'],
  ['note', 'Note', '🎵'],
  ['guitar', 'Guitar', '🎸'],
  ['drum', 'Drum', '🥁'],
  ['paint', 'Palette', '🎨'],
  ['fire', 'Fire', '🔥', 25n],
  ['masks', 'Masks', '🎭', 50n],
  ['star', 'Star', '🌟', 100n],
  ['bravo', 'Bravo', '💐', 150n],
  ['trophy', 'Trophy', '🏆', 200n],
  ['crown', 'Crown', '👑', 300n],
];

/** Creates a new site's gifts and emoji, once; later changes by admins stay. */
export const createInitialGifts = ({ database }: Pick<Platform, 'database'>): Promise<boolean> =>
  doOnce(database, 'gifts.catalogueMade', async (trx) => {
    await trx
      .insertInto('gifts')
      .values(
        GIFTS.map(({ name, drawing, price, animation }, position) => ({
          name,
          image: `/gifts/${drawing}.svg`,
          price_amount: price,
          animation,
          position,
        })),
      )
      .execute();
    await trx
      .insertInto('emojis')
      .values(EMOJIS.map(([code, name, symbol, price], position) => ({ code, name, symbol, price_amount: price ?? null, position })))
      .onConflict((conflict) => conflict.column('code').doNothing())
      .execute();
    return { gifts: GIFTS.length, emojis: EMOJIS.length };
  });
