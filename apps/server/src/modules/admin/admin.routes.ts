import { admin } from '@stagedoor/contract/admin';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';
import { getApplication, listApplications } from './applications.queries.ts';
import { approveApplication, rejectApplication, viewDocument } from './decide-application.ts';
import { getLedgerChecks, getOverview } from './overview.queries.ts';

export const bindAdmin = (bind: Bind, platform: Platform): void =>
  bind(admin, {
    'GET /admin/applications': (_call, { query }) => listApplications(platform, query),
    'GET /admin/applications/{id}': (call, { params }) => getApplication(platform, call.viewer.accountId, params.id),
    'GET /admin/documents/{id}': (call, { params }) => viewDocument(platform, call.viewer.accountId, params.id),
    'POST /admin/applications/{id}/approve': async (call, { params }) => {
      await approveApplication(platform, call.viewer.accountId, params.id, call.idempotency);
      return getApplication(platform, call.viewer.accountId, params.id);
    },
    'POST /admin/applications/{id}/reject': async (call, { params, body }) => {
      await rejectApplication(platform, call.viewer.accountId, params.id, body, call.idempotency);
      return getApplication(platform, call.viewer.accountId, params.id);
    },
    'GET /admin/overview': () => getOverview(platform),
    'GET /admin/ledger/verify': () => getLedgerChecks(platform),
  });
