import type { ProductsToBuy } from '@stagedoor/contract/orders';
import { type TokenAmount, moneyOf } from '../../ledger/index.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { discountsOf, findCoupon } from '../coupons/index.ts';
import { tokenStepOf, tokenValueOf } from '../access/index.ts';
import { type Buyer, type ProductForSale, findProductsForSale } from './offers.queries.ts';
import { rateOf } from './commissions.ts';
import { type Offer, EMPTY_OFFER, type PostageSale, type ProductSale, assertSeller } from './offers.ts';

/** Context that an order's address is encrypted for: its buyer. Other orders can't decrypt it. */
export const addressOf = (buyerId: string): string => `deliveryAddress:${buyerId}`;

const priced = (product: ProductForSale | undefined, buyer: Buyer, quantity: number, version: number | undefined): ProductForSale => {
  if (!product) throw new CodedError('NOT_FOUND');
  assertSeller(product.seller, buyer);
  if (product.isEntitled) throw new CodedError('ALREADY_PURCHASED', { productId: product.id });
  if (!product.onSale || product.priceAmount === null) throw new CodedError('NOT_FOR_SALE', { productId: product.id });
  if (version !== undefined && version !== product.priceVersion)
    throw new CodedError('PRICE_CHANGED', { productId: product.id, priceVersion: product.priceVersion });
  // Downloads are bought once and kept permanently.
  if (product.type === 'digital' && quantity > 1) throw new CodedError('OUT_OF_STOCK', { productId: product.id, left: 1 });
  if (product.stock !== null && product.stock < quantity)
    throw new CodedError('OUT_OF_STOCK', { productId: product.id, left: product.stock });
  return product;
};

/**
 * Postage for each seller: one parcel, so what the dearest of its products costs to send.
 * @throws CodedError SHIPPING_NOT_OFFERED
 */
const postageOf = (products: readonly ProductForSale[], tokenValue: bigint): PostageSale[] => {
  const parcels = new Map<string, TokenAmount>();
  for (const { id, type, seller, postage } of products) {
    if (type !== 'physical') continue;
    if (postage === null) throw new CodedError('SHIPPING_NOT_OFFERED', { productId: id });
    const known = parcels.get(seller.id) ?? 0n;
    parcels.set(seller.id, postage > known ? postage : known);
  }
  return [...parcels]
    .filter(([, tokens]) => tokens > 0n)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([sellerId, tokens]) => ({ sellerId, tokens, money: moneyOf(tokens, tokenValue) }));
};

/**
 * Offers a cart, of one or several sellers, as one order with one line per product.
 * @throws CodedError NOT_FOUND, OWN_ITEM, BLOCKED_PAIR, NOT_FOR_SALE, ALREADY_PURCHASED, PRICE_CHANGED, OUT_OF_STOCK, COUPON_INVALID,
 *   ADDRESS_REQUIRED, SHIPPING_NOT_OFFERED
 */
export const offerProducts = async (
  platform: Platform,
  buyer: Buyer,
  { deliveryAddress, ...input }: ProductsToBuy,
  country = deliveryAddress?.country,
): Promise<Offer> => {
  const tokenValue = tokenValueOf(platform.settings);
  // Sorted by id, so that concurrent orders lock stock rows in the same order.
  const wanted = input.products.toSorted((a, b) => (a.productId < b.productId ? -1 : 1));
  const known = await findProductsForSale(
    platform.database,
    wanted.map(({ productId }) => productId),
    buyer,
    country,
  );
  const products = wanted.map(({ productId, quantity, priceVersion }) => ({
    quantity,
    product: priced(known.get(productId), buyer, quantity, priceVersion),
  }));
  if (products.some(({ product }) => product.type === 'physical') && country === undefined) throw new CodedError('ADDRESS_REQUIRED');
  const coupon = input.couponCode === undefined ? undefined : await findCoupon(platform, input.couponCode, buyer.id);
  const full = products.map(({ product, quantity }) => product.priceAmount! * BigInt(quantity));
  const discounts: TokenAmount[] = coupon
    ? discountsOf(
        coupon,
        full.map((tokens) => ({ kind: 'product', tokens })),
        tokenStepOf(platform.settings),
      )
    : full.map(() => 0n);
  const postage = postageOf(
    products.map(({ product }) => product),
    tokenValue,
  );
  const sales = products.map(({ product, quantity }, index): ProductSale => {
    const tokens = full[index]! - discounts[index]!;
    return {
      productId: product.id,
      type: product.type,
      title: product.title,
      sellerId: product.seller.id,
      quantity,
      unit: product.priceAmount!,
      discount: discounts[index]!,
      tokens,
      money: moneyOf(tokens, tokenValue),
      commissionRate: rateOf(platform, { kind: 'purchaseProduct' }, product.seller.commissionOverrides),
      priceVersion: product.priceVersion,
    };
  });
  const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);
  const sellers = new Set(sales.map(({ sellerId }) => sellerId));
  const discount = sum(discounts);
  return {
    ...EMPTY_OFFER,
    orderKind: 'product',
    transactionKind: 'purchaseProduct',
    buyerId: buyer.id,
    // With several sellers, the order has none: each line has its own.
    sellerId: sellers.size === 1 ? sales[0]!.sellerId : null,
    item: sales.length === 1 ? { kind: 'product', id: sales[0]!.productId, title: sales[0]!.title } : null,
    tokens: sum([...sales, ...postage].map(({ tokens }) => tokens)),
    money: sum([...sales, ...postage].map(({ money }) => money)),
    tokenValue,
    commissionRate: null,
    coupon: coupon && discount > 0n ? { id: coupon.id, discount } : null,
    products: sales,
    postage,
    deliveryAddress: deliveryAddress ? platform.encryption.encrypt(deliveryAddress, addressOf(buyer.id)) : null,
    orderFacts: { products: sales.length },
  };
};
