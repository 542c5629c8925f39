import { adminPeople } from '@stagedoor/contract/admin-people';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  actAsAccount,
  changeAdminRole,
  confirmAddress,
  createAdmin,
  endSessions,
  resetTwoFactor,
  restoreAccount,
  stopActing,
  suspendAccount,
} from '../accounts/index.ts';
import { featurePerformer, setPerformerHold, setCommissions } from '../performers/index.ts';
import { listAudit } from './audit.queries.ts';
import { exportAudit } from './export-audit.ts';
import { getAccount, listAccounts, listPerformers } from './people.queries.ts';

export const bindAdminPeople = (bind: Bind, platform: Platform): void => {
  /** Runs an action on an account and returns the account afterwards. */
  const then = async (work: Promise<void>, accountId: string) => {
    await work;
    return getAccount(platform, accountId);
  };
  bind(adminPeople, {
    'GET /admin/users': (_call, { query }) => listAccounts(platform, query),
    'GET /admin/users/{id}': (_call, { params }) => getAccount(platform, params.id),
    'POST /admin/users/{id}/suspend': ({ viewer, idempotency }, { params, body }) =>
      then(suspendAccount(platform, viewer, params.id, body, idempotency), params.id),
    'POST /admin/users/{id}/restore': ({ viewer, idempotency }, { params }) =>
      then(restoreAccount(platform, viewer, params.id, idempotency), params.id),
    'POST /admin/users/{id}/end-sessions': ({ viewer, idempotency }, { params }) =>
      then(endSessions(platform, viewer, params.id, idempotency), params.id),
    'POST /admin/users/{id}/verify-email': ({ viewer, idempotency }, { params }) =>
      then(confirmAddress(platform, viewer, params.id, idempotency), params.id),
    'POST /admin/users/{id}/reset-two-factor': ({ viewer, idempotency }, { params }) =>
      then(resetTwoFactor(platform, viewer, params.id, idempotency), params.id),
    'POST /admin/users/{id}/act-as': ({ viewer }, { params, body }) => actAsAccount(platform, viewer, params.id, body.reason),
    'POST /auth/stop-acting': ({ viewer }) => stopActing(platform, viewer),
    'GET /admin/performers': (_call, { query }) => listPerformers(platform, query),
    'POST /admin/performers/{id}/hold': ({ viewer, idempotency }, { params, body }) =>
      then(setPerformerHold(platform, viewer.accountId, params.id, body.reason, idempotency), params.id),
    'POST /admin/performers/{id}/release': ({ viewer, idempotency }, { params }) =>
      then(setPerformerHold(platform, viewer.accountId, params.id, null, idempotency), params.id),
    'PUT /admin/performers/{id}/featured': ({ viewer, idempotency }, { params, body }) =>
      then(featurePerformer(platform, viewer.accountId, params.id, body.position, idempotency), params.id),
    'PUT /admin/performers/{id}/commissions': ({ viewer, idempotency }, { params, body }) =>
      then(setCommissions(platform, viewer.accountId, params.id, body.rates, idempotency), params.id),
    'POST /admin/admins': async ({ viewer, idempotency }, { body }) =>
      getAccount(platform, await createAdmin(platform, viewer, body, idempotency)),
    'PUT /admin/admins/{id}': ({ viewer, idempotency }, { params, body }) =>
      then(changeAdminRole(platform, viewer, params.id, body.adminRole, idempotency), params.id),
    'GET /admin/audit': (call, { query }) => listAudit(platform.database, query, call.locale),
    'GET /admin/audit/export': (call, { query }) => exportAudit(platform, call.viewer.accountId, query, call.locale),
  });
};
