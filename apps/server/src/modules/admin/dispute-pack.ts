import { recordAudit, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { findPackOrder, readEvidence } from './dispute-pack.queries.ts';
import { getAdminOrder } from './money-orders.queries.ts';

/**
 * Everything that answers a bank about a disputed payment: the order with its receipts and what the gateway stated, the buyer's consents and
 * log-ins, and how what was bought was used. Each look is audited.
 * @throws CodedError NOT_FOUND
 */
export const readDisputePack = async (platform: Platform, adminId: string, orderId: string): Promise<AsyncIterable<string>> => {
  const at = platform.clock.now();
  const order = await getAdminOrder(platform, orderId);
  const evidence = await transact(platform.database, undefined, async (trx) => {
    const found = await findPackOrder(trx, orderId);
    if (!found) throw new CodedError('NOT_FOUND');
    await recordAudit(trx, { actorId: adminId, action: 'orders.packed', objectKind: 'order', objectId: orderId, at });
    return readEvidence(trx, found);
  });
  const pack = {
    site: { name: platform.settings.get('siteName'), address: platform.config.publicUrl },
    madeAt: at.toISOString(),
    order,
    ...evidence,
  };
  const text = JSON.stringify(pack, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value), 2);
  return (async function* whole() {
    yield `${text}\n`;
  })();
};
