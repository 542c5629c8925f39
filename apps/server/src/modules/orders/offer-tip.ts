import type { TippedKind } from '@stagedoor/contract/items.values';
import { LRUCache } from 'lru-cache';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { blockedPair, isHiddenIn, mayGiveInShow } from '../access/index.ts';
import type { TokenAmount } from '../../ledger/index.ts';
import { rateOf } from './commissions.ts';
import { type Offer, assertBounds, offerBase, assertSeller } from './offers.ts';
import { type Buyer, type SellerTerms, findItemForSale, findSeller } from './offers.queries.ts';

/** Recipient of a tip or gift: a performer, by id or username, optionally during an open show of theirs, or the performer of an item. */
export type TipTarget = { performer: string; streamId?: string | undefined } | { itemId: string; kind: TippedKind };

/** The seller's fields that a tip or gift depends on. */
type PaidSeller = Pick<SellerTerms, 'id' | 'username' | 'state' | 'status' | 'commissionOverrides'>;

/** The recipient of a tip or gift, and the item it is for; null for the performer alone. */
export interface Tipped {
  seller: PaidSeller;
  item: { kind: string; id: string; title: string } | null;
  /** For the payment to verify a cached target; null when it was just read from the database. */
  precondition: Precondition | null;
}

/** Cached state of a seller and a show, which may have changed since. */
export interface Precondition {
  buyer: Buyer;
  seller: PaidSeller;
  show: { id: string; title: string } | null;
}

type CachedTarget = Pick<Precondition, 'seller' | 'show'>;

/** A rush of tips goes to few performers; a cache miss costs one lookup. */
const MAX_CACHED = 5_000;
const caches = new WeakMap<Database, LRUCache<string, CachedTarget>>();
const cacheOf = (database: Database): LRUCache<string, CachedTarget> => {
  let cache = caches.get(database);
  if (!cache) caches.set(database, (cache = new LRUCache({ max: MAX_CACHED })));
  return cache;
};

const nameOf = (performer: string, streamId: string | undefined): string =>
  streamId === undefined ? performer.toLowerCase() : `${performer.toLowerCase()} ${streamId.toLowerCase()}`;

/** Reads the target from the database and checks every rule. */
const lookUp = async (platform: Platform, buyer: Buyer, target: TipTarget): Promise<Omit<Tipped, 'precondition'>> => {
  if ('itemId' in target) {
    const tipped = await findItemForSale(platform.database, target.itemId, target.kind, buyer);
    if (!tipped || !(tipped.onSale || tipped.isEntitled)) throw new CodedError('NOT_FOUND');
    return { seller: assertSeller(tipped.seller, buyer), item: { kind: target.kind, id: tipped.id, title: tipped.title } };
  }
  const seller = assertSeller(await findSeller(platform.database, target.performer, buyer), buyer);
  if (target.streamId === undefined) return { seller, item: null };
  const show = await findItemForSale(platform.database, target.streamId, 'stream', buyer);
  if (!show || show.seller.id !== seller.id) throw new CodedError('NOT_FOUND');
  // On sale: open (modules/streams/stream-state.ts).
  if (!show.onSale) throw new CodedError('LIVE_NOT_ON_AIR');
  // What is tipped in a show is told in its chat.
  const { rows } = await sql`
    select from items i where i.id = ${show.id}::uuid and ${mayGiveInShow(buyer.id, platform.clock.now())}`.execute(platform.database);
  if (rows.length === 0) throw new CodedError('LOCKED');
  return { seller, item: { kind: 'stream', id: show.id, title: show.title } };
};

/**
 * Resolves the recipient of a tip or gift, and the item it is for.
 *
 * With `fromCache`, performers and shows come from the cache, without a statement: the payment must then check `preconditionHolds`, and
 * retry without the cache when it fails (decision 21).
 * @throws CodedError NOT_FOUND (also for another performer's show), OWN_ITEM, BLOCKED_PAIR, LIVE_NOT_ON_AIR, LOCKED for a show that isn't for the buyer
 */
export const findTipped = async (platform: Platform, buyer: Buyer, target: TipTarget, fromCache = false): Promise<Tipped> => {
  if ('itemId' in target) return { ...(await lookUp(platform, buyer, target)), precondition: null };
  const cache = cacheOf(platform.database);
  const name = nameOf(target.performer, target.streamId);
  const known = fromCache ? cache.get(name) : undefined;
  if (known && known.seller.id !== buyer.id) {
    const { seller, show } = known;
    return { seller, item: show && { kind: 'stream', ...show }, precondition: { buyer, seller, show } };
  }
  cache.delete(name);
  const { seller, item } = await lookUp(platform, buyer, target);
  const { id, username, state, status, commissionOverrides } = seller;
  cache.set(name, { seller: { id, username, state, status, commissionOverrides }, show: item && { id: item.id, title: item.title } });
  return { seller, item, precondition: null };
};

/** What the payment verifies of a show. Tips outside one don't have it in their statement: starting its plan takes nearly 0.2 ms, even where nothing of it runs. */
const showIsOpen = (
  show: { id: string; title: string },
  seller: PaidSeller,
  buyer: Buyer,
  now: Date,
): RawBuilder<boolean> => sql<boolean>`exists (
  select from items i where i.id = ${show.id}::uuid and i.kind = 'stream' and i.performer_id = ${seller.id}::uuid and i.on_sale
    and i.title = ${show.title} and ${mayGiveInShow(buyer.id, now)})`;

/** Whether the cached state is still current and neither has blocked the other. Evaluated within the payment's statement. */
export const preconditionHolds = ({ buyer, seller, show }: Precondition, now: Date): RawBuilder<boolean> => sql<boolean>`(exists (
  select from accounts a join performers p on p.account_id = a.id
  where a.id = ${seller.id}::uuid and a.username = ${seller.username} and a.status = ${seller.status} and p.state = ${seller.state}
    and p.commission_overrides = ${JSON.stringify(seller.commissionOverrides)}::jsonb and not ${blockedPair(sql`a.id`, sql`${buyer.id}::uuid`)}
    and not ${isHiddenIn(sql`a.id`, sql`${buyer.country}::text`)})
  ${show ? sql`and ${showIsOpen(show, seller, buyer, now)}` : sql``})`;

/**
 * A tip of any amount within the bounds, to a performer, during an open show of theirs, or to the performer of an item.
 * @param fromCache as in `findTipped`
 * @throws CodedError NOT_FOUND, OWN_ITEM, BLOCKED_PAIR, AMOUNT_OUT_OF_BOUNDS, LIVE_NOT_ON_AIR, LOCKED
 */
export const offerTip = async (
  platform: Platform,
  buyer: Buyer,
  target: TipTarget,
  { amount, message, fromCache }: { amount: TokenAmount; message: string; fromCache?: boolean },
): Promise<Offer> => {
  assertBounds(platform, amount, 'tipMinimum', 'tipMaximum');
  const { seller, item, precondition } = await findTipped(platform, buyer, target, fromCache);
  return {
    ...offerBase(platform, buyer.id, seller, amount),
    orderKind: 'tip',
    transactionKind: 'tip',
    item,
    commissionRate: rateOf(platform, { kind: 'tip' }, seller.commissionOverrides),
    precondition,
    orderFacts: { message },
  };
};
