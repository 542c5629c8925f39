import { sql } from 'kysely';
import { fillIndex, searchIndexesOf } from '../platform/search/search-indexes.ts';
import type { TestApp } from './test-app.ts';

/** Writes the words of everything that a test inserted by SQL, so that searches find it. */
export const fillSearch = async (app: TestApp): Promise<void> => {
  await sql`update search_indexes set written = '', filled_to = null`.execute(app.platform.database);
  for (const index of searchIndexesOf(app.platform))
    await fillIndex(app.platform, index, new AbortController().signal, { isUnhurried: false });
};
