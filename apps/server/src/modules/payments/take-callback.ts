import { CALLBACK_REFUSALS } from '@stagedoor/contract/gateways.values';
import { isId } from '@stagedoor/contract/ids.values';
import type { CallbackOutcome, CardGateway, GatewayCallback, PaymentNotice } from '../../gateways/gateway.ts';
import type { GatewaySettings } from '../../gateways/gateway-settings.ts';
import { noticeOf } from '../../gateways/notices.ts';
import { transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { applyNotice } from './complete-payment.ts';
import { recordCardOutcome } from './card-limits.ts';
import { type NoticeOutcome, recordNotice, wasProcessed } from './gateway-events.store.ts';
import { recordRejection } from './gateway-rejections.store.ts';

/** The outcomes of notices that the company hears of; all others are done. */
const REFUSALS: Partial<Record<NoticeOutcome, CallbackOutcome>> = { unknownOrder: 'later', amountMismatch: 'refused' };
/** The worst of several notices in one callback decides: the company repeats the whole, and what was done stays done. */
const BY_SEVERITY = ['failed', 'later', 'refused'] as const satisfies readonly CallbackOutcome[];

const applyOne = async (platform: Platform, notice: PaymentNotice): Promise<CallbackOutcome> => {
  try {
    return REFUSALS[await applyNotice(platform, notice)] ?? 'done';
  } catch (error) {
    platform.log.error({ err: error, gateway: notice.gateway, event: notice.event }, 'a gateway’s notice could not be processed');
    return 'failed';
  }
};

/** Counts a card that the company refused, for the limits on tries. The order stays open: the buyer may type another card. */
const countDecline = async (platform: Platform, gateway: CardGateway, callback: GatewayCallback): Promise<void> => {
  const decline = await gateway.readDecline?.(callback);
  if (!decline?.orderId || !isId(decline.orderId)) return;
  const { orderId, eventKey, cardMark, reason } = decline;
  await transact(platform.database, undefined, async (trx) => {
    const notice = noticeOf({ gateway: gateway.name, eventKey, event: 'cardDeclined', cardMark, payload: { reason } });
    if (await wasProcessed(trx, notice, ['noted'])) return;
    await recordNotice(platform, trx, notice, orderId, 'noted');
    await recordCardOutcome(trx, orderId, false, cardMark);
  });
};

/** Verifies a callback and applies its notices. What went wrong is an outcome, never thrown: each company is told in its own way. */
export const takeCallback = async (
  platform: Platform,
  settings: Pick<GatewaySettings, 'confirm'>,
  gateway: CardGateway,
  callback: GatewayCallback,
): Promise<CallbackOutcome> => {
  try {
    const outcomes: CallbackOutcome[] = [];
    for (const notice of await gateway.readCallback(callback)) {
      outcomes.push(await applyOne(platform, notice));
      await settings.confirm(gateway.name, notice.facts);
    }
    if (outcomes.length === 0) await countDecline(platform, gateway, callback);
    if (outcomes.includes('failed'))
      await recordRejection(platform, gateway.name, { outcome: 'failed', reason: 'notApplied', ip: callback.ip });
    return BY_SEVERITY.find((outcome) => outcomes.includes(outcome)) ?? 'done';
  } catch (error) {
    const isForged = error instanceof CodedError && error.code === 'SIGNATURE_INVALID';
    const outcome = isForged ? 'forged' : 'failed';
    const told = isForged ? error.details?.['reason'] : 'unreadable';
    const reason = CALLBACK_REFUSALS.find((known) => known === told) ?? 'signature';
    platform.log.warn({ err: error, gateway: gateway.name, ip: callback.ip, reason }, 'a gateway’s callback was refused');
    await recordRejection(platform, gateway.name, { outcome, reason, ip: callback.ip }).catch((failure: unknown) =>
      platform.log.error({ err: failure, gateway: gateway.name }, 'a refused callback could not be recorded'),
    );
    return outcome;
  }
};
