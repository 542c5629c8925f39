import { insertAccount } from '../../modules/accounts/accounts.store.ts';
import { transact } from '../../platform/database/database.ts';
import { type Person, createAdmin, createFeed, createPerformer, picture, unique } from '../factories.ts';
import { setPaypal } from '../payout-fixtures.ts';
import { createItem, createProduct } from '../shop.ts';
import { type TestApp, UNLIMITED_CARDS } from '../test-app.ts';

/** Ids of everything that can be paid for; codes of the coupons. */
export interface Catalogue {
  admin: Person;
  performers: Person[];
  feeds: string[];
  galleries: string[];
  videos: string[];
  downloads: string[];
  prints: string[];
  coupons: string[];
  gifts: string[];
  emojis: string[];
}

/** So many different prices: what a fan's wallet can pay doesn't depend on how many performers there are. */
const MONTHLY_PRICES = 4;
/** Number of items of each kind. */
const ITEMS_PER_PERFORMER = 12;
/** Never runs out: stock is covered by other tests. */
const STOCK = 1_000_000;

const createCoupon = async (admin: Person, terms: { percent: number | null; amount: number | null; usesMaximum: number | null }) => {
  const unlimited = { name: '', startsAt: null, endsAt: null, usesPerAccount: null, active: true };
  const { code } = await admin.client.call('POST /admin/coupons', {
    body: { code: unique('CHAOS'), terms: { ...unlimited, ...terms, itemKinds: ['product', 'feed', 'video', 'gallery'] } },
  });
  return code;
};

export const createCatalogue = async (app: TestApp, performers: number): Promise<Catalogue> => {
  const admin = await createAdmin(app);
  // The servers that are killed have other defaults than this one, which wouldn't store its own.
  const cards = Object.fromEntries(Object.entries(UNLIMITED_CARDS).map(([key, value]) => [key, value - 1]));
  // Payouts of any size, with a fee.
  await admin.client.call('PUT /admin/settings', { body: { values: { payoutMinimum: 0, payoutFee: 0.25, ...cards } } });
  const catalogue: Catalogue = {
    admin,
    performers: [],
    feeds: [],
    galleries: [],
    videos: [],
    downloads: [],
    prints: [],
    coupons: [],
    gifts: [],
    emojis: [],
  };
  for (let n = 0; n < performers; n += 1) {
    const performer = await createPerformer(app, { admin, monthlyPrice: 3 + (n % MONTHLY_PRICES) });
    await setPaypal(app, performer);
    catalogue.performers.push(performer);
    for (let i = 0; i < ITEMS_PER_PERFORMER; i += 1) {
      catalogue.feeds.push(await createFeed(performer, { audience: 'buyers', price: 1.37, photos: 0, text: 'For buyers.' }));
      catalogue.galleries.push(await createItem(app, performer, 'gallery', { price: 2.05 }));
      catalogue.videos.push(await createItem(app, performer, 'video', { price: 0.99 }));
      catalogue.downloads.push(await createProduct(app, performer, { price: 1.11 }));
    }
    catalogue.prints.push(await createProduct(app, performer, { type: 'physical', price: 2.22, stock: STOCK }));
  }
  // One is used up soon, one never.
  catalogue.coupons.push(await createCoupon(admin, { percent: 15, amount: null, usesMaximum: 200 }));
  catalogue.coupons.push(await createCoupon(admin, { percent: null, amount: 0.5, usesMaximum: null }));
  const image = await admin.client.call('POST /admin/gifts/image', { files: { file: await picture() } });
  const gift = { name: 'Plectrum', price: 0.33, animation: 'burst', fileId: image._id } as const;
  catalogue.gifts.push((await admin.client.call('POST /admin/gifts', { body: gift }))._id);
  const emoji = { code: unique('e'), name: 'Harp', symbol: '🪕', price: 0.07 };
  catalogue.emojis.push((await admin.client.call('POST /admin/emojis', { body: emoji }))._id);
  return catalogue;
};

/** Creates a verified fan directly in the database, without the registration. */
export const insertFan = async (app: TestApp): Promise<{ id: string; token: string }> => {
  const { database, sessions, clock } = app.platform;
  const username = unique('fan');
  return transact(database, undefined, async (trx) => {
    const account = { role: 'fan' as const, username, email: `${username}@example.org`, passwordHash: '', name: username };
    const id = (await insertAccount(trx, { ...account, dateOfBirth: null, locale: 'en' }))!;
    await trx.updateTable('accounts').set({ email_verified_at: clock.now() }).where('id', '=', id).execute();
    const { token } = await sessions.create(trx, id, true, { ip: '', userAgent: '' });
    return { id, token };
  });
};
