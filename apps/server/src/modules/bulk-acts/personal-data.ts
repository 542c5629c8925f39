import { sql } from 'kysely';
import { readRows } from '../../platform/personal-data.ts';
import type { Platform } from '../../platform/platform.ts';

/** Acts on many rows that an admin made, and those that an account was a row of. They stay, as the audit log does. */
export const registerBulkActData = ({ personalData }: Pick<Platform, 'personalData'>): void =>
  personalData.register({
    module: 'bulk-acts',
    tables: ['bulk_acts', 'bulk_act_rows', 'list_counts'],
    async read(executor, accountId) {
      return {
        data: {
          acts: await readRows(executor, 'bulk_acts', sql`t.actor_id = ${accountId}::uuid`),
          counts: await readRows(executor, 'list_counts', sql`t.actor_id = ${accountId}::uuid`),
          rows: await readRows(executor, 'bulk_act_rows', sql`t.object_id = ${accountId}::uuid`),
        },
      };
    },
  });
