import type { DeliveryAddress } from '@stagedoor/contract/orders';
import { storePicture } from '../modules/files/index.ts';
import { refreshContents, setItemFile } from '../modules/items/index.ts';
import { type Offer, offerProducts, updateDelivery } from '../modules/orders/index.ts';
import { createProduct } from '../modules/products/index.ts';
import { transact } from '../platform/database/database.ts';
import type { Platform } from '../platform/platform.ts';
import { drawBooklet } from './booklet.ts';
import { categoriesNamed } from './categories.ts';
import { type CastProduct, productOrders, products } from './cast/shop.ts';
import type { CastFan } from './cast.ts';
import { type StoreFile, receiveDocument, receivePostPicture } from './pictures.ts';
import { DAY_MS, type Seeding, readAccountIds, stepKey } from './seeding.ts';

/** Products of the demo by key. */
export type ShopIds = ReadonlyMap<string, { id: string; sellerId: string }>;

interface Buyer {
  id: string;
  country: string | null;
}

/** One event of an order of the demo, at its time. */
export type ShopEvent = { at: Date; key: string; fan: string } & (
  | { kind: 'order'; run: (platform: Platform, buyer: Buyer) => Promise<Offer> }
  | { kind: 'deliver'; run: (platform: Platform, buyer: Buyer) => Promise<void> }
);

/** Hundredths of a token: dearer abroad. */
const POSTAGE = [
  { country: 'US', price: 200n },
  { country: '*', price: 350n },
] as const;

const makeProduct = async (seeding: Seeding, product: CastProduct, performerId: string): Promise<string> => {
  const { platform } = seeding;
  const booklet = product.pages ? await receiveDocument(platform, drawBooklet(product.pages)) : undefined;
  const { productId } = await createProduct(
    seeding.at(seeding.base),
    performerId,
    {
      type: product.type,
      name: product.name,
      description: product.description,
      price: product.price,
      categoryIds: await categoriesNamed(platform, [product.type === 'physical' ? 'crafts' : 'lessons']),
      // Orders since then reduce the stock.
      stock: product.stock ?? null,
      shipping: product.type === 'physical' ? POSTAGE : [],
      fileId: null,
    },
    { file: booklet },
    stepKey(performerId, `product ${product.key}`),
  );
  return productId;
};

/** Puts the products of the cast on sale, once, and returns the pictures still missing. */
export const seedShops = async (seeding: Seeding): Promise<{ ids: ShopIds; missing: StoreFile[] }> => {
  const { cast, platform } = seeding;
  const accounts = await readAccountIds(platform);
  const ids = new Map<string, { id: string; sellerId: string }>();
  const missing: StoreFile[] = [];
  for (const product of products) {
    const performer = cast.performers.find(({ username }) => username === product.performer);
    if (!performer) continue;
    const sellerId = accounts.get(performer.username)!;
    const id = await makeProduct(seeding, product, sellerId);
    ids.set(product.key, { id, sellerId });
    const picture = await platform.database
      .selectFrom('item_files')
      .select('file_id')
      .where('item_id', '=', id)
      .where('role', '=', 'content')
      .executeTakeFirst();
    if (picture) continue;
    missing.push(async () => {
      const received = await receivePostPicture(platform, performer.username, product.picture);
      const file = await storePicture(platform, received, { ownerId: sellerId, purpose: 'productImage' });
      await transact(platform.database, undefined, async (trx) => {
        await setItemFile(trx, id, 'content', file.id, seeding.base);
        await refreshContents(trx, id, seeding.base, 'photo');
      });
    });
  }
  return { ids, missing };
};

const STREETS = ['4 Harbour Lane', '18 Mill Street', '7 Old Market', '23 Garden Row'] as const;

const addressOf = ({ name, country }: Pick<CastFan, 'name' | 'country'>): DeliveryAddress => ({
  name,
  street: STREETS[name.length % STREETS.length]!,
  more: '',
  city: 'Riverside',
  region: '',
  postalCode: `${1000 + name.length * 37}`,
  country,
  phone: '',
});

/** Orders of the cast's products and what their sellers did, in no order yet; of those alone who are in the cast. */
export const shopEvents = (seeding: Seeding, ids: ShopIds): ShopEvent[] => {
  const { base, cast } = seeding;
  const ago = (days: number): Date => new Date(base.getTime() - days * DAY_MS);
  return productOrders.flatMap((order, index) => {
    const fan = cast.fans.find(({ username }) => username === order.fan);
    const bought = order.products.flatMap(({ key, quantity }) => {
      const known = ids.get(key);
      return known ? [{ ...known, quantity, key }] : [];
    });
    if (!fan || bought.length === 0) return [];
    const placed: ShopEvent = {
      at: ago(order.daysAgo),
      kind: 'order',
      key: `shop ${index}`,
      fan: order.fan,
      run: (platform, buyer) =>
        offerProducts(platform, buyer, {
          products: bought.map(({ id, quantity }) => ({ productId: id, quantity })),
          deliveryAddress: addressOf(fan),
        }),
    };
    const sent = bought.find(({ key }) => products.find((product) => product.key === key)?.type === 'physical');
    const step = (daysAgo: number | undefined, delivery: 'processing' | 'shipped' | 'delivered', shippingNote?: string): ShopEvent[] =>
      daysAgo === undefined || !sent
        ? []
        : [
            {
              at: ago(daysAgo),
              kind: 'deliver',
              key: `shop ${index} ${delivery}`,
              fan: order.fan,
              run: async (platform, buyer) => {
                const line = await platform.database
                  .selectFrom('order_lines')
                  .select('id')
                  .where('buyer_id', '=', buyer.id)
                  .where('product_id', '=', sent.id)
                  .executeTakeFirstOrThrow();
                const change = { delivery, ...(shippingNote ? { shippingNote } : {}) };
                await updateDelivery(platform, sent.sellerId, line.id, change, stepKey(sent.sellerId, `shop ${index} ${delivery}`));
              },
            },
          ];
    return [
      placed,
      ...step(order.accepted, 'processing'),
      ...step(order.shipped?.daysAgo, 'shipped', order.shipped?.note),
      ...step(order.delivered, 'delivered'),
    ];
  });
};
