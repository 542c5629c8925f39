import type { ChatRules } from '@stagedoor/contract/chat';
import { type ChatWriters, MAX_MODERATORS, type SlowSeconds, chatWordsOf } from '@stagedoor/contract/chat.values';
import { id as idShape } from '@stagedoor/contract/shapes';
import { sql } from 'kysely';
import { type Trx, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { blockedPair } from '../access/index.ts';
import { getChatRules } from './chat.queries.ts';

/** Tells the rooms of a performer's open shows what holds now. */
const announce = async (platform: Platform, realtime: Realtime, performerId: string, rules: ChatRules): Promise<void> => {
  const { rows } = await sql<{ stream_id: string }>`
    select stream_id from conversations where performer_id = ${performerId}::uuid and stream_id is not null and closed_at is null`.execute(
    platform.database,
  );
  for (const { stream_id: streamId } of rows)
    realtime.toRoom(`stream:${streamId}`, 'chat/changed', {
      streamId,
      slowSeconds: rules.slowSeconds,
      writers: rules.writers,
      moderatorIds: rules.moderators.map(({ _id }) => _id),
    });
};

/** Changes the moderation of a performer's chats; the rooms of open shows are told after the commit. */
const change = async (
  platform: Platform,
  realtime: Realtime,
  performerId: string,
  write: (trx: Trx) => Promise<unknown>,
): Promise<ChatRules> => {
  const rules = await transact(platform.database, undefined, async (trx) => {
    await write(trx);
    return getChatRules(platform, trx, performerId);
  });
  await announce(platform, realtime, performerId, rules);
  return rules;
};

/** Each entry once, whatever its case and accents. */
const distinctWords = (words: readonly string[]): string[] => [
  ...new Map(words.map((word) => [chatWordsOf(word).join(' '), word] as const)).values(),
];

/** Changes the rules that are given; the others stay. */
export const setChatRules = (
  platform: Platform,
  realtime: Realtime,
  performerId: string,
  input: { slowSeconds?: SlowSeconds | undefined; writers?: ChatWriters | undefined; blockedWords?: string[] | undefined },
): Promise<ChatRules> =>
  change(platform, realtime, performerId, async (trx) => {
    const given = {
      ...(input.slowSeconds === undefined ? {} : { slow_seconds: input.slowSeconds }),
      ...(input.writers === undefined ? {} : { writers: input.writers }),
      ...(input.blockedWords === undefined ? {} : { blocked_words: distinctWords(input.blockedWords) }),
      updated_at: platform.clock.now(),
    };
    await trx
      .insertInto('chat_rules')
      .values({ performer_id: performerId, ...given })
      .onConflict((conflict) => conflict.column('performer_id').doUpdateSet(given))
      .execute();
  });

/**
 * Appoints a moderator, by id or username. Idempotent.
 * @throws CodedError NOT_FOUND, FORBIDDEN for the performer itself, BLOCKED_PAIR, MODERATORS_FULL
 */
export const appointModerator = (platform: Platform, realtime: Realtime, performerId: string, whom: string): Promise<ChatRules> =>
  change(platform, realtime, performerId, async (trx) => {
    // Appointments of one performer come one after another: none is above the limit.
    await sql`select from performers where account_id = ${performerId}::uuid for no key update`.execute(trx);
    const matches = idShape.safeParse(whom).success ? sql`a.id = ${whom}::uuid` : sql`a.username = ${whom.toLowerCase()}`;
    const { rows } = await sql<{ id: string; is_blocked: boolean; count: number }>`
      select a.id, ${blockedPair(sql`${performerId}::uuid`, sql`a.id`)} as is_blocked,
        (select count(*)::int from chat_moderators o where o.performer_id = ${performerId}::uuid and o.account_id <> a.id) as count
      from accounts a where ${matches} and a.status = 'active' and a.role <> 'admin'`.execute(trx);
    const found = rows[0];
    if (!found) throw new CodedError('NOT_FOUND');
    if (found.id === performerId) throw new CodedError('FORBIDDEN');
    if (found.is_blocked) throw new CodedError('BLOCKED_PAIR');
    if (found.count >= MAX_MODERATORS) throw new CodedError('MODERATORS_FULL');
    await trx
      .insertInto('chat_moderators')
      .values({ performer_id: performerId, account_id: found.id, created_at: platform.clock.now() })
      .onConflict((conflict) => conflict.columns(['performer_id', 'account_id']).doNothing())
      .execute();
  });

/** Removes a moderator. @throws CodedError NOT_FOUND for who is none */
export const removeModerator = (platform: Platform, realtime: Realtime, performerId: string, accountId: string): Promise<ChatRules> =>
  change(platform, realtime, performerId, async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('chat_moderators')
      .where('performer_id', '=', performerId)
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new CodedError('NOT_FOUND');
  });
