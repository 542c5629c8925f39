import type { ProductsToBuy } from '@stagedoor/contract/orders';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import type { Platform } from '../../platform/platform.ts';
import { offerProducts } from './offer-products.ts';
import type { Buyer } from './offers.queries.ts';

/**
 * What a cart would cost, computed as in the sale, at current prices; a coupon isn't used by it.
 * @param input.country where it is sent
 * @throws CodedError as `offerProducts`
 */
export const quoteCart = async (
  platform: Platform,
  buyer: Buyer,
  { country, ...input }: Omit<ProductsToBuy, 'deliveryAddress'> & { country?: string | undefined },
) => {
  const offer = await offerProducts(platform, buyer, input, country);
  const products = offer.products ?? [];
  const postage = offer.postage ?? [];
  const sum = (amounts: readonly bigint[]): number => hundredthsToNumber(amounts.reduce((total, amount) => total + amount, 0n));
  const sellers = await platform.database
    .selectFrom('accounts')
    .select(['id', 'username'])
    .where('id', 'in', [buyer.id, ...postage.map(({ sellerId }) => sellerId)])
    .execute();
  return {
    subtotal: sum(products.map(({ unit, quantity }) => unit * BigInt(quantity))),
    discount: sum(products.map(({ discount }) => discount)),
    shipping: postage.map(({ sellerId, tokens, money }) => ({
      seller: { _id: sellerId, username: sellers.find(({ id }) => id === sellerId)?.username ?? '' },
      price: hundredthsToNumber(tokens),
      money: hundredthsToNumber(money),
    })),
    postage: sum(postage.map(({ tokens }) => tokens)),
    total: hundredthsToNumber(offer.tokens),
    money: hundredthsToNumber(offer.money),
  };
};
