import { adminPayouts } from '@stagedoor/contract/admin-payouts';
import { payouts } from '@stagedoor/contract/payouts';
import { statements } from '@stagedoor/contract/statements';
import type { Statement } from '@stagedoor/contract/statements.values';
import { findSeal } from '../../ledger/index.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Bind } from '../../platform/http/pipeline.ts';
import { exportList } from '../../platform/list-file.ts';
import { NEWEST_FIRST } from '../../platform/lists.ts';
import { whole } from '../../platform/http/whole.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import type { Platform } from '../../platform/platform.ts';
import { sha256Of, siteSigner } from '../../platform/signed-file.ts';
import { getAdminPayout, listAllPayouts, listedPayouts, viewDestination } from './admin-payouts.queries.ts';
import { type Decision, decidePayout } from './decide-payout.ts';
import { PAYOUT_FILE_COLUMNS } from './payouts-file.ts';
import { exportPayouts } from './export-payouts.queries.ts';
import { readStatement } from './issue-statement.ts';
import { listMonths, makeMonthlyStatement, readMonthlyStatement } from './monthly-statements.ts';
import {
  type BatchFile,
  cancelBatch,
  createBatch,
  getBatch,
  listBatches,
  payBatch,
  readBankFile,
  readPaypalFile,
} from './payout-batches.ts';
import { calculatePayout, findOpenPayout, getHeld, getPayout, getPayoutStats, getRequestedTotal, listPayouts } from './payouts.queries.ts';
import { createPayout, updatePayout } from './request-payout.ts';

const statementIn = (content: string): Statement => (JSON.parse(content) as { statement: Statement }).statement;

/** Downloads of each payout and month have names of their own: one keeps many of them. */
const nameOf = (statement: Statement): string => ('month' in statement ? `statement-${statement.month}` : statement.payout.reference);

/** A stored statement, as it was signed. */
const signedFile = ({ saveAs }: Pick<Call, 'saveAs'>, content: string): AsyncIterable<string> => {
  saveAs(`${nameOf(statementIn(content))}.json`);
  return whole(content);
};

/** A stored statement as a PDF. */
const pdfOf = async ({ saveAs, locale }: Pick<Call, 'saveAs' | 'locale'>, content: string): Promise<AsyncIterable<Uint8Array>> => {
  const statement = statementIn(content);
  saveAs(`${nameOf(statement)}.pdf`);
  // Loaded when the first is drawn: a start doesn't wait for the fonts and programs of PDF.
  const { drawStatement } = await import('./statement-pdf.ts');
  return whole(await drawStatement(statement, sha256Of(content), locale));
};

const batchFile = ({ saveAs }: Pick<Call, 'saveAs'>, ending: 'xml' | 'csv', { reference, content }: BatchFile): AsyncIterable<string> => {
  saveAs(`${reference}.${ending}`);
  return whole(content);
};

const bindStatements = (bind: Bind, platform: Platform): void =>
  bind(statements, {
    'GET /earning-statements/months': async ({ viewer }) => ({ months: await listMonths(platform, viewer.accountId) }),
    'POST /earning-statements': ({ viewer }, { body }) => makeMonthlyStatement(platform, viewer.accountId, body.month),
    'GET /earning-statements/{month}': async (call, { params }) =>
      signedFile(call, await readMonthlyStatement(platform, call.viewer.accountId, params.month)),
    'GET /earning-statements/{month}/pdf': async (call, { params }) =>
      pdfOf(call, await readMonthlyStatement(platform, call.viewer.accountId, params.month)),
    'GET /payout-requests/{id}/statement/pdf': async (call, { params }) =>
      pdfOf(call, await readStatement(platform.database, params.id, call.viewer.accountId)),
  });

