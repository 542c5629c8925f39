import { createPoll, vote } from '../modules/feeds/index.ts';
import { addComment } from '../modules/comments/index.ts';
import { addReaction } from '../modules/reactions/index.ts';
import { CodedError } from '../platform/errors.ts';
import { receivePostPicture } from './pictures.ts';
import type { SeededPost } from './posts.ts';
import { type Seeding, readAccountIds, stepKey, viewerOf } from './seeding.ts';
import { POLLS, type ScriptedComment, SAVED, TALK } from './talk.ts';

const MINUTE_MS = 60_000;
/** Minutes between a post and the votes in its poll. */
const VOTED_AFTER = 20;

/** Ignores refusals of actions that the person has no access to. */
const ifOpen = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CodedError && (error.code === 'LOCKED' || error.code === 'ALREADY_VOTED')) return undefined;
    throw error;
  }
};

/** The poll of a post of the cast, written before the post; null when it has none. */
export const pollOf = async (seeding: Seeding, username: string, index: number, performerId: string, at: Date): Promise<string | null> => {
  const poll = POLLS.find(({ performer, post }) => performer === username && post === index);
  if (!poll) return null;
  const { question, options, endsAfter } = poll;
  const endsAt = endsAfter === undefined ? null : new Date(at.getTime() + endsAfter * MINUTE_MS).toISOString();
  return (await createPoll(seeding.at(at), performerId, { question, options, endsAt }, stepKey(performerId, `poll ${username} ${index}`)))
    ._id;
};

/** Seeds comments and poll votes, each at its time, through the regular use cases. */
export const seedComments = async (seeding: Seeding, posts: readonly SeededPost[]): Promise<void> => {
  const { base, signal, platform } = seeding;
  const ids = await readAccountIds(platform);
  const findPost = (username: string, index: number) =>
    posts.find(({ performer, post }) => performer.username === username && performer.posts[index] === post);

  const say = async (post: SeededPost, said: Omit<ScriptedComment, 'answers'>, parentId: string | null): Promise<string | undefined> => {
    const authorId = ids.get(said.by);
    if (!authorId) return undefined;
    const at = seeding.at(new Date(Math.min(post.publishedAt.getTime() + said.after * MINUTE_MS, base.getTime())));
    const object = parentId
      ? { objectType: 'comment' as const, objectId: parentId }
      : { objectType: 'feed' as const, objectId: post.feedId };
    const key = stepKey(authorId, `said ${post.feedId} ${parentId ?? ''} ${said.after}`);
    const picture =
      said.picture && !seeding.done.has(key.key) ? await receivePostPicture(platform, post.performer.username, said.picture) : undefined;
    const made = await ifOpen(() => addComment(at, viewerOf(authorId, said.by), null, { ...object, content: said.text }, picture, key));
    for (const fan of made ? (said.likes ?? []) : []) {
      const fanId = ids.get(fan);
      const like = { objectType: 'comment', objectId: made!.commentId, action: 'like' } as const;
      if (fanId) await ifOpen(() => addReaction(at, viewerOf(fanId, fan), null, like, undefined));
    }
    return made?.commentId;
  };

  // The newest is shown first: created in this order.
  const said = new Map<SeededPost, ScriptedComment[]>(posts.map((post) => [post, [...(post.post.comments ?? [])]]));
  for (const { performer, post: index, said: more } of TALK) {
    const post = findPost(performer, index);
    if (post) said.get(post)!.push(...more);
  }
  for (const [post, list] of said) {
    for (const one of list.sort((a, b) => a.after - b.after)) {
      signal.throwIfAborted();
      const commentId = await say(post, one, null);
      for (const answer of commentId ? (one.answers ?? []) : []) await say(post, answer, commentId!);
    }
  }
  for (const { fan, posts: saved } of SAVED)
    for (const [performer, index] of saved) {
      const [fanId, post] = [ids.get(fan), findPost(performer, index)];
      const save = { objectType: 'feed', objectId: post?.feedId ?? '', action: 'bookmark' } as const;
      if (fanId && post) await ifOpen(() => addReaction(platform, viewerOf(fanId, fan), null, save, undefined));
    }
  for (const { performer, post: index, votes } of POLLS) {
    const post = findPost(performer, index);
    const feed = post && (await platform.database.selectFrom('feeds').select('poll_id').where('id', '=', post.feedId).executeTakeFirst());
    if (!post || !feed?.poll_id) continue;
    const pollId = feed.poll_id;
    const options = await platform.database
      .selectFrom('poll_options')
      .select('id')
      .where('poll_id', '=', pollId)
      .orderBy('position')
      .execute();
    for (const [place, choice] of votes.entries()) {
      const fan = seeding.cast.fans[place];
      if (!fan || choice === null) continue;
      const at = seeding.at(new Date(Math.min(post.publishedAt.getTime() + VOTED_AFTER * MINUTE_MS, base.getTime())));
      await ifOpen(() => vote(at, viewerOf(ids.get(fan.username)!, fan.username), null, pollId, options[choice]!.id, undefined));
    }
  }
};
