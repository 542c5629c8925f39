import { adminRestore } from '@stagedoor/contract/admin-restore';
import { findUnconfirmed } from '../../backup/restores.store.ts';
import type { Gateways } from '../../gateways/registry.ts';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';
import { askCompanies } from './ask-companies.ts';
import { confirmRestore } from './confirm-restore.ts';
import { readRestore } from './restores.queries.ts';

export const bindRestores = (bind: Bind, platform: Platform, gateways: Gateways): void =>
  bind(adminRestore, {
    'GET /admin/restore/state': async () => ({
      recoveredUntil: (await findUnconfirmed(platform.database))?.recovered_until.toISOString() ?? null,
    }),
    'GET /admin/restore': async () => ({ restore: await readRestore(platform) }),
    'POST /admin/restore/ask': async () => {
      await askCompanies(platform, gateways);
      return { restore: await readRestore(platform) };
    },
    'POST /admin/restore/confirm': async ({ viewer }, { body }) => {
      await confirmRestore(platform, viewer.accountId, body);
      return { success: true };
    },
  });