const bindPerformers = (bind: Bind, platform: Platform): void => {
  const { publicKey } = siteSigner(platform);
  bind(payouts, {
    'POST /payout-requests/calculate': ({ viewer }, { body }) => calculatePayout(platform, viewer.accountId, body),
    'POST /payout-requests/stats': ({ viewer }, { body }) => getPayoutStats(platform, viewer.accountId, body),
    'POST /payout-requests/check-pending': async ({ viewer }) => ({
      pending: await findOpenPayout(platform, platform.database, viewer.accountId),
    }),
    'POST /payout-requests': ({ viewer, idempotency }, { body }) => createPayout(platform, viewer.accountId, body, idempotency),
    'PUT /payout-requests/{id}': ({ viewer, idempotency }, { params, body }) =>
      updatePayout(platform, viewer.accountId, params.id, body, idempotency),
    'GET /payout-requests/search': ({ viewer }, { query }) => listPayouts(platform, viewer.accountId, query),
    'GET /payout-requests/{id}/view': ({ viewer }, { params }) => getPayout(platform, platform.database, viewer.accountId, params.id),
    'GET /payout-requests/stats/total-requested-amount': ({ viewer }) => getRequestedTotal(platform, viewer.accountId),
    'GET /payout-requests/held': ({ viewer }) => getHeld(platform, viewer.accountId),
    'GET /payout-requests/export': ({ viewer, locale }) => exportPayouts(platform, viewer.accountId, locale),
    'GET /payout-requests/{id}/statement': async (call, { params }) =>
      signedFile(call, await readStatement(platform.database, params.id, call.viewer.accountId)),
    'GET /payout-statements/key': () => ({ algorithm: 'Ed25519' as const, publicKey }),
    'GET /payout-statements/seals/{position}': async (_call, { params: { position } }) => {
      const seal = await findSeal(platform.database, position);
      if (!seal) throw new CodedError('NOT_FOUND');
      return { position, hash: seal.hash, sealedAt: seal.sealedAt.toISOString() };
    },
  });
};

const bindAdmins = (bind: Bind, platform: Platform): void => {
  const decide = async (
    { viewer, idempotency }: Call<AccountViewer>,
    payoutId: string,
    decision: Pick<Decision, 'to' | 'reason' | 'paymentReference'> & { version: number },
  ) => {
    await decidePayout(platform, { payoutId, adminId: viewer.accountId, ...decision }, idempotency);
    return getAdminPayout(platform, payoutId);
  };
  bind(adminPayouts, {
    'GET /admin/payouts': (_call, { query }) => listAllPayouts(platform, query),
    'GET /admin/payouts/export': ({ viewer, locale }, { query: filter }) => {
      const listed = listedPayouts(platform, { ...filter, ...NEWEST_FIRST });
      return exportList(platform, viewer.accountId, locale, {
        listed,
        columns: PAYOUT_FILE_COLUMNS,
        action: 'payouts.listExported',
        filter,
      });
    },
    'GET /admin/payouts/{id}': (_call, { params }) => getAdminPayout(platform, params.id),
    'GET /admin/payouts/{id}/details': ({ viewer }, { params }) => viewDestination(platform, viewer.accountId, params.id),
    'POST /admin/payouts/{id}/approve': (call, { params, body }) => decide(call, params.id, { to: 'approved', ...body }),
    'POST /admin/payouts/{id}/reject': (call, { params, body }) => decide(call, params.id, { to: 'rejected', ...body }),
    'POST /admin/payouts/{id}/pay': (call, { params, body }) => decide(call, params.id, { to: 'paid', ...body }),
    'POST /admin/payouts/{id}/return': (call, { params, body }) => decide(call, params.id, { to: 'returned', ...body }),
    'GET /admin/payouts/{id}/statement': async (call, { params }) =>
      signedFile(call, await readStatement(platform.database, params.id, null)),
    'GET /admin/payout-batches': (_call, { query }) => listBatches(platform, query),
    'POST /admin/payout-batches': ({ viewer, idempotency }, { body }) => createBatch(platform, viewer.accountId, body, idempotency),
    'GET /admin/payout-batches/{id}': (_call, { params }) => getBatch(platform, platform.database, params.id),
    'GET /admin/payout-batches/{id}/bank-file': async (call, { params }) =>
      batchFile(call, 'xml', await readBankFile(platform, call.viewer.accountId, params.id)),
    'GET /admin/payout-batches/{id}/paypal-file': async (call, { params }) =>
      batchFile(call, 'csv', await readPaypalFile(platform, call.viewer.accountId, params.id)),
    'POST /admin/payout-batches/{id}/pay': ({ viewer, idempotency }, { params, body }) =>
      payBatch(platform, viewer.accountId, params.id, body, idempotency),
    'POST /admin/payout-batches/{id}/cancel': ({ viewer, idempotency }, { params }) =>
      cancelBatch(platform, viewer.accountId, params.id, idempotency),
  });
};

export const bindPayouts = (bind: Bind, platform: Platform): void => {
  bindPerformers(bind, platform);
  bindAdmins(bind, platform);
  bindStatements(bind, platform);
};
