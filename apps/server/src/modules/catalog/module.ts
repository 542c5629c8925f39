import { catalog as calls } from '@stagedoor/contract/catalog';
import { PAGED_KINDS } from '@stagedoor/contract/items.values';
import { sql } from 'kysely';
import { readRows } from '../../platform/personal-data.ts';
import { exportList } from '../../platform/list-file.ts';
import { NEWEST_FIRST } from '../../platform/lists.ts';
import { defineModule } from '../../platform/module.ts';
import { reviewOf } from '../items/index.ts';
import { getContent, getContentWithFiles, listContent, listedContentOfFile } from './content.queries.ts';
import { CONTENT_COLUMNS } from './content-file.ts';
import { refreshFeatured } from './featured-candidates.ts';
import { listFeatured } from './featured.queries.ts';
import { decideReview } from './decide-reviews.ts';
import { featureItem, restoreContent, takeDownContent } from './manage-content.ts';
import { getReview, listReviews } from './reviews.queries.ts';

export const catalog = defineModule({
  name: 'catalog',
  tables: ['featured_candidates', 'featured_items'],
  endpoints: ({ bind, platform }) =>
    bind(calls, {
      'GET /performer-assets/featured-content': (call, { query: { kinds, limit } }) =>
        listFeatured(platform, call, { kinds: kinds && kinds.length > 0 ? kinds : PAGED_KINDS, limit }),
      'GET /admin/content': (_call, { query }) => listContent(platform, query),
      'GET /admin/content/export': async ({ viewer, locale }, { query: filter }) => {
        const listed = await listedContentOfFile(platform, { ...filter, ...NEWEST_FIRST });
        return exportList(platform, viewer.accountId, locale, { listed, columns: CONTENT_COLUMNS, action: 'content.exported', filter });
      },
      'GET /admin/content/{id}': (_call, { params }) => getContentWithFiles(platform, params.id),
      'POST /admin/content/{id}/take-down': async ({ viewer, idempotency }, { params, body }) => {
        await takeDownContent(platform, viewer.accountId, params.id, body.note, idempotency);
        return getContent(platform, params.id);
      },
      'POST /admin/content/{id}/restore': async ({ viewer, idempotency }, { params }) => {
        await restoreContent(platform, viewer.accountId, params.id, idempotency);
        return getContent(platform, params.id);
      },
      'GET /admin/reviews': (_call, { query }) => listReviews(platform, query),
      'GET /admin/reviews/{id}': (_call, { params }) => getReview(platform, params.id),
      'POST /admin/reviews/{id}/approve': async ({ viewer, idempotency }, { params, body: { version } }) => {
        const looked = { itemId: params.id, version };
        await decideReview(platform, viewer.accountId, looked, { decision: 'approved' }, idempotency);
        return { success: true } as const;
      },
      'POST /admin/reviews/{id}/reject': async ({ viewer, idempotency }, { params, body: { version, note } }) => {
        const looked = { itemId: params.id, version };
        await decideReview(platform, viewer.accountId, looked, { decision: 'rejected', note }, idempotency);
        return { success: true } as const;
      },
      'GET /performer/review': ({ viewer }) => reviewOf(platform, platform.database, viewer.accountId),
      'PUT /admin/content/{id}/featured': async ({ viewer, idempotency }, { params, body }) => {
        await featureItem(platform, viewer.accountId, params.id, body.place, idempotency);
        return { success: true } as const;
      },
    }),
  personalData: ({ platform }) =>
    platform.personalData.register({
      module: 'catalog',
      tables: ['featured_candidates', 'featured_items'],
      read: async (executor, accountId) => ({
        data: {
          featured: await readRows(
            executor,
            'featured_items',
            sql`t.item_id in (select id from items where performer_id = ${accountId}::uuid)`,
          ),
        },
      }),
    }),
  jobs: ({ platform }) => platform.jobs.schedule('catalog:refreshFeatured', '*/5 * * * *', () => refreshFeatured(platform)),
});
