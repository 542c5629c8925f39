import type { Contract, ResponseOf } from '@stagedoor/contract';
import type { Gateways } from '../../gateways/registry.ts';
import { type Idempotency, type Trx, recordAudit, recordEvent, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { enqueueMail } from '../accounts/index.ts';
import { pageCanceller, recordCancellation } from '../payments/index.ts';
import { getSubscription } from './subscriptions.queries.ts';

interface Running {
  id: string;
  fan_id: string;
  performer_id: string;
  paid_until: Date;
}

/** Stops renewal; access lasts to the end of the paid period. The event cancels it at the gateway. @returns the end of access */
const stopRenewing = async (trx: Trx, row: Running, now: Date): Promise<Date> => {
  // The grace period is unpaid: it ends at once.
  const end = row.paid_until < now ? now : row.paid_until;
  await trx
    .updateTable('subscriptions')
    .set({
      state: 'cancelled',
      cancelled_at: now,
      next_attempt_at: null,
      next_type: null,
      next_price_amount: null,
      expires_at: end,
      updated_at: now,
    })
    .where('id', '=', row.id)
    .execute();
  await recordEvent(trx, 'subscriptions.cancelled', { fanId: row.fan_id, performerId: row.performer_id });
  return end;
};

/** The company's page where the fan confirms a cancellation. */
const cancellationPageOf = async (
  gateways: Pick<Gateways, 'find' | 'ownAccounts'>,
  atCompany: { gateway: string; subscriptionId: string } | null,
): Promise<string | null> => {
  const gateway = atCompany && gateways.find(atCompany.gateway);
  if (!gateway) return null;
  const account = await gateways.ownAccounts.ofSale(atCompany.gateway, atCompany.subscriptionId);
  return (await gateway.cancelSubscription(atCompany.subscriptionId, account)).redirectUrl;
};

/**
 * Stops a subscription from renewing; access lasts to the period's end. Idempotent. Where its card company wants the fan's confirmation, it
 * renews until the company reports the cancellation.
 * @param id of the subscription, or of its performer
 * @throws CodedError NOT_FOUND, SUBSCRIPTION_STATE when it has ended, GATEWAY_UNAVAILABLE
 */
export const cancelSubscription = async (
  platform: Platform,
  gateways: Pick<Gateways, 'find' | 'ownAccounts'>,
  fanId: string,
  id: string,
  idempotency: Idempotency | undefined,
): Promise<ResponseOf<Contract['POST /subscriptions/cancel/{id}']>> => {
  const { database, clock } = platform;
  const now = clock.now();
  const asked = await transact(database, idempotency, async (trx) => {
    const row = await trx
      .selectFrom('subscriptions')
      .selectAll()
      .where('fan_id', '=', fanId)
      .where((where) => where.or([where('id', '=', id), where('performer_id', '=', id)]))
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new CodedError('NOT_FOUND');
    if (row.expires_at <= now) throw new CodedError('SUBSCRIPTION_STATE');
    const company = pageCanceller(gateways, row);
    if (!company) {
      if (row.state === 'active') await stopRenewing(trx, row, now);
      return { subscriptionId: row.id, atCompany: null };
    }
    const atCompany = { gateway: company.name, subscriptionId: row.gateway_subscription_id! };
    await recordCancellation(trx, { ...atCompany, askedBy: 'buyer', orderId: row.order_id }, now);
    return { subscriptionId: row.id, atCompany };
  });
  return { ...(await getSubscription(platform, asked.subscriptionId)), redirectUrl: await cancellationPageOf(gateways, asked.atCompany) };
};

/**
 * Stops a subscription from renewing on behalf of an admin. The fan gets a mail.
 * @param reason stored in the audit log
 * @throws CodedError NOT_FOUND, SUBSCRIPTION_STATE when it doesn't renew
 */
export const cancelByAdmin = async (
  platform: Platform,
  { subscriptionId, actorId, reason }: { subscriptionId: string; actorId: string; reason: string },
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const now = platform.clock.now();
  await transact(platform.database, idempotency, async (trx) => {
    const row = await trx
      .selectFrom('subscriptions as s')
      .innerJoin('accounts as a', 'a.id', 's.performer_id')
      .selectAll('s')
      .select('a.name as performer_name')
      .where('s.id', '=', subscriptionId)
      .forUpdate('s')
      .executeTakeFirst();
    if (!row) throw new CodedError('NOT_FOUND');
    const renews = row.renews_by === 'card' || row.next_attempt_at !== null;
    if (row.state !== 'active' || row.expires_at <= now || !renews) throw new CodedError('SUBSCRIPTION_STATE');
    const end = await stopRenewing(trx, row, now);
    await recordAudit(trx, {
      actorId,
      action: 'subscriptions.cancelled',
      objectKind: 'subscription',
      objectId: row.id,
      detail: { reason, fanId: row.fan_id, performerId: row.performer_id },
      at: now,
    });
    await enqueueMail(platform, trx, {
      kind: 'subscriptionCancelled',
      accountId: row.fan_id,
      values: { performer: row.performer_name, date: end.toISOString() },
    });
    return {};
  });
};
