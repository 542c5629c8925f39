import type { FeedView, OwnFeed } from '@stagedoor/contract/feeds';
import type { Poll } from '@stagedoor/contract/polls';
import { accountIdOf } from '../../platform/auth/viewer.ts';
import type { ItemKindModule } from '../items/index.ts';
import { problemOfFeed } from './feeds.rules.ts';
import { pollsOf } from './polls.queries.ts';

/** A post: text, photos or a video, with a poll or none. `Shared` is the id of its poll. */
export const feedKind: ItemKindModule<string, Poll, FeedView, OwnFeed> = {
  kind: 'feed',
  table: 'feeds',
  files: {
    content: ['feedPhoto', 'feedVideo', 'media'],
    thumbnail: ['feedThumbnail', 'feedPhoto', 'media'],
    teaser: ['feedTeaser', 'media'],
  },
  stateError: 'FEED_STATE',
  problemOf: problemOfFeed,
  async loadShared(executor, itemIds) {
    const rows = await executor
      .selectFrom('feeds')
      .select(['id', 'poll_id'])
      .where('id', 'in', itemIds)
      .where('poll_id', 'is not', null)
      .execute();
    return new Map(rows.map(({ id, poll_id: pollId }) => [id, pollId!]));
  },
  async loadPersonal({ database, clock }, { viewer }, contents) {
    const pollIds = contents.flatMap(({ shared }) => (shared as string | undefined) ?? []);
    const polls = await pollsOf(database, accountIdOf(viewer), pollIds, clock.now());
    return new Map(
      contents.flatMap(({ id, shared }): [string, Poll][] => {
        const poll = polls.get((shared as string | undefined) ?? '');
        return poll ? [[id, poll]] : [];
      }),
    );
  },
  async furtherWords(executor, itemId) {
    const post = await executor.selectFrom('feeds').select('poll_id').where('id', '=', itemId).executeTakeFirst();
    if (!post?.poll_id) return [];
    const poll = await executor.selectFrom('polls').select('question').where('id', '=', post.poll_id).executeTakeFirstOrThrow();
    const options = await executor
      .selectFrom('poll_options')
      .select('text')
      .where('poll_id', '=', post.poll_id)
      .orderBy('position')
      .execute();
    return [poll.question, ...options.map(({ text }) => text)];
  },
  // Of a post that is only text, the text is what is locked.
  view: (_, common, { content, personal, open }) => ({
    ...common,
    kind: 'feed',
    type: content.media_type,
    text: open || content.media_type !== 'text' ? content.text : '',
    poll: open ? (personal ?? null) : null,
  }),
  own: (_, common, { text, mediaType, personal }) => ({ ...common, type: mediaType, text, poll: personal ?? null }),
};
