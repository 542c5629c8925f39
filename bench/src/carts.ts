import type { Sale, Settlement } from '@stagedoor/server/ledger/settlement';
import { randomUUID } from 'node:crypto';
import type { Stage } from './stage.ts';

/** How many products of how many sellers a cart has: two of the first, two of the second, one of the third. */
const PRODUCTS = 5;
const SELLERS = 3;
/** Of each performer. */
const OFFERED = 2;
/** Hundredths of a token. */
const [PRICE, POSTAGE] = [200n, 100n];
/** Hundredths of a per cent. */
const COMMISSION = 2000;
const ADDRESS = { name: 'Person', street: 'Rua do Almada 1', city: 'Porto', postalCode: '4050-036', country: 'PT' };

/** A product of a cart. */
interface CartProduct {
  id: string;
  sellerId: string;
}

/** What a fan's cart holds, and who the fan is. */
export interface Cart {
  buyerId: string;
  products: readonly CartProduct[];
}

/** Gives each performer products that are sent by post, without end to them. @param performers persons 1 to this one */
export const makeShop = async ({ sql }: Stage, performers: number): Promise<void> => {
  const products = `generate_series(1, ${performers}) performer, generate_series(1, ${OFFERED}) n`;
  const id = `bench_id('product' || performer || ':' || n)`;
  await sql.query(`
    insert into items (id, kind, performer_id, title, audience, price_amount, state, published_at)
    select ${id}, 'product', bench_id('person' || performer), 'Product ' || n, 'buyers', ${PRICE}, 'active', now() from ${products}`);
  await sql.query(`insert into products (id, type) select ${id}, 'physical' from ${products}`);
  await sql.query(
    `insert into item_contents (item_id, media_type, title, text) select ${id}, 'text', 'Product ' || n, '' from ${products}`,
  );
  await sql.query(`insert into product_shipping (product_id, country, price_amount) select ${id}, '*', ${POSTAGE} from ${products}`);
};

/** The carts of all fans; neighbours share sellers. @param performers as in `makeShop` @param fans the persons after them */
export const readCarts = async ({ sql }: Stage, performers: number, fans: number): Promise<Cart[]> => {
  const { rows } = await sql.query<{ buyer: string; ids: string[]; sellers: string[] }>(`
    select bench_id('person' || (${performers} + fan)) as buyer, array_agg(bench_id('product' || performer || ':' || n) order by place)::text[] as ids,
      array_agg(bench_id('person' || performer) order by place)::text[] as sellers
    from generate_series(1, ${fans}) fan, generate_series(0, ${PRODUCTS - 1}) place
    cross join lateral (select 1 + (fan + place / ${OFFERED}) % ${performers} as performer, 1 + place % ${OFFERED} as n) product
    group by fan order by fan`);
  return rows.map(({ buyer, ids, sellers }) => ({ buyerId: buyer, products: ids.map((id, place) => ({ id, sellerId: sellers[place]! })) }));
};

/** How the product is asked to sell a cart. */
export const purchaseOf = ({ products }: Cart, token: string) => ({
  path: '/api/payment-wallet/purchase-products',
  headers: { authorization: token, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
  body: JSON.stringify({ products: products.map(({ id }) => ({ productId: id })), deliveryAddress: ADDRESS }),
});

/** A sale with an event that no node handles. */
type BenchSale = Omit<Sale, 'event'> & { event: { name: 'bench.paid'; payload: object } };
type BenchSettlement = Omit<Settlement, 'at' | 'sales'> & { sales: BenchSale[] };

/** Returns the settlement of a cart as the product sends it to the ledger's function, without the time of the sale. */
export const settlementOf = ({ buyerId, products }: Cart): BenchSettlement => {
  // As the product does: by id, and the post of each seller after them.
  const sorted = products.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const sellers = [...new Set(sorted.map(({ sellerId }) => sellerId))].toSorted();
  if (sellers.length !== SELLERS) throw new Error('The cart is not of three sellers.');
  const sale = (
    sellerId: string,
    amount: bigint,
    commissionRate: number,
    item: { id: string; title: string } | null,
  ): Omit<BenchSale, 'price' | 'orderLine' | 'shipping'> => {
    const commission = (amount * BigInt(commissionRate)) / 10_000n;
    return {
      entitlement: null,
      subscription: null,
      transaction: {
        kind: item ? 'purchaseProduct' : 'shipping',
        buyerId,
        sellerId,
        itemKind: item && 'product',
        itemId: item?.id ?? null,
        itemTitle: item?.title ?? null,
        tokenValue: 100n,
        commissionRate,
        tokens: amount,
        gross: amount,
        commission,
        net: amount - commission,
        availableAt: null,
        note: '',
      },
      lines: [
        { account: 'wallet', owner: buyerId, amount: -amount },
        { account: 'exchangeTokens', amount },
        { account: 'exchangeCurrency', amount: -amount },
        { account: 'earningsPending', owner: sellerId, amount: amount - commission },
        { account: 'commission', amount: commission },
      ],
      event: { name: 'bench.paid', payload: { kind: 'product', buyerId, sellerId } },
    };
  };
  const total = BigInt(PRODUCTS) * PRICE + BigInt(SELLERS) * POSTAGE;
  return {
    coupon: null,
    offerLink: null,
    order: {
      create: {
        kind: 'product',
        buyerId,
        sellerId: null,
        itemKind: null,
        itemId: null,
        itemTitle: '',
        detail: { products: PRODUCTS },
        priceVersion: null,
        tokens: total,
        money: total,
        currency: 'USD',
        tokenValue: 100n,
        buyerCountry: null,
        method: 'wallet',
        deliveryAddress: '00'.repeat(200),
      },
    },
    sales: [
      ...sorted.map(
        ({ id, sellerId }, line): BenchSale => ({
          ...sale(sellerId, PRICE, COMMISSION, { id, title: 'Product' }),
          price: { source: 'item', id, version: 1 },
          shipping: null,
          orderLine: {
            line,
            buyerId,
            sellerId,
            productId: id,
            title: 'Product',
            priceVersion: 1,
            quantity: 1,
            unitAmount: PRICE,
            discount: 0n,
            tokens: PRICE,
            money: PRICE,
            commissionRate: COMMISSION,
            acceptBy: new Date(Date.now() + 3 * 86_400_000),
          },
        }),
      ),
      ...sellers.map(
        (sellerId): BenchSale => ({
          ...sale(sellerId, POSTAGE, 0, null),
          price: null,
          orderLine: null,
          shipping: { sellerId, tokens: POSTAGE, money: POSTAGE },
        }),
      ),
    ],
  };
};
