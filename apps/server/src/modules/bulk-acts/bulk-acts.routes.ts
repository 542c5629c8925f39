import { bulkActs } from '@stagedoor/contract/bulk-acts';
import type { BulkActName } from '@stagedoor/contract/bulk-acts.values';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Bind } from '../../platform/http/pipeline.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { getBulkActWithFailures, listBulkActs } from './bulk-acts.queries.ts';
import { getCount, startCount } from './list-counts.ts';
import { type ChosenRows, prepareAct, prepareUndo } from './prepare-act.ts';
import { startAct, stopAct } from './run-act.ts';

export const bindBulkActs = (bind: Bind, platform: Platform): void => {
  const prepare = (
    { viewer, idempotency }: Call<AccountViewer>,
    act: BulkActName,
    { rows, ...input }: { rows: ChosenRows; reason?: string; note?: string },
  ) => prepareAct(platform, viewer, { act, rows, input }, idempotency);
  bind(bulkActs, {
    'POST /admin/users/suspend-many': (call, { body }) => {
      if (body.reason === 'other' && body.note === '') throw new CodedError('REASON_REQUIRED');
      return prepare(call, 'accounts.suspend', body);
    },
    'POST /admin/users/restore-many': (call, { body }) => prepare(call, 'accounts.restore', body),
    'POST /admin/content/take-down-many': (call, { body }) => prepare(call, 'content.takeDown', body),
    'POST /admin/content/restore-many': (call, { body }) => prepare(call, 'content.restore', body),
    'POST /admin/content/approve-many': (call, { body }) => prepare(call, 'content.approve', body),
    'POST /admin/payouts/approve-many': (call, { body }) => prepare(call, 'payouts.approve', body),
    'GET /admin/bulk-acts': ({ viewer }, { query }) => listBulkActs(platform, viewer, query),
    'GET /admin/bulk-acts/{id}': ({ viewer, locale }, { params }) => getBulkActWithFailures(platform, viewer, params.id, locale),
    'POST /admin/bulk-acts/{id}/start': ({ viewer, idempotency }, { params }) => startAct(platform, viewer, params.id, idempotency),
    'POST /admin/bulk-acts/{id}/stop': ({ viewer, idempotency }, { params }) => stopAct(platform, viewer, params.id, idempotency),
    'POST /admin/bulk-acts/{id}/undo': ({ viewer, idempotency }, { params }) => prepareUndo(platform, viewer, params.id, idempotency),
    'POST /admin/list-counts': ({ viewer, idempotency }, { body }) => startCount(platform, viewer, body, idempotency),
    'GET /admin/list-counts/{id}': ({ viewer }, { params }) => getCount(platform, viewer, params.id),
  });
};
