import { sql } from 'kysely';
import { readRows } from '../../platform/personal-data.ts';
import type { Platform } from '../../platform/platform.ts';

/** What an account was told, what it chose to be told, and whose bells it has on. */
export const registerNotificationData = (platform: Platform): void =>
  platform.personalData.register({
    module: 'notifications',
    tables: ['notifications', 'notification_facts', 'bells', 'notification_choices'],
    async read(executor, accountId) {
      const own = sql`t.account_id = ${accountId}::uuid`;
      return {
        data: {
          // Whom a notification is about, and their words, are theirs.
          notifications: await readRows(executor, 'notifications', own, ['payload', 'comment_id', 'group_key']),
          bells: await readRows(executor, 'bells', own),
          choices: await readRows(executor, 'notification_choices', own),
        },
      };
    },
    /** Deleted; what others were told stays, without this account's words. */
    async erase(trx, accountId) {
      await sql`delete from notifications where account_id = ${accountId}::uuid`.execute(trx);
      await sql`delete from notification_facts where account_id = ${accountId}::uuid`.execute(trx);
      await sql`delete from bells where account_id = ${accountId}::uuid or performer_id = ${accountId}::uuid`.execute(trx);
      await sql`delete from notification_choices where account_id = ${accountId}::uuid`.execute(trx);
      await sql`
        update notifications set payload = payload || '{"words": ""}'
        where actor_id = ${accountId}::uuid and payload ? 'words'`.execute(trx);
      await sql`
        update notification_facts set payload = payload || '{"words": ""}'
        where actor_id = ${accountId}::uuid and payload ? 'words'`.execute(trx);
    },
  });
