import { reports as calls } from '@stagedoor/contract/reports';
import { exportList } from '../../platform/list-file.ts';
import { NEWEST_FIRST } from '../../platform/lists.ts';
import { defineModule } from '../../platform/module.ts';
import { appealReport, decideAppeal, decideReport } from './decide-report.ts';
import { exportModerationFigures, getModerationFigures } from './moderation-figures.queries.ts';
import { registerReportData } from './personal-data.ts';
import { viewReport } from './report-contents.queries.ts';
import { REPORT_COLUMNS } from './reports-file.ts';
import { getPerformerReport, getReport, listPerformerReports, listReports, listedReports } from './reports.queries.ts';
import { sendReport } from './send-report.ts';

export const reports = defineModule({
  name: 'reports',
  tables: ['reports'],
  endpoints: ({ bind, platform }) =>
    bind(calls, {
      'POST /reports': (call, { body }) => sendReport(platform, call, body, call.idempotency),
      'GET /performer/reports': ({ viewer }, { query }) => listPerformerReports(platform, viewer.accountId, query),
      'POST /performer/reports/{id}/appeal': async ({ viewer, idempotency }, { params, body }) => {
        await appealReport(platform, viewer.accountId, params.id, body.text, idempotency);
        return getPerformerReport(platform, viewer.accountId, params.id);
      },
      'GET /admin/reports': ({ locale }, { query }) => listReports(platform, locale, query),
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
        await decideAppeal(platform, viewer.accountId, params.id, body, idempotency);
        return getReport(platform, locale, params.id);
      },
      'GET /admin/moderation': (_call, { query }) => getModerationFigures(platform, query.month),
      'GET /admin/moderation/export': (call, { query }) => exportModerationFigures(platform, query.month, call.locale),
    }),
  personalData: ({ platform }) => registerReportData(platform),
});
