import { sql } from 'kysely';
import { readRows } from '../../platform/personal-data.ts';
import type { Platform } from '../../platform/platform.ts';
import { removeMessageFiles } from './message-files.ts';
import { withdrawAllOf } from './withdraw-message.ts';

/** An account's messages, without others' messages to it. */
export const registerConversationData = (platform: Platform): void =>
  platform.personalData.register({
    module: 'messages',
    tables: ['conversations', 'conversation_members', 'messages', 'message_search', 'chat_rules', 'chat_moderators', 'chat_writers'],
    async read(executor, accountId) {
      const { rows: files } = await sql<{ id: string; original_key: string }>`
        select x.id, x.original_key from files x where x.owner_id = ${accountId}::uuid and x.purpose = 'message' and x.attached_at is not null`.execute(
        executor,
      );
      return {
        files: files.map(({ id, original_key: storageKey }) => ({ name: `${id}/${storageKey.split('/').at(-1)}`, storageKey })),
        data: {
          conversations: await readRows(
            executor,
            'conversations',
            sql`t.performer_id = ${accountId}::uuid or t.fan_id = ${accountId}::uuid
              or t.id in (select conversation_id from messages where sender_id = ${accountId}::uuid)`,
          ),
          conversation_members: await readRows(executor, 'conversation_members', sql`t.account_id = ${accountId}::uuid`),
          chat_rules: await readRows(executor, 'chat_rules', sql`t.performer_id = ${accountId}::uuid`),
          chat_moderators: await readRows(
            executor,
            'chat_moderators',
            sql`t.performer_id = ${accountId}::uuid or t.account_id = ${accountId}::uuid`,
          ),
          chat_writers: await readRows(executor, 'chat_writers', sql`t.account_id = ${accountId}::uuid`),
          messages: await readRows(executor, 'messages', sql`t.sender_id = ${accountId}::uuid`),
        },
      };
    },
    /** Texts and what others noted are deleted; announcements of tips stay without their message. */
    async erase(trx, accountId) {
      const now = platform.clock.now();
      const { rows } = await sql<{ id: string }>`
        select id from files where owner_id = ${accountId}::uuid and purpose = 'message' and attached_at is not null`.execute(trx);
      await removeMessageFiles(
        platform,
        trx,
        rows.map(({ id }) => id),
      );
      await sql`
        update messages set text = '', file_ids = '{}', preview = null, deleted_at = coalesce(deleted_at, ${now}), updated_at = ${now}
        where sender_id = ${accountId}::uuid`.execute(trx);
      await withdrawAllOf(trx, accountId, now);
      await sql`delete from chat_rules where performer_id = ${accountId}::uuid`.execute(trx);
      await sql`delete from chat_moderators where performer_id = ${accountId}::uuid or account_id = ${accountId}::uuid`.execute(trx);
      await sql`delete from chat_writers where account_id = ${accountId}::uuid`.execute(trx);
      await sql`update chat_writers set muted_by = null where muted_by = ${accountId}::uuid`.execute(trx);
      await sql`
        update conversation_members set note = '', pinned_at = case when account_id = ${accountId}::uuid then null else pinned_at end
        where account_id = ${accountId}::uuid or peer_id = ${accountId}::uuid`.execute(trx);
    },
  });
