import type { Poll } from '@stagedoor/contract/polls';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import { type Idempotency, type Trx, recordEvent, transact } from '../../platform/database/database.ts';
import { CodedError, FieldsError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { decideItems } from '../access/index.ts';
import { pollsOf } from './polls.queries.ts';

/**
 * Creates a poll, to be attached to a post.
 * @throws FieldsError for an end that has passed, or two answers that are the same
 */
export const createPoll = async (
  platform: Platform,
  performerId: string,
  { question, options, endsAt }: { question: string; options: readonly string[]; endsAt: string | null },
  idempotency: Idempotency | undefined,
): Promise<Poll> => {
  const { database, clock } = platform;
  const now = clock.now();
  if (endsAt !== null && new Date(endsAt) <= now) throw new FieldsError([{ property: 'endsAt', rule: 'date' }]);
  if (new Set(options.map((option) => option.toLowerCase())).size < options.length)
    throw new FieldsError([{ property: 'options', rule: 'duplicate' }]);
  const { pollId } = await transact(database, idempotency, async (trx) => {
    const { id } = await trx
      .insertInto('polls')
      .values({ performer_id: performerId, question, ends_at: endsAt === null ? null : new Date(endsAt), created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('poll_options')
      .values(options.map((text, position) => ({ poll_id: id, position, text })))
      .execute();
    return { pollId: id };
  });
  return (await pollsOf(database, performerId, [pollId], now)).get(pollId)!;
};

/**
 * Votes in the poll of a post, once.
 *
 * @param id the poll's, or the post's
 * @throws CodedError NOT_FOUND, LOCKED, POLL_CLOSED, ALREADY_VOTED
 */
export const vote = async (
  platform: Platform,
  viewer: AccountViewer,
  country: string | null,
  id: string,
  optionId: string,
  idempotency: Idempotency | undefined,
): Promise<Poll> => {
  const { database, clock } = platform;
  const now = clock.now();
  const feed = await database
    .selectFrom('feeds as f')
    .innerJoin('items as i', 'i.id', 'f.id')
    .select(['i.id', 'i.state', 'f.poll_id'])
    .where((where) => where.or([where('f.poll_id', '=', id), where('f.id', '=', id)]))
    .executeTakeFirst();
  const pollId = feed?.poll_id;
  const access = feed && (await decideItems(platform, viewer, [feed.id], country)).get(feed.id);
  if (!access || !pollId || feed.state !== 'active') throw new CodedError('NOT_FOUND');
  if (!access.allowed) throw new CodedError('LOCKED');
  await transact(database, idempotency, async (trx) => {
    // Locks the poll until the commit.
    const poll = await trx.selectFrom('polls').select('ends_at').where('id', '=', pollId).forShare().executeTakeFirstOrThrow();
    if (poll.ends_at !== null && poll.ends_at <= now) throw new CodedError('POLL_CLOSED');
    const option = await trx
      .selectFrom('poll_options')
      .select('id')
      .where('poll_id', '=', pollId)
      .where('id', '=', optionId)
      .executeTakeFirst();
    if (!option) throw new CodedError('NOT_FOUND');
    const voted = await trx
      .insertInto('poll_votes')
      .values({ poll_id: pollId, account_id: viewer.accountId, option_id: optionId, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('poll_id')
      .executeTakeFirst();
    if (!voted) throw new CodedError('ALREADY_VOTED');
    await recordEvent(trx, 'polls.voted', { pollId });
    return {};
  });
  return (await pollsOf(database, viewer.accountId, [pollId], now, { isExact: true })).get(pollId)!;
};

/**
 * Asserts that a poll belongs to the performer and no other post uses it. Locks its row, so that only one of two concurrent posts gets it.
 * @throws CodedError NOT_FOUND, POLL_TAKEN
 */
export const claimPoll = async (trx: Trx, performerId: string, pollId: string, feedId: string | null): Promise<void> => {
  const poll = await trx
    .selectFrom('polls')
    .select('id')
    .where('id', '=', pollId)
    .where('performer_id', '=', performerId)
    .forUpdate()
    .executeTakeFirst();
  if (!poll) throw new CodedError('NOT_FOUND');
  const taken = await trx.selectFrom('feeds').select('id').where('poll_id', '=', pollId).executeTakeFirst();
  if (taken && taken.id !== feedId) throw new CodedError('POLL_TAKEN');
};
