import { sql } from 'kysely';
import { readRows } from '../../platform/personal-data.ts';
import type { Platform } from '../../platform/platform.ts';

/** The ranks of a performer's videos; the job that ranks leaves out what is deleted. */
export const registerVideoData = (platform: Platform): void =>
  platform.personalData.register({
    module: 'videos',
    tables: ['video_ranks'],
    read: async (executor, accountId) => ({
      data: {
        ranks: await readRows(executor, 'video_ranks', sql`t.item_id in (select id from items where performer_id = ${accountId}::uuid)`),
      },
    }),
    erase: async (trx, accountId) => {
      await sql`delete from video_ranks where item_id in (select id from items where performer_id = ${accountId}::uuid)`.execute(trx);
    },
  });
