import { restrictions as calls } from '@stagedoor/contract/restrictions';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';
import { appeal, getDecision, listDecisions } from '../restrictions/index.ts';
import { complainAboutReport } from './complain.ts';
import { decideObjection } from './decide-appeal.ts';
import { listObjections } from './objections.queries.ts';
import { viewObjection } from './report-contents.queries.ts';
import { getSentReport, listSentReports } from './sent-reports.queries.ts';

export const bindObjections = (bind: Bind, platform: Platform): void =>
  bind(calls, {
    'GET /account/decisions': ({ viewer }, { query }) => listDecisions(platform, viewer.accountId, query),
    'POST /account/decisions/{id}/appeal': async ({ viewer, idempotency }, { params, body }) => {
      await appeal(platform, viewer.accountId, params.id, body.text, idempotency);
      return getDecision(platform, viewer.accountId, params.id);
    },
    'GET /account/reports': ({ viewer }, { query }) => listSentReports(platform, viewer.accountId, query),
    'POST /account/reports/{id}/complain': async ({ viewer, idempotency }, { params, body }) => {
      await complainAboutReport(platform, viewer.accountId, params.id, body.text, idempotency);
      return getSentReport(platform, viewer.accountId, params.id);
    },
    'GET /admin/appeals': ({ locale }, { query }) => listObjections(platform, locale, query),
    'GET /admin/appeals/{id}': ({ viewer, locale }, { params }) => viewObjection(platform, viewer.accountId, locale, params.id),
    'POST /admin/appeals/{id}/decide': async ({ viewer, idempotency }, { params, body }) => {
      await decideObjection(platform, viewer.accountId, params.id, body, idempotency);
      return { success: true } as const;
    },
  });
