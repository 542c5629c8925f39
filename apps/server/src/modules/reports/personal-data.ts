import { sql } from 'kysely';
import { readRows } from '../../platform/personal-data.ts';
import type { Platform } from '../../platform/platform.ts';

/** Claims about a decision are usually barred after three years. */
const YEARS = 3;

/** What an account reported, and what was decided about what is its own: never who reported that, or with which words. */
export const registerReportData = ({ personalData }: Pick<Platform, 'personalData'>): void =>
  personalData.register({
    module: 'reports',
    tables: ['reports'],
    async read(executor, accountId) {
      const told = sql`t.owner_id = ${accountId}::uuid and t.state = 'upheld'`;
      return {
        data: {
          sent: await readRows(executor, 'reports', sql`t.reporter_id = ${accountId}::uuid`, ['owner_id', 'appeal_text', 'appeal_note']),
          received: await readRows(executor, 'reports', told, ['reporter_id', 'text']),
        },
      };
    },
    keeps: [{ what: 'personalData.kept.notices', years: YEARS }],
  });
