import { reports as calls } from '@stagedoor/contract/reports';
import { exportList } from '../../platform/list-file.ts';
import { NEWEST_FIRST } from '../../platform/lists.ts';
import { defineModule } from '../../platform/module.ts';
import { appeal } from '../restrictions/index.ts';
import { registerReportJobs } from './clocks.ts';
import { registerStrikes } from './count-strikes.events.ts';
import { decideObjection } from './decide-appeal.ts';
import { decideReport } from './decide-report.ts';
import { exportModerationFigures, getModerationFigures } from './moderation-figures.queries.ts';
import { registerReportData } from './personal-data.ts';
import { viewReport } from './report-contents.queries.ts';
import { REPORT_COLUMNS } from './reports-file.ts';
import { countOpenObjections } from './objections.queries.ts';
import { bindObjections } from './objections.routes.ts';
import {
  appealedRestriction,
  getPerformerReport,
  getReport,
  listPerformerReports,
  listReports,
  listedReports,
  restrictionOfReport,
} from './reports.queries.ts';
import { sendReport } from './send-report.ts';
import { exportModerationYear, getModerationYear } from './year-figures.queries.ts';

export const reports = defineModule({
  name: 'reports',
  tables: ['reports', 'complaints', 'cleared_contents'],
  endpoints({ bind, platform }) {
    bindObjections(bind, platform);
    bind(calls, {
      'POST /reports': (call, { body }) => sendReport(platform, call, body, call.idempotency),
      'GET /performer/reports': ({ viewer }, { query }) => listPerformerReports(platform, viewer.accountId, query),
      'POST /performer/reports/{id}/appeal': async ({ viewer, idempotency }, { params, body }) => {
        const restrictionId = await restrictionOfReport(platform, viewer.accountId, params.id);
        await appeal(platform, viewer.accountId, restrictionId, body.text, idempotency);
        return getPerformerReport(platform, viewer.accountId, params.id);
      },
      'GET /admin/reports': async ({ locale }, { query }) => ({
        ...(await listReports(platform, locale, query)),
        objections: await countOpenObjections(platform),
      }),
      'GET /admin/reports/export': ({ viewer, locale }, { query: filter }) => {
        const listed = listedReports({ ...filter, ...NEWEST_FIRST });
        return exportList(platform, viewer.accountId, locale, { listed, columns: REPORT_COLUMNS, action: 'reports.exported', filter });
      },
      'GET /admin/reports/{id}': ({ viewer, locale }, { params }) => viewReport(platform, viewer.accountId, locale, params.id),
      'POST /admin/reports/{id}/decide': async ({ viewer, locale, idempotency }, { params, body }) => {
        await decideReport(platform, viewer.accountId, params.id, body, idempotency);
        return getReport(platform, locale, params.id);
      },
      'POST /admin/reports/{id}/decide-appeal': async ({ viewer, locale, idempotency }, { params, body }) => {
        await decideObjection(platform, viewer.accountId, await appealedRestriction(platform, params.id), body, idempotency);
        return getReport(platform, locale, params.id);
      },
      'GET /admin/moderation': (_call, { query }) => getModerationFigures(platform, query.month),
      'GET /admin/moderation/export': (call, { query }) => exportModerationFigures(platform, query.month, call.locale),
      'GET /admin/moderation/year': (_call, { query }) => getModerationYear(platform, query.year),
      'GET /admin/moderation/year/export': (call, { query }) => exportModerationYear(platform, query.year, call.locale),
    });
  },
  personalData: ({ platform }) => registerReportData(platform),
  jobs: ({ platform }) => registerReportJobs(platform),
  events: ({ platform, outbox }) => registerStrikes(platform, outbox),
});
