import { useState } from 'react';
import { useData } from '../../app/data.ts';
import { tokensToMoney, useFormat } from '../../ui/format.tsx';
import { type CartLine, linesOf } from './cart.ts';
import { useCart } from './use-cart.ts';

export interface CartBill {
  /** The cart and its products' prices of now are known. */
  isReady: boolean;
  error: ReturnType<typeof useData>['error'];
  lines: readonly CartLine[];
  /** Those that can be bought. */
  bought: readonly CartLine[];
  /** What they cost: tokens, and money reckoned line by line as the server does. */
  tokens: number;
  money: number;
  refetch: () => void;
}

/** The cart with the server's prices and stocks of now. */
export const useCartLines = (): CartBill => {
  const cart = useCart();
  const { tokenValue } = useFormat();
  const ids = (cart?.items ?? []).map(({ _id }) => _id).toSorted();
  // What was taken out needn't be asked about anew.
  const [asked, setAsked] = useState<readonly string[]>(ids);
  if (ids.some((id) => !asked.includes(id))) setAsked(ids);
  const products = useData(
    'GET /performer-assets/products/search',
    { query: { ids: asked.join(','), limit: 100 } },
    { enabled: asked.length > 0 },
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

/** Tokens for so many, in whole hundredths on the way. */
export const priceOf = (price: number, quantity: number): number => (Math.round(price * 100) * quantity) / 100;
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + Math.round(amount * 100), 0) / 100;
