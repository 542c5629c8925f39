import { sql } from 'kysely';
import { readRows } from '../../platform/personal-data.ts';
import type { Platform } from '../../platform/platform.ts';

/** What an account reported, and what was decided about what is its own: never who reported that, or with which words. */
export const registerReportData = ({ personalData }: Pick<Platform, 'personalData'>): void =>
  personalData.register({
    module: 'reports',
    tables: ['reports', 'complaints', 'cleared_contents'],
    async read(executor, accountId) {
      const told = sql`t.owner_id = ${accountId}::uuid and t.state = 'upheld'`;
      return {
        data: {
          sent: await readRows(executor, 'reports', sql`t.reporter_id = ${accountId}::uuid`, ['owner_id', 'restriction_id']),
          complaints: await readRows(
            executor,
            'complaints',
            sql`t.report_id in (select r.id from reports r where r.reporter_id = ${accountId}::uuid)`,
          ),
          received: await readRows(executor, 'reports', told, ['reporter_id', 'text', 'hiding']),
        },
      };
    },
    keeps: [{ what: 'personalData.kept.reports', years: 'noticeYears' }],
  });
