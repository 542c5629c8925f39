import { sql } from 'kysely';
import { type Database, recordAudit, transact } from '../../platform/database/database.ts';
import { FieldsError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { typedWordsOf } from '../../platform/search/query.ts';
import { loadCategories } from '../categories/index.ts';

// Words that mean the same: the owner's groups, and the names that a category has in its languages.

/** Another node's changes show after so long. */
const LIFETIME_MS = 5000;

/** A member of a group: its words as they are compared. */
export type Member = readonly string[];
export type Groups = readonly (readonly Member[])[];
export interface Synonyms {
  groups: Groups;
  /** How single words of the groups are written, by the word as it is compared. */
  spellings: ReadonlyMap<string, string>;
}
interface Cache extends Synonyms {
  until: number;
}
const caches = new WeakMap<Database, Cache>();

const memberOf = (text: string): Member => typedWordsOf(text).map((word) => word.text);

/** The owner's groups in their order. */
export const readSynonyms = async ({ database }: Pick<Platform, 'database'>): Promise<string[][]> =>
  (await sql<{ words: string[] }>`select words from synonym_groups order by position`.execute(database)).rows.map(({ words }) => words);

/** The owner's groups and the names of shown categories, folded; read at most every few seconds. */
export const loadSynonyms = async (platform: Pick<Platform, 'database'>): Promise<Synonyms> => {
  const { database } = platform;
  const cached = caches.get(database);
  if (cached && cached.until > Date.now()) return cached;
  const [own, categories] = await Promise.all([readSynonyms(platform), loadCategories(database)]);
  const named = [...categories.values()].filter(({ isHidden }) => !isHidden).map(({ names }) => Object.values(names));
  const groups = [...own, ...named]
    .map((words) => [...new Map(words.map((word) => [memberOf(word).join(' '), memberOf(word)])).values()])
    .map((members) => members.filter((member) => member.length > 0))
    .filter((members) => members.length > 1);
  const spellings = new Map(
    [...own, ...named].flat().flatMap((spelling) => {
      const member = memberOf(spelling);
      return member.length === 1 ? [[member[0]!, spelling.toLowerCase()]] : [];
    }),
  );
  const synonyms = { groups, spellings, until: Date.now() + LIFETIME_MS };
  caches.set(database, synonyms);
  return synonyms;
};

/** The other members of a word's groups. */
export const synonymsOf = ({ groups }: Synonyms, word: string): Member[] =>
  groups.flatMap((group) =>
    group.some((member) => member.length === 1 && member[0] === word) ? group.filter((member) => member.join(' ') !== word) : [],
  );

/** Has the next look read the groups again. */
export const forgetSynonyms = (database: Database): void => void caches.delete(database);

/**
 * Sets the owner's groups.
 * @throws FieldsError on `groups.N` for a group with a word that has no letters, and for one with fewer than two different words
 */
export const saveSynonyms = async (
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  adminId: string,
  groups: readonly (readonly string[])[],
): Promise<void> => {
  const wrong = groups.flatMap((words, at) => {
    const compared = words.map((word) => memberOf(word).join(' '));
    return compared.includes('') || new Set(compared).size < 2 ? [{ property: `groups.${at}`, rule: 'twoWords' }] : [];
  });
  if (wrong.length > 0) throw new FieldsError(wrong);
  const now = clock.now();
  await transact(database, undefined, async (trx) => {
    // Two admins who save at once: the later one's list stays whole.
    await sql`select pg_advisory_xact_lock(hashtext('synonym_groups'))`.execute(trx);
    await trx.deleteFrom('synonym_groups').execute();
    if (groups.length > 0)
      await trx
        .insertInto('synonym_groups')
        .values(groups.map((words, position) => ({ position, words: [...words] })))
        .execute();
    await recordAudit(trx, {
      actorId: adminId,
      action: 'synonyms.changed',
      objectKind: 'synonyms',
      objectId: null,
      detail: { groups: groups.length },
      at: now,
    });
  });
  forgetSynonyms(database);
};
