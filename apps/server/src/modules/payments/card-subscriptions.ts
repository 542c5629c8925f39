import type { CardGateway } from '../../gateways/gateway.ts';
import type { Gateways } from '../../gateways/registry.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';

/** A subscription that a company renews. */
export interface CardSubscription {
  gateway: string | null;
  gateway_subscription_id: string | null;
}

/** The company on whose page the buyer confirms a cancellation; undefined where the site cancels alone, or doesn't speak to the company any more. */
export const pageCanceller = (
  gateways: Pick<Gateways, 'find'>,
  row: CardSubscription & { state: string; renews_by: string | null },
): CardGateway | undefined => {
  if (row.state !== 'active' || row.renews_by !== 'card' || !row.gateway || !row.gateway_subscription_id) return undefined;
  const gateway = gateways.find(row.gateway);
  return gateway?.capabilities.cancel === 'page' ? gateway : undefined;
};

/**
 * The company's page where a fan changes the card of their subscription; null if the company has none, or no card pays it.
 * @param id of the subscription, or of its performer
 * @throws CodedError NOT_FOUND for another's subscription
 */
export const getCardPage = async (
  { database }: Pick<Platform, 'database'>,
  gateways: Pick<Gateways, 'find' | 'ownAccounts'>,
  fanId: string,
  id: string,
): Promise<string | null> => {
  const row = await database
    .selectFrom('subscriptions')
    .select(['gateway', 'gateway_subscription_id', 'renews_by'])
    .where('fan_id', '=', fanId)
    .where((where) => where.or([where('id', '=', id), where('performer_id', '=', id)]))
    .executeTakeFirst();
  if (!row) throw new CodedError('NOT_FOUND');
  if (row.renews_by !== 'card' || !row.gateway || !row.gateway_subscription_id) return null;
  const account = await gateways.ownAccounts.ofSale(row.gateway, row.gateway_subscription_id);
  return gateways.find(row.gateway)?.cardPageOf(row.gateway_subscription_id, account) ?? null;
};
