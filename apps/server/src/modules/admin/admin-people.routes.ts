import { adminPeople } from '@stagedoor/contract/admin-people';
import type { Viewer } from '../../platform/auth/viewer.ts';
import type { Bind } from '../../platform/http/pipeline.ts';
import { exportList } from '../../platform/list-file.ts';
import { NEWEST_FIRST } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  actAsAccount,
  changeAdminRole,
  confirmAddress,
  createAdmin,
  endSessions,
  releasePayouts,
  resetTwoFactor,
  restoreAccount,
  stopActing,
  suspendAccount,
} from '../accounts/index.ts';
import { featurePerformer, setPerformerHold, setCommissions } from '../performers/index.ts';
import { addNote, removeNote } from './account-notes.ts';
import { listAudit } from './audit.queries.ts';
import { exportAudit } from './export-audit.ts';
import { ACCOUNT_COLUMNS, PERFORMER_COLUMNS } from './list-files.ts';
import { getAccount, listAccounts, listPerformers, listedAccounts, listedPerformers } from './people.queries.ts';

export const bindAdminPeople = (bind: Bind, platform: Platform): void => {
  /** Runs an action on an account and returns the account afterwards. */
  const then = async (viewer: Viewer, work: Promise<unknown>, accountId: string) => {
    await work;
    return getAccount(platform, viewer, accountId);
  };
  bind(adminPeople, {
    'GET /admin/users': (_call, { query }) => listAccounts(platform, query),
    'GET /admin/users/export': async ({ viewer, locale }, { query: filter }) => {
      const listed = await listedAccounts(platform, filter);
      return exportList(platform, viewer.accountId, locale, { listed, columns: ACCOUNT_COLUMNS, action: 'accounts.exported', filter });
    },
    'GET /admin/users/{id}': ({ viewer }, { params }) => getAccount(platform, viewer, params.id),
    'POST /admin/users/{id}/suspend': ({ viewer, idempotency }, { params, body }) =>
      then(viewer, suspendAccount(platform, viewer, params.id, body, idempotency), params.id),
    'POST /admin/users/{id}/restore': ({ viewer, idempotency }, { params }) =>
      then(viewer, restoreAccount(platform, viewer, params.id, idempotency), params.id),
    'POST /admin/users/{id}/end-sessions': ({ viewer, idempotency }, { params }) =>
      then(viewer, endSessions(platform, viewer, params.id, idempotency), params.id),
    'POST /admin/users/{id}/verify-email': ({ viewer, idempotency }, { params }) =>
      then(viewer, confirmAddress(platform, viewer, params.id, idempotency), params.id),
    'POST /admin/users/{id}/reset-two-factor': ({ viewer, idempotency }, { params }) =>
      then(viewer, resetTwoFactor(platform, viewer, params.id, idempotency), params.id),
    'POST /admin/users/{id}/notes': ({ viewer, idempotency }, { params, body }) =>
      then(viewer, addNote(platform, viewer, params.id, body.text, idempotency), params.id),
    'DELETE /admin/users/{id}/notes/{noteId}': ({ viewer, idempotency }, { params }) =>
      then(viewer, removeNote(platform, viewer, params.id, params.noteId, idempotency), params.id),
    'POST /admin/users/{id}/act-as': ({ viewer }, { params, body }) => actAsAccount(platform, viewer, params.id, body.reason),
    'POST /auth/stop-acting': ({ viewer }) => stopActing(platform, viewer),
    'GET /admin/performers': (_call, { query }) => listPerformers(platform, query),
    'GET /admin/performers/export': async ({ viewer, locale }, { query: filter }) => {
      const listed = await listedPerformers(platform, { ...filter, ...NEWEST_FIRST });
      return exportList(platform, viewer.accountId, locale, { listed, columns: PERFORMER_COLUMNS, action: 'performers.exported', filter });
    },
    'POST /admin/performers/{id}/hold': ({ viewer, idempotency }, { params, body }) =>
      then(viewer, setPerformerHold(platform, viewer.accountId, params.id, body.reason, idempotency), params.id),
    'POST /admin/performers/{id}/release': ({ viewer, idempotency }, { params }) =>
      then(viewer, setPerformerHold(platform, viewer.accountId, params.id, null, idempotency), params.id),
    'POST /admin/performers/{id}/release-payouts': ({ viewer, idempotency }, { params }) =>
      then(viewer, releasePayouts(platform, viewer, params.id, idempotency), params.id),
    'PUT /admin/performers/{id}/featured': ({ viewer, idempotency }, { params, body }) =>
      then(viewer, featurePerformer(platform, viewer.accountId, params.id, body.position, idempotency), params.id),
    'PUT /admin/performers/{id}/commissions': ({ viewer, idempotency }, { params, body }) =>
      then(viewer, setCommissions(platform, viewer.accountId, params.id, body.rates, idempotency), params.id),
    'POST /admin/admins': async ({ viewer, idempotency }, { body }) =>
      getAccount(platform, viewer, await createAdmin(platform, viewer, body, idempotency)),
    'PUT /admin/admins/{id}': ({ viewer, idempotency }, { params, body }) =>
      then(viewer, changeAdminRole(platform, viewer, params.id, body.adminRole, idempotency), params.id),
    'GET /admin/audit': (call, { query }) => listAudit(platform.database, query, call.locale),
    'GET /admin/audit/export': (call, { query }) => exportAudit(platform, call.viewer.accountId, query, call.locale),
  });
};
