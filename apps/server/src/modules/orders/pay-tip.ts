import type { Receipt } from '@stagedoor/contract/wallet';
import type { TokenAmount } from '../../ledger/index.ts';
import type { Idempotency } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type TipTarget, offerTip } from './offer-tip.ts';
import type { Buyer } from './offers.queries.ts';
import { payGiven } from './settle-offer.ts';

/**
 * Pays a tip from the wallet.
 * @param tip in hundredths of a token
 * @throws CodedError as `offerTip` and `settle`
 */
export const payTip = (
  platform: Platform,
  buyer: Buyer,
  target: TipTarget,
  tip: { amount: TokenAmount; message: string },
  idempotency: Idempotency | undefined,
): Promise<Receipt> =>
  payGiven(platform, { buyerCountry: buyer.country, idempotency }, (fromCache) => offerTip(platform, buyer, target, { ...tip, fromCache }));
