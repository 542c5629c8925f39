import { synonyms } from '@stagedoor/contract/catalog';
import { sql } from 'kysely';
import { defineModule } from '../../platform/module.ts';
import { readRows } from '../../platform/personal-data.ts';
import type { Trx } from '../../platform/database/database.ts';
import { addWordsOf, countAllWords } from './count-words.ts';
import { forgetFamilies } from './stems.queries.ts';
import { readSynonyms, saveSynonyms } from './synonyms.store.ts';

export const words = defineModule({
  name: 'words',
  tables: ['known_words', 'synonym_groups'],
  endpoints: ({ bind, platform }) =>
    bind(synonyms, {
      'GET /admin/synonyms': async () => ({ groups: await readSynonyms(platform) }),
      'PUT /admin/synonyms': async ({ viewer }, { body }) => {
        await saveSynonyms(platform, viewer.accountId, body.groups);
        return { groups: await readSynonyms(platform) };
      },
    }),
  personalData: ({ platform }) =>
    platform.personalData.register({
      module: 'words',
      tables: ['known_words'],
      read: async (executor, accountId) => ({
        data: {
          searchedWords: await readRows(executor, 'known_words', sql`t.performer_id = ${accountId}::uuid`, ['variants', 'performer_id']),
        },
      }),
      async erase(trx, accountId) {
        await trx.deleteFrom('known_words').where('performer_id', '=', accountId).execute();
      },
    }),
  jobs: ({ platform }) => {
    platform.jobs.schedule('words:countAll', '7 5 * * *', () => countAllWords(platform));
  },
  events: ({ outbox, platform }) => {
    const add = async (trx: Trx, of: { items?: string[]; performers?: string[] }): Promise<void> => {
      await addWordsOf(trx, of);
      forgetFamilies(platform.database);
    };
    for (const event of ['items.published', 'items.changed'] as const)
      outbox.onBatch(event, (events, trx) => add(trx, { items: events.map(({ payload }) => payload.itemId) }));
    for (const event of ['performers.changed', 'applications.changed'] as const)
      outbox.onBatch(event, (events, trx) => add(trx, { performers: events.map(({ payload }) => payload.performerId) }));
  },
});
