import { LRUCache } from 'lru-cache';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { blockedPair } from '../entitlement/index.ts';
import type { TokenAmount } from '../../ledger/index.ts';
import { rateOf } from './commissions.ts';
import { type Offer, assertBounds, offerBase, refuseSeller } from './offers.ts';
import { type Buyer, type SellerTerms, findItemForSale, findSeller } from './offers.queries.ts';

/** What a tip can be given for, besides a performer and a show. */
export type TippedKind = 'feed' | 'gallery' | 'video' | 'product';

/** Whom a tip or a gift is for: a performer, by id or username, during an open show of theirs, or the performer of an item. */
export type TipTarget = { performer: string; streamId?: string | undefined } | { itemId: string; kind: TippedKind };

/** What a tip or a gift is priced by. */
type PaidSeller = Pick<SellerTerms, 'id' | 'username' | 'state' | 'status' | 'commissionOverrides'>;

/** Who is paid by a tip or a gift, and what it is for; null for nothing but the performer. */
export interface Tipped {
  seller: PaidSeller;
  item: { kind: string; id: string; title: string } | null;
  /** What it was remembered by, to be asked by the payment; null when the database was asked just now. */
  proviso: Proviso | null;
}

/** What was remembered of a seller and a show, and may have changed since. */
export interface Proviso {
  buyer: Buyer;
  seller: PaidSeller;
  show: { id: string; title: string } | null;
}

type Remembered = Pick<Proviso, 'seller' | 'show'>;

/** A rush of tips has few performers; a forgotten one costs a look-up. */
const MAX_REMEMBERED = 5_000;
const memories = new WeakMap<Database, LRUCache<string, Remembered>>();
const memoryOf = (database: Database): LRUCache<string, Remembered> => {
  let memory = memories.get(database);
  if (!memory) memories.set(database, (memory = new LRUCache({ max: MAX_REMEMBERED })));
  return memory;
};

const nameOf = (performer: string, streamId: string | undefined): string =>
  streamId === undefined ? performer.toLowerCase() : `${performer.toLowerCase()} ${streamId.toLowerCase()}`;

/** Asks the database, under every rule of now. */
const lookUp = async (platform: Platform, buyer: Buyer, target: TipTarget): Promise<Omit<Tipped, 'proviso'>> => {
  if ('itemId' in target) {
    const tipped = await findItemForSale(platform.database, target.itemId, target.kind, buyer);
    if (!tipped || !(tipped.onSale || tipped.isEntitled)) throw new CodedError('NOT_FOUND');
    return { seller: refuseSeller(tipped.seller, buyer), item: { kind: target.kind, id: tipped.id, title: tipped.title } };
  }
  const seller = refuseSeller(await findSeller(platform.database, target.performer, buyer), buyer);
  if (target.streamId === undefined) return { seller, item: null };
  const show = await findItemForSale(platform.database, target.streamId, 'stream', buyer);
  if (!show || show.seller.id !== seller.id) throw new CodedError('NOT_FOUND');
  // On sale: open (modules/streams/stream-state.ts).
  if (!show.onSale) throw new CodedError('LIVE_NOT_ON_AIR');
  return { seller, item: { kind: 'stream', id: show.id, title: show.title } };
};

/**
 * Who is paid by a tip or a gift, and what it is for.
 *
 * With `remembered`, performers and shows are taken as they were found last, without a statement: the payment must then ask by
 * `provisoHolds`, and come again without it when that says no (decision 21).
 * @throws CodedError NOT_FOUND (also for another performer's show), OWN_ITEM, BLOCKED_PAIR, LIVE_NOT_ON_AIR
 */
export const findTipped = async (platform: Platform, buyer: Buyer, target: TipTarget, remembered = false): Promise<Tipped> => {
  if ('itemId' in target) return { ...(await lookUp(platform, buyer, target)), proviso: null };
  const memory = memoryOf(platform.database);
  const name = nameOf(target.performer, target.streamId);
  const known = remembered ? memory.get(name) : undefined;
  if (known && known.seller.id !== buyer.id) {
    const { seller, show } = known;
    return { seller, item: show && { kind: 'stream', ...show }, proviso: { buyer, seller, show } };
  }
  memory.delete(name);
  const { seller, item } = await lookUp(platform, buyer, target);
  const { id, username, state, status, commissionOverrides } = seller;
  memory.set(name, { seller: { id, username, state, status, commissionOverrides }, show: item && { id: item.id, title: item.title } });
  return { seller, item, proviso: null };
};

/** Whether what was remembered is still so, and neither has shut the other out. For the payment's own statement. */
export const provisoHolds = ({ buyer, seller, show }: Proviso): RawBuilder<boolean> => sql<boolean>`(exists (
  select from accounts a join performers p on p.account_id = a.id
  where a.id = ${seller.id}::uuid and a.username = ${seller.username} and a.status = ${seller.status} and p.state = ${seller.state}
    and p.commission_overrides = ${JSON.stringify(seller.commissionOverrides)}::jsonb and not ${blockedPair(sql`a.id`, sql`${buyer.id}::uuid`)}
    and not exists (select from country_blocks c where c.performer_id = a.id and c.country = ${buyer.country}::text))
  and (${show?.id ?? null}::uuid is null or exists (
    select from items i where i.id = ${show?.id ?? null}::uuid and i.kind = 'stream' and i.performer_id = ${seller.id}::uuid and i.on_sale
      and i.title = ${show?.title ?? null}::text)))`;

/**
 * A tip of any amount within the bounds, to a performer, during an open show of theirs, or to the performer of an item.
 * @param remembered as in `findTipped`
 * @throws CodedError NOT_FOUND, OWN_ITEM, BLOCKED_PAIR, AMOUNT_OUT_OF_BOUNDS, LIVE_NOT_ON_AIR
 */
export const offerTip = async (
  platform: Platform,
  buyer: Buyer,
  target: TipTarget,
  { amount, message, remembered }: { amount: TokenAmount; message: string; remembered?: boolean },
): Promise<Offer> => {
  assertBounds(platform, amount, 'tipMinimum', 'tipMaximum');
  const { seller, item, proviso } = await findTipped(platform, buyer, target, remembered);
  return {
    ...offerBase(platform, buyer.id, seller, amount),
    orderKind: 'tip',
    transactionKind: 'tip',
    item,
    commissionRate: rateOf(platform, { kind: 'tip' }, seller.commissionOverrides),
    proviso,
    detail: { message },
  };
};
