import type { AuditAction } from '@stagedoor/contract/audit.values';
import { sql } from 'kysely';
import { type Database, recordAudit, transact } from '../platform/database/database.ts';

/** Records in the audit log that a command of the server's console did something to the backup of a name. */
export const auditByConsole = (database: Database, action: AuditAction, backup: string, detail: Record<string, unknown>): Promise<void> =>
  transact(database, undefined, async (trx) => {
    await sql`select set_config('stagedoor.via', 'console', true)`.execute(trx);
    await recordAudit(trx, { actorId: null, action, objectKind: 'backup', objectId: null, detail: { backup, ...detail } });
  });
