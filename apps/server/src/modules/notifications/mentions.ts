import type { DomainEvents } from '@stagedoor/contract/domain-events';
import { sql } from 'kysely';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import type { Executor } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { blockedPair, decideItems } from '../access/index.ts';
import type { Notice } from './notify.ts';
import { viewerOf } from './reader.ts';

/** Accounts that one comment tells: whoever mentions more tells nobody else. */
const MAX_MENTIONS = 10;
/** Not within a word, as in an address of mail. */
const MENTION = /(?<![\w.@-])@([a-z0-9][a-z0-9._-]{2,29})/gi;

/**
 * The usernames that a text mentions, each with what else it may be: what ends a sentence may end a name, too.
 * @returns at most ten, in lower case
 */
const mentionedIn = (text: string): [string, ...string[]][] => {
  const names = new Set([...text.matchAll(MENTION)].map(([, name]) => name!.toLowerCase()));
  return [...names].slice(0, MAX_MENTIONS).map((name) => {
    const plain = name.replace(/[._-]+$/, '');
    return plain === name ? [name] : [name, plain];
  });
};

interface Mentioned {
  id: string;
  username: string;
  role: AccountViewer['role'];
}

/** The accounts that are named and haven't blocked the author, or been blocked by them. */
const findMentioned = async (executor: Executor, names: readonly string[][], authorId: string): Promise<Mentioned[]> => {
  const { rows } = await sql<Mentioned>`
    select a.id, a.username, a.role from accounts a
    where a.username = any(${names.flat()}::text[]) and a.status = 'active' and not ${blockedPair(sql`a.id`, sql`${authorId}::uuid`)}`.execute(
    executor,
  );
  return names.flatMap(
    (possible) => rows.find(({ username }) => username === possible.find((name) => rows.some((row) => row.username === name))) ?? [],
  );
};

/** New comments, to those whom they mention and who may read them. The fact is that of the comment: whoever is told of it anyway is told once. */
export const noticesOfMentions = async (
  platform: Platform,
  executor: Executor,
  all: readonly DomainEvents['comments.changed'][],
): Promise<Notice[]> => {
  const ids = all.flatMap(({ commentId }) => commentId ?? []);
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string; item_id: string; author_id: string; performer_id: string; content: string; at: Date }>`
    select c.id, c.item_id, c.author_id, i.performer_id, c.content, c.created_at as at
    from comments c join items i on i.id = c.item_id
    where c.id = any(${ids}::uuid[]) and c.deleted_at is null and c.hidden_at is null and strpos(c.content, '@') > 0 order by c.id`.execute(
    executor,
  );
  const notices: Notice[] = [];
  for (const { id, item_id: itemId, author_id: authorId, performer_id: performerId, content, at } of rows) {
    const names = mentionedIn(content);
    const mentioned = names.length === 0 ? [] : await findMentioned(executor, names, authorId);
    for (const account of mentioned) {
      const access = await decideItems(platform, viewerOf(platform, account.id, account), [itemId], null);
      if (!access.get(itemId)?.allowed) continue;
      const common = {
        kind: 'mention',
        accountId: account.id,
        actorId: authorId,
        performerId,
        itemId,
        commentId: id,
        subjectId: id,
        payload: {},
      } as const;
      notices.push({ ...common, fact: `comment:${id}`, group: `item:${itemId}`, at });
    }
  }
  return notices;
};
