import { sql } from 'kysely';
import { readRows } from '../../platform/personal-data.ts';
import type { Platform } from '../../platform/platform.ts';

/** Polls and votes; posts are items (modules/items/personal-data.ts). */
export const registerFeedData = (platform: Platform): void =>
  platform.personalData.register({
    module: 'feeds',
    tables: ['polls', 'poll_options', 'poll_votes'],
    async read(executor, accountId) {
      return {
        data: {
          polls: await readRows(executor, 'polls', sql`t.performer_id = ${accountId}::uuid`),
          pollOptions: await readRows(
            executor,
            'poll_options',
            sql`t.poll_id in (select id from polls where performer_id = ${accountId}::uuid)`,
          ),
          votes: await readRows(executor, 'poll_votes', sql`t.account_id = ${accountId}::uuid`),
        },
      };
    },
    async erase(trx, accountId) {
      await sql`
        with removed as (delete from poll_votes where account_id = ${accountId}::uuid returning poll_id)
        insert into outbox (event, payload) select distinct 'polls.voted', jsonb_build_object('pollId', poll_id) from removed`.execute(trx);
    },
  });
