import { useState } from 'react';
import { useData } from '../../app/data.ts';
import { useFormat } from '../../ui/format.tsx';
import { tokensToMoney } from '../../ui/tokens-to-money.ts';
import { type CartLine, linesOf } from './cart.ts';
import { parcelsOfCart } from './postage.ts';
import { useCart } from './use-cart.ts';

export interface CartBill {
  /** The cart and its products' current prices are loaded. */
  isReady: boolean;
  error: ReturnType<typeof useData>['error'];
  lines: readonly CartLine[];
  /** The lines that can be bought. */
  bought: readonly CartLine[];
  /** Their total: tokens, and money calculated line by line as the server does. */
  tokens: number;
  money: number;
  refetch: () => void;
}

/** The cart with current prices and stock from the server. @param only the id of one product of it, of which alone the lines are */
export const useCartLines = (only: string | null = null): CartBill => {
  const whole = useCart();
  const cart = whole && only ? { ...whole, items: whole.items.filter(({ _id }) => _id === only) } : whole;
  const { tokenValue } = useFormat();
  const ids = (cart?.items ?? []).map(({ _id }) => _id).toSorted();
  // Removed items need no refetch.
  const [requestedIds, setRequestedIds] = useState<readonly string[]>(ids);
  if (ids.some((id) => !requestedIds.includes(id))) setRequestedIds(ids);
  const products = useData(
    'GET /performer-assets/products/search',
    { query: { ids: requestedIds.join(','), limit: 100 } },
    { enabled: requestedIds.length > 0 },
  );
  const isReady = cart !== undefined && (ids.length === 0 || products.data !== undefined);
  const lines = isReady ? linesOf(cart, ids.length === 0 ? [] : (products.data?.data ?? [])) : [];
  const bought = lines.filter(({ obstacle }) => obstacle === null);
  const costs = bought.map(({ product, quantity }) => priceOf(product?.price ?? 0, quantity));
  return {
    isReady,
    error: products.error,
    lines,
    bought,
    tokens: sum(costs),
    money: sum(costs.map((cost) => tokensToMoney(cost, tokenValue))),
    refetch: () => void products.refetch(),
  };
};

/** Tokens for a quantity, calculated in whole hundredths. */
export const priceOf = (price: number, quantity: number): number => (Math.round(price * 100) * quantity) / 100;
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + Math.round(amount * 100), 0) / 100;

/** A cart's price with its postage. */
export interface CartTotal {
  /** Something of it is sent. */
  isSent: boolean;
  /** Tokens; null until the country is chosen, and where something isn't sent. */
  postage: number | null;
  /** The final price, as the server calculates it; null until the postage is known. */
  final: { tokens: number; money: number } | null;
}

/**
 * @param bought the lines that are bought
 * @param price their price, less a coupon
 * @param country where they are sent; empty until it is chosen
 */
export const useCartTotal = (bought: readonly CartLine[], price: { tokens: number; money: number }, country: string): CartTotal => {
  const { tokenValue } = useFormat();
  const isSent = bought.some(({ item }) => item.type === 'physical');
  const products = bought.flatMap(({ product }) => product ?? []);
  const parcels = !isSent ? [] : country === '' ? null : parcelsOfCart(products, country);
  if (parcels === null) return { isSent, postage: null, final: null };
  const postage = sum(parcels);
  // Each parcel is a line of the order, and is rounded by itself.
  const money = sum([price.money, ...parcels.map((parcel) => tokensToMoney(parcel, tokenValue))]);
  return { isSent, postage, final: { tokens: sum([price.tokens, postage]), money } };
};
