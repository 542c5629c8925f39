import { copies as calls } from '@stagedoor/contract/copies';
import { defineModule } from '../../platform/module.ts';
import { listCopies } from './copies.queries.ts';
import { decideCopy } from './decide-copy.ts';
import { registerHashLists } from './fetch-hash-lists.ts';
import { addHashList, changeHashList, listHashLists, removeHashList, tryHashList } from './hash-lists.ts';

export const copies = defineModule({
  name: 'copies',
  tables: ['hash_lists'],
  endpoints: ({ bind, platform }) =>
    bind(calls, {
      'GET /admin/copies': ({ viewer }, { query }) => listCopies(platform, viewer.accountId, query),
      'POST /admin/copies/{id}/decide': async ({ viewer, idempotency }, { params, body }) => {
        await decideCopy(platform, viewer.accountId, params.id, body, idempotency);
        return { success: true } as const;
      },
      'GET /admin/hash-lists': () => listHashLists(platform),
      'POST /admin/hash-lists/test': (_call, { body }) => tryHashList(platform, body),
      'POST /admin/hash-lists': ({ viewer, idempotency }, { body }) => addHashList(platform, viewer.accountId, body, idempotency),
      'PUT /admin/hash-lists/{id}': ({ viewer, idempotency }, { params, body }) =>
        changeHashList(platform, viewer.accountId, params.id, body, idempotency),
      'DELETE /admin/hash-lists/{id}': async ({ viewer, idempotency }, { params }) => {
        await removeHashList(platform, viewer.accountId, params.id, idempotency);
        return { success: true } as const;
      },
    }),
  jobs: ({ platform }) => registerHashLists(platform),
});
