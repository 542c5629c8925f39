import { sql } from 'kysely';
import { readRows } from '../../platform/personal-data.ts';
import type { Platform } from '../../platform/platform.ts';
import { isBought } from '../access/index.ts';
import { removeFile } from '../files/index.ts';
import { dropStillsOf } from './drop-stills.ts';

/** A performer's shows with their recordings, and the shows an account watched. */
export const registerStreamData = (platform: Platform): void =>
  platform.personalData.register({
    module: 'streams',
    tables: [
      'streams',
      'stream_rights',
      'stream_viewers',
      'stream_participants',
      'stream_minutes',
      'stream_requests',
      'stream_recordings',
      'show_stills',
      'tip_menu_acts',
      'stream_keys',
    ],
    async read(executor, accountId) {
      const { rows: recordings } = await sql<{ stream_id: string; original_key: string }>`
        select r.stream_id, f.original_key from stream_recordings r join streams s on s.id = r.stream_id join files f on f.id = r.file_id
        where s.performer_id = ${accountId}::uuid`.execute(executor);
      const { rows: stills } = await sql<{ stream_id: string; taken_at: Date; original_key: string }>`
        select t.stream_id, t.taken_at, f.original_key from show_stills t join files f on f.id = t.file_id
          join streams s on s.id = t.stream_id
        where s.performer_id = ${accountId}::uuid order by t.taken_at`.execute(executor);
      const own = sql`t.account_id = ${accountId}::uuid`;
      return {
        data: {
          given: await readRows(executor, 'streams', sql`t.performer_id = ${accountId}::uuid`, ['node_id']),
          watched: await readRows(executor, 'stream_viewers', own, ['right_id']),
          paidByTheMinute: await readRows(executor, 'stream_participants', own, ['hold_id', 'camera_id', 'counted_by', 'counts']),
          paidMinutes: await readRows(executor, 'stream_minutes', own),
          asked: await readRows(executor, 'stream_requests', sql`t.fan_id = ${accountId}::uuid or t.performer_id = ${accountId}::uuid`),
          recordings: await readRows(
            executor,
            'stream_recordings',
            sql`t.stream_id in (select id from streams where performer_id = ${accountId}::uuid)`,
            ['failure'],
          ),
          tipMenu: await readRows(executor, 'tip_menu_acts', sql`t.performer_id = ${accountId}::uuid`),
          streamKey: await readRows(executor, 'stream_keys', sql`t.performer_id = ${accountId}::uuid`, ['key_hash', 'sealed']),
          rights: await readRows(executor, 'stream_rights', own),
        },
        files: [
          ...recordings.map(({ stream_id, original_key }) => ({
            name: `recordings/${stream_id}/${original_key.split('/').at(-1)}`,
            storageKey: original_key,
          })),
          ...stills.map(({ stream_id, taken_at, original_key }) => ({
            name: `stills/${stream_id}/${taken_at.toISOString().replaceAll(':', '-')}.jpg`,
            storageKey: original_key,
          })),
        ],
      };
    },
    async erase(trx, accountId) {
      const now = platform.clock.now();
      await sql`update stream_requests set message = '' where fan_id = ${accountId}::uuid and message <> ''`.execute(trx);
      await dropStillsOf(trx, accountId, now);
      await sql`delete from tip_menu_acts where performer_id = ${accountId}::uuid`.execute(trx);
      await sql`delete from stream_keys where performer_id = ${accountId}::uuid`.execute(trx);
      await sql`delete from stream_rights where account_id = ${accountId}::uuid`.execute(trx);
      await sql`update stream_viewers set account_id = null where account_id = ${accountId}::uuid`.execute(trx);
      await sql`update streams set title = '', goal_title = null, next_goals = '[]', end_note = '', updated_at = ${now} where performer_id = ${accountId}::uuid`.execute(
        trx,
      );
      // Sales that are under way are committed first: the next statement finds them bought.
      await sql`select from items where performer_id = ${accountId}::uuid order by id for update`.execute(trx);
      const { rows } = await sql<{ file_id: string | null }>`
        update stream_recordings r set state = 'deleted', file_id = null, updated_at = ${now}
        from streams s, (select stream_id, file_id from stream_recordings) old
        where s.id = r.stream_id and old.stream_id = r.stream_id and s.performer_id = ${accountId}::uuid and r.state <> 'deleted'
          and not ${isBought(sql`r.stream_id`)}
        returning old.file_id`.execute(trx);
      for (const { file_id } of rows) if (file_id) await removeFile(platform, trx, file_id);
    },
  });
