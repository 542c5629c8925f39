import { isId } from '@stagedoor/contract/ids.values';
import { sql } from 'kysely';
import type { Executor } from '../../platform/database/database.ts';
import { blockedPair, hasItem, isAddressedTo, isHiddenIn } from '../access/index.ts';

/** What an offer depends on about the performer who is paid. */
export interface SellerTerms {
  id: string;
  username: string;
  state: string;
  status: string;
  monthlyPriceAmount: bigint;
  yearlyPriceAmount: bigint | null;
  priceVersion: number;
  /** Rates by setting key, where the performer's own replaces the site's. */
  commissionOverrides: Record<string, number>;
  /** One has blocked the other. */
  isBlockedPair: boolean;
  /** Hidden in the buyer's country. */
  isHidden: boolean;
  trialDays: number;
  /** Only by a paid subscription: free subscriptions and free days may be upgraded at any time. */
  subscribedUntil: Date | null;
}

export interface ItemForSale {
  id: string;
  title: string;
  audience: string;
  priceAmount: bigint | null;
  priceVersion: number;
  onSale: boolean;
  isEntitled: boolean;
  seller: SellerTerms;
}

export interface ProductForSale extends ItemForSale {
  type: 'physical' | 'digital';
  /** How many are left; null for unlimited. */
  stock: number | null;
  /** Hundredths of a token for sending it to the country that was asked for; null where it isn't sent. */
  postage: bigint | null;
}

/** The buyer, and their country if known. */
export interface Buyer {
  id: string;
  country: string | null;
}

const sellerColumns = ({ id: buyerId, country }: Buyer) => sql`
  p.account_id as seller_id, a.username, p.state, a.status, p.monthly_price_amount, p.yearly_price_amount, p.price_version as seller_price_version,
  p.commission_overrides,
  ${blockedPair(sql`p.account_id`, sql`${buyerId}::uuid`)} as is_blocked_pair,
  ${isHiddenIn(sql`p.account_id`, sql`${country}::text`)} as is_hidden,
  p.trial_days,
  (select s.expires_at from subscriptions s where s.fan_id = ${buyerId}::uuid and s.performer_id = p.account_id
    and s.price_amount > 0 and not s.is_trial) as subscribed_until`;

interface SellerRow {
  seller_id: string;
  username: string;
  state: string;
  status: string;
  monthly_price_amount: bigint;
  yearly_price_amount: bigint | null;
  seller_price_version: number;
  commission_overrides: Record<string, number>;
  is_blocked_pair: boolean;
  is_hidden: boolean;
  trial_days: number;
  subscribed_until: Date | null;
}

const sellerOf = (row: SellerRow): SellerTerms => ({
  id: row.seller_id,
  username: row.username,
  state: row.state,
  status: row.status,
  monthlyPriceAmount: row.monthly_price_amount,
  yearlyPriceAmount: row.yearly_price_amount,
  priceVersion: row.seller_price_version,
  commissionOverrides: row.commission_overrides,
  isBlockedPair: row.is_blocked_pair,
  isHidden: row.is_hidden,
  trialDays: row.trial_days,
  subscribedUntil: row.subscribed_until,
});

/** A performer by id or username, with their relation to this buyer. */
export const findSeller = async (executor: Executor, idOrUsername: string, buyer: Buyer): Promise<SellerTerms | undefined> => {
  const condition = isId(idOrUsername) ? sql`a.id = ${idOrUsername}::uuid` : sql`a.username = ${idOrUsername.toLowerCase()}`;
  const { rows } = await sql<SellerRow>`
    select ${sellerColumns(buyer)} from accounts a join performers p on p.account_id = a.id where ${condition}`.execute(executor);
  return rows[0] && sellerOf(rows[0]);
};

interface ItemRow extends SellerRow {
  id: string;
  title: string;
  audience: string;
  price_amount: bigint | null;
  price_version: number;
  on_sale: boolean;
  is_entitled: boolean;
}

const itemColumns = (buyer: Buyer) => sql`
  i.id, i.title, i.audience, i.price_amount, i.price_version, i.on_sale,
  ${hasItem(sql`${buyer.id}::uuid`, sql`i.id`)} as is_entitled,
  ${sellerColumns(buyer)}`;

const itemOf = (row: ItemRow): ItemForSale => ({
  id: row.id,
  title: row.title,
  audience: row.audience,
  priceAmount: row.price_amount,
  priceVersion: row.price_version,
  onSale: row.on_sale,
  isEntitled: row.is_entitled,
  seller: sellerOf(row),
});

/** Products with their performers, by their ids, in one statement. @param country where to send them */
export const findProductsForSale = async (
  executor: Executor,
  productIds: readonly string[],
  buyer: Buyer,
  country: string | undefined,
): Promise<Map<string, ProductForSale>> => {
  const { rows } = await sql<ItemRow & { type: ProductForSale['type']; stock: number | null; postage: bigint | null }>`
    select ${itemColumns(buyer)}, d.type, d.stock,
      (select s.price_amount from product_shipping s where s.product_id = d.id and s.country in ('*', ${country ?? '*'}) order by s.country = '*' limit 1) as postage
    from products d join items i on i.id = d.id join accounts a on a.id = i.performer_id join performers p on p.account_id = i.performer_id
    where d.id = any(${productIds}::uuid[]) and i.kind = 'product'`.execute(executor);
  return new Map(rows.map((row) => [row.id, { ...itemOf(row), type: row.type, stock: row.stock, postage: row.postage }]));
};

/** Items of one kind with their performers, by their ids, in one statement. */
export const findItemsForSale = async (
  executor: Executor,
  itemIds: readonly string[],
  kind: string,
  buyer: Buyer,
): Promise<Map<string, ItemForSale>> => {
  const { rows } = await sql<ItemRow>`
    select ${itemColumns(buyer)}
    from items i join accounts a on a.id = i.performer_id join performers p on p.account_id = i.performer_id
    where i.id = any(${itemIds}::uuid[]) and i.kind = ${kind} and ${isAddressedTo(buyer.id)}`.execute(executor);
  return new Map(rows.map((row) => [row.id, itemOf(row)]));
};

/** An item with its performer. */
export const findItemForSale = async (executor: Executor, itemId: string, kind: string, buyer: Buyer): Promise<ItemForSale | undefined> =>
  (await findItemsForSale(executor, [itemId], kind, buyer)).get(itemId.toLowerCase());
