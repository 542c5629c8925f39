import { type Offer, type TipTarget, findTipped, offerBase, rateOf } from '../orders/index.ts';
import type { Buyer, GivenSnapshot } from '../orders/index.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { imageKeyOf } from './gifts.queries.ts';

/** The recipient and quantity of a gift. */
export interface GiftToGive {
  id: string;
  target: TipTarget;
  /** With an item as target: its expected performer, by id or username. */
  performer?: string;
  quantity: number;
  message: string;
  /** The version of the price the buyer saw. */
  expectedVersion?: number | undefined;
  /** As in `findTipped`. */
  fromCache?: boolean;
}

interface Priced {
  given: Omit<GivenSnapshot, 'quantity'>;
  price: bigint | null;
  priceVersion: number;
  isActive: boolean;
}

/**
 * @throws CodedError NOT_FOUND, OWN_ITEM, BLOCKED_PAIR, LIVE_NOT_ON_AIR, NOT_FOR_SALE when inactive or free, PRICE_CHANGED
 */
const offerGiven = async (
  platform: Platform,
  buyer: Buyer,
  { target, performer, quantity, message, expectedVersion, fromCache }: GiftToGive,
  find: (sellerId: string) => Promise<Priced | undefined>,
): Promise<Offer> => {
  const { seller, item, precondition } = await findTipped(platform, buyer, target, fromCache);
  if (performer !== undefined && performer.toLowerCase() !== seller.id && performer.toLowerCase() !== seller.username)
    throw new CodedError('NOT_FOUND');
  const found = await find(seller.id);
  if (!found) throw new CodedError('NOT_FOUND');
  const { given, price, priceVersion, isActive } = found;
  if (!isActive || price === null) throw new CodedError('NOT_FOR_SALE');
  if (expectedVersion !== undefined && expectedVersion !== priceVersion) throw new CodedError('PRICE_CHANGED', { priceVersion });
  const kind = given.given;
  const snapshot: GivenSnapshot = { ...given, quantity };
  return {
    ...offerBase(platform, buyer.id, seller, price * BigInt(quantity)),
    orderKind: kind,
    transactionKind: kind,
    item: item ?? { kind, id: given.giftId, title: given.name },
    commissionRate: rateOf(platform, { kind }, seller.commissionOverrides),
    price: { source: kind, id: given.giftId, version: priceVersion },
    precondition,
    orderFacts: { ...snapshot, message },
  };
};

/**
 * Offers a gift in any quantity: the site's to any performer, a performer's own only to that performer.
 * @throws CodedError as `offerGiven`
 */
export const offerGift = (platform: Platform, buyer: Buyer, gift: GiftToGive): Promise<Offer> =>
  offerGiven(platform, buyer, gift, async (sellerId) => {
    const row = await platform.database
      .selectFrom('gifts as g')
      .leftJoin('files as f', 'f.id', 'g.image_file_id')
      .selectAll('g')
      .select('f.variants')
      .where('g.id', '=', gift.id)
      .where('g.deleted_at', 'is', null)
      .where((where) => where.or([where('g.performer_id', 'is', null), where('g.performer_id', '=', sellerId)]))
      .executeTakeFirst();
    return (
      row && {
        given: {
          given: 'gift',
          giftId: row.id,
          name: row.name,
          image: row.image,
          imageKey: imageKeyOf(row.variants),
          symbol: null,
          animation: row.animation,
        },
        price: row.price_amount,
        priceVersion: row.price_version,
        isActive: row.active,
      }
    );
  });

/**
 * Offers a paid emoji in any quantity.
 * @throws CodedError as `offerGiven`; NOT_FOR_SALE for a free one, which needs no payment
 */
export const offerEmoji = (platform: Platform, buyer: Buyer, emoji: GiftToGive): Promise<Offer> =>
  offerGiven(platform, buyer, emoji, async () => {
    const row = await platform.database.selectFrom('emojis').selectAll().where('id', '=', emoji.id).executeTakeFirst();
    return (
      row && {
        given: { given: 'emoji', giftId: row.id, name: row.name, image: null, imageKey: null, symbol: row.symbol, animation: 'float' },
        price: row.price_amount,
        priceVersion: row.price_version,
        isActive: row.active,
      }
    );
  });
