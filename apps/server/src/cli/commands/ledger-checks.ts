import { describeChecks, runLedgerCheck } from '../../ledger/index.ts';
import { recordAudit, transact } from '../../platform/database/database.ts';
import type { Command } from '../command.ts';
import { withSite } from '../site.ts';

const verify: Command = {
  name: 'ledger verify',
  summary: 'Check every invariant of the ledger; exit code 1 when one doesn’t hold',
  run: ({ environment, say }) =>
    withSite(environment, async ({ platform }) => {
      // Stored, so that the overview shows it too.
      const result = await transact(platform.database, undefined, async (trx) => {
        const checked = await runLedgerCheck(platform, trx, null);
        const detail = { ok: checked.ok };
        await recordAudit(trx, { actorId: null, action: 'invariants.checked', objectKind: 'ledger', objectId: null, detail });
        return checked;
      });
      for (const line of describeChecks(result)) say(line);
      return result.ok ? 0 : 1;
    }),
};

export const ledgerCommands: readonly Command[] = [verify];
