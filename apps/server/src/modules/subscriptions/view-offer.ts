import type { LinkOffer } from '@stagedoor/contract/offer-links';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import { type TokenAmount, moneyOf } from '../../ledger/index.ts';
import { type Viewer, accountIdOf } from '../../platform/auth/viewer.ts';
import { firstPeriodEnd } from '../../platform/calendar.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { tokenStepOf, tokenValueOf } from '../access/index.ts';
import { discountedPrice, findOfferLink } from '../offer-links/index.ts';
import { assertSeller, findSeller, priceOfPlan } from '../orders/index.ts';
import { trialEnd } from './subscribe-free.ts';

/** Stands for a visitor where a buyer's id is compared; no account has it. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * What an offer link offers the viewer now; nothing is used or reserved.
 * @param performer an id or a username
 * @throws CodedError NOT_FOUND, also of a blocked pair; OWN_ITEM, ALREADY_SUBSCRIBED, NOT_FOR_SALE when the performer doesn't sell that plan (any more),
 * and those of `findOfferLink`
 */
export const viewOffer = async (
  platform: Platform,
  viewer: Viewer,
  country: string | null,
  { performer, code }: { performer: string; code: string },
): Promise<LinkOffer> => {
  const now = platform.clock.now();
  const fanId = accountIdOf(viewer);
  const buyer = { id: fanId ?? NOBODY, country };
  const found = await findSeller(platform.database, performer, buyer);
  // As the profile: neither prices nor terms are shown.
  if (found?.isBlockedPair) throw new CodedError('NOT_FOUND');
  const seller = assertSeller(found, buyer);
  if (seller.subscribedUntil && seller.subscribedUntil > now) throw new CodedError('ALREADY_SUBSCRIBED');
  const link = await findOfferLink(platform.database, { code, performerId: seller.id, fanId, now });
  const price = priceOfPlan(seller, link.plan);
  const tokenValue = tokenValueOf(platform.settings);
  const shown = (tokens: TokenAmount) => ({ price: hundredthsToNumber(tokens), money: hundredthsToNumber(moneyOf(tokens, tokenValue)) });
  return {
    code: link.code,
    kind: link.kind,
    plan: link.plan,
    days: link.days,
    percent: link.percent,
    onlyNew: link.only_new,
    first: shown(link.percent === null ? 0n : discountedPrice(price, link.percent, tokenStepOf(platform.settings))),
    firstUntil: (link.days === null
      ? firstPeriodEnd(now, link.plan, platform.settings.get('timeZone'))
      : trialEnd(now, link.days)
    ).toISOString(),
    ordinary: shown(price),
    priceVersion: seller.priceVersion,
    endsAt: link.ends_at?.toISOString() ?? null,
  };
};
