import { COUPON_ITEM_KINDS, type coupons } from '@stagedoor/contract/coupons';
import type { RequestOf } from '@stagedoor/contract/endpoint';
import type { Audience } from '@stagedoor/contract/entitlement';
import { numberToHundredths } from '@stagedoor/contract/shapes';
import { transact } from '../platform/database/database.ts';
import { writeItemSearch } from '../modules/items/item-search.store.ts';
import { insertItem } from '../modules/items/index.ts';
import { sql } from 'kysely';
import { type Person, unique } from './factories.ts';
import type { TestApp } from './test-app.ts';

/** Kinds of items that no call creates yet. */
export type ShopKind = 'gallery' | 'photo' | 'video' | 'message';

/** An item of a performer on sale. @param price in tokens @returns its id */
export const createItem = (
  app: TestApp,
  performer: Person,
  kind: ShopKind,
  { price = 3, audience = 'buyers', title = unique('Study ') }: { price?: number; audience?: Audience; title?: string } = {},
): Promise<string> =>
  transact(app.platform.database, undefined, async (trx) => {
    const at = app.clock.now();
    const id = await insertItem(trx, {
      kind,
      performerId: performer.id,
      title,
      audience,
      priceAmount: numberToHundredths(price),
      state: 'active',
      at,
    });
    await trx
      .insertInto('item_contents')
      .values({ item_id: id, title, media_type: kind === 'video' ? 'video' : 'photo' })
      .execute();
    // Sent to everybody there is.
    if (kind === 'message') await sql`insert into item_recipients select ${id}::uuid, id from accounts`.execute(trx);
    return id;
  });

/** A product on sale. @param stock unlimited by default @param postage tokens to everywhere @returns its id */
export const createProduct = (
  app: TestApp,
  performer: Person,
  { type = 'digital' as 'digital' | 'physical', price = 4, stock = null as number | null, name = unique('Print '), postage = 0 } = {},
): Promise<string> =>
  transact(app.platform.database, undefined, async (trx) => {
    const id = await insertItem(trx, {
      kind: 'product',
      performerId: performer.id,
      title: name,
      audience: 'buyers',
      priceAmount: numberToHundredths(price),
      state: 'active',
      at: app.clock.now(),
    });
    await trx.insertInto('item_contents').values({ item_id: id, title: name }).execute();
    await writeItemSearch(trx, [id]);
    await trx.insertInto('products').values({ id, type, stock }).execute();
    if (type === 'physical')
      await trx
        .insertInto('product_shipping')
        .values({ product_id: id, country: '*', price_amount: numberToHundredths(postage) })
        .execute();
    return id;
  });

export const ADDRESS = { name: 'Ana Ruiz', street: '4 Harbour Lane', city: 'Lisbon', postalCode: '1100-001', country: 'PT' };

type CouponTerms = RequestOf<(typeof coupons)['POST /admin/coupons']>['body']['terms'];

/** A coupon, by default of ten per cent for all kinds of items. @returns its code */
export const createCoupon = async (admin: Person, terms: Partial<CouponTerms> = {}): Promise<string> => {
  const plain = { name: '', percent: 10, amount: null, itemKinds: [...COUPON_ITEM_KINDS], startsAt: null, endsAt: null };
  const body = { code: unique('CODE'), terms: { ...plain, usesMaximum: null, usesPerAccount: null, active: true, ...terms } };
  return (await admin.client.call('POST /admin/coupons', { body })).code;
};
