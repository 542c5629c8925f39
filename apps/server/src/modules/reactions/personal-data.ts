import { sql } from 'kysely';
import { readRows } from '../../platform/personal-data.ts';
import type { Platform } from '../../platform/platform.ts';

/** An account's likes, bookmarks and follows. */
export const registerReactionData = (platform: Platform): void =>
  platform.personalData.register({
    module: 'reactions',
    tables: ['reactions'],
    async read(executor, accountId) {
      return { data: { reactions: await readRows(executor, 'reactions', sql`t.account_id = ${accountId}::uuid`) } };
    },
    /** Deleted, together with reactions to the account's erased objects; counts are recomputed. */
    async erase(trx, accountId) {
      await sql`
        with gone as (
          delete from reactions where account_id = ${accountId}::uuid or (object_type = 'performer' and object_id = ${accountId}::uuid)
          returning account_id, action, object_type, object_id)
        insert into outbox (event, payload)
        select case object_type when 'performer' then 'performers.followed' else 'objects.reacted' end,
          case object_type when 'performer' then jsonb_build_object('accountId', account_id, 'performerId', object_id, 'active', false)
            else jsonb_build_object('objectType', object_type, 'objectId', object_id, 'action', action, 'by', -1) end
        from gone`.execute(trx);
    },
  });
