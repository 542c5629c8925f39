import { sql } from 'kysely';
import { readRows } from '../../platform/personal-data.ts';
import type { Platform } from '../../platform/platform.ts';
import { removeFile } from '../files/index.ts';
import { viewPayoutDetails } from './payout-details.ts';

/** The personal data of the performers module: the profile, the application with its documents, and profile views. */
export const registerPerformerData = (platform: Platform): void =>
  platform.personalData.register({
    module: 'performer',
    tables: ['performers', 'performer_counters', 'performer_documents', 'performer_names', 'payout_details', 'profile_views'],
    async read(executor, accountId) {
      const own = sql`t.performer_id = ${accountId}::uuid`;
      const { rows: files } = await sql<{ name: string; original_key: string }>`
        select 'documents/' || d.kind as name, f.original_key from performer_documents d join files f on f.id = d.file_id
        where d.performer_id = ${accountId}::uuid
        union all
        select case f.id when p.cover_file_id then 'cover' else 'welcome-video' end, f.original_key
        from performers p join files f on f.id in (p.cover_file_id, p.welcome_video_file_id) where p.account_id = ${accountId}::uuid`.execute(
        executor,
      );
      return {
        data: {
          profile: await readRows(executor, 'performers', sql`t.account_id = ${accountId}::uuid`),
          counts: await readRows(executor, 'performer_counters', own, ['place', 'score']),
          documents: await readRows(executor, 'performer_documents', own),
          names: await readRows(executor, 'performer_names', own),
          // Masked, in case somebody else gets hold of the export.
          payoutDetails: await viewPayoutDetails(platform, executor, accountId),
          profilesLookedAt: await readRows(executor, 'profile_views', sql`t.viewer = ${accountId}`),
        },
        files: files.map(({ name, original_key }) => ({ name: `${name}/${original_key.split('/').at(-1)}`, storageKey: original_key })),
      };
    },
    async erase(trx, accountId) {
      await sql`delete from profile_views where viewer = ${accountId} or performer_id = ${accountId}::uuid`.execute(trx);
      const own = await trx
        .selectFrom('performers')
        .select(['cover_file_id', 'welcome_video_file_id'])
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      if (!own) return;
      await trx
        .updateTable('performers')
        .set({
          bio: '',
          craft: '',
          city: '',
          state_code: '',
          attributes: '{}',
          languages: [],
          links: [],
          cover_file_id: null,
          welcome_video_file_id: null,
          featured_position: null,
          updated_at: platform.clock.now(),
        })
        .where('account_id', '=', accountId)
        .execute();
      for (const fileId of [own.cover_file_id, own.welcome_video_file_id]) if (fileId) await removeFile(platform, trx, fileId);
      await trx.deleteFrom('payout_details').where('performer_id', '=', accountId).execute();
    },
    keeps: [{ what: 'personalData.kept.identity', years: 'recordYears', of: 'performer' }],
  });
