import type { RefundPreview } from '@stagedoor/contract/admin-money';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import type { ErrorCode } from '@stagedoor/contract/errors';
import type { Gateways } from '../../gateways/registry.ts';
import { type Reversed, refundOrder } from '../../ledger/index.ts';
import { translateDatabaseError } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { avatarUrl } from '../accounts/index.ts';
import type { RefundRequest } from '../payments/index.ts';
import { findSellersWithEarnings } from './money-transactions.queries.ts';

const ROLLED_BACK = Symbol('taken back');

const refused = (refusal: RefundPreview['refusal']): RefundPreview => ({
  refusal,
  tokens: null,
  money: null,
  revoked: 0,
  endsSubscription: false,
  company: null,
  stateAfter: 'paid',
  sellers: [],
});

const isRefusal = (code: ErrorCode): code is NonNullable<RefundPreview['refusal']> =>
  code === 'ORDER_STATE' || code === 'INSUFFICIENT_TOKENS' || code === 'AMOUNT_OUT_OF_BOUNDS';

const companyOf = (
  gateways: Pick<Gateways, 'find'>,
  { method, gateway }: Pick<Reversed, 'method' | 'gateway'>,
): RefundPreview['company'] => {
  const capabilities = method === 'card' && gateway ? gateways.find(gateway)?.capabilities : undefined;
  return capabilities ? { refund: capabilities.refund, endsSubscription: capabilities.refundEndsSubscription } : null;
};

/**
 * Previews a refund: executes it, reads the result and rolls the transaction back, so that the preview can't differ from it.
 * @throws CodedError NOT_FOUND
 */
export const previewRefund = async (
  platform: Platform,
  gateways: Pick<Gateways, 'find'>,
  orderId: string,
  { orderLineId, amount, endsAccess }: Pick<RefundRequest, 'orderLineId' | 'amount' | 'endsAccess'>,
): Promise<RefundPreview> => {
  const { database, clock } = platform;
  let preview: RefundPreview | undefined;
  try {
    await database.transaction().execute(async (trx) => {
      const reversed = await refundOrder(trx, {
        orderId,
        ...(orderLineId ? { orderLineId } : {}),
        ...(amount === undefined ? {} : { amount }),
        ...(endsAccess ? { endsAccess } : {}),
        at: clock.now(),
        note: '',
        actorId: null,
      });
      const sellerIds = [...new Set(reversed.reversals.flatMap(({ sellerId }) => sellerId ?? []))];
      const sellers = await findSellersWithEarnings(trx, sellerIds);
      const sum = (values: (bigint | null)[]): bigint => values.reduce<bigint>((total, value) => total + (value ?? 0n), 0n);
      const tokens = sum(reversed.reversals.map((reversal) => reversal.tokens));
      const isTopUp = reversed.reversals[0]?.sellerId === null;
      preview = {
        refusal: null,
        tokens: tokens === 0n ? null : hundredthsToNumber(isTopUp ? -tokens : tokens),
        money: reversed.method === 'card' ? hundredthsToNumber(sum(reversed.reversals.map(({ gross }) => gross))) : null,
        revoked: reversed.reversals.reduce((total, { revoked }) => total + revoked, 0),
        endsSubscription: reversed.reversals.some(({ subscription }) => subscription !== null),
        company: companyOf(gateways, reversed),
        stateAfter: reversed.state,
        sellers: reversed.reversals.flatMap((reversal) => {
          const seller = sellers.find(({ id }) => id === reversal.sellerId);
          return seller
            ? {
                seller: { _id: seller.id, username: seller.username, name: seller.name, avatar: avatarUrl(platform, seller.avatar_key) },
                net: hundredthsToNumber(reversal.net ?? 0n),
                from:
                  reversal.receiver === 'performer'
                    ? ('own' as const)
                    : reversal.wasPending
                      ? ('pending' as const)
                      : ('available' as const),
                availableAfter: hundredthsToNumber(seller.available),
              }
            : [];
        }),
      };
      throw ROLLED_BACK;
    });
  } catch (error) {
    if (error !== ROLLED_BACK) {
      const known = translateDatabaseError(error);
      if (known instanceof CodedError && isRefusal(known.code)) return refused(known.code);
      throw known;
    }
  }
  return preview!;
};
