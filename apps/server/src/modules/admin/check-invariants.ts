import type { LedgerCheck } from '@stagedoor/contract/admin-money';
import { runLedgerCheck } from '../../ledger/index.ts';
import { recordAudit, transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { getLedgerCheck } from './money-transactions.queries.ts';

/** Checks the ledger on an admin's request; the result is stored and audited. */
export const checkLedgerByHand = async (platform: Platform, actorId: string): Promise<LedgerCheck> => {
  const { id } = await transact(platform.database, undefined, async (trx) => {
    const result = await runLedgerCheck(platform, trx, actorId);
    await recordAudit(trx, { actorId, action: 'invariants.checked', objectKind: 'ledger', objectId: null, detail: { ok: result.ok } });
    return { id: result.id };
  });
  return getLedgerCheck(platform, id);
};
