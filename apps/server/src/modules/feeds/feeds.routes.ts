import { type FeedView, type OwnFeed, feeds } from '@stagedoor/contract/feeds';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import type { Call } from '../../platform/http/call.ts';
import type { ReceivedFile } from '../../platform/storage/received-file.ts';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteItem, getItem, getOwnItem, listSavedItems, listItems, listOwnItems, pinItem } from '../items/index.ts';
import { publishFeed, saveDraft, updateFeed } from './save-feed.ts';
import { uploadFeedFile } from './upload-feed-file.ts';
import { createPoll, vote } from './write-poll.ts';

const DONE = { success: true } as const;

export const bindFeeds = (bind: Bind, platform: Platform): void => {
  const upload =
    (purpose: Parameters<typeof uploadFeedFile>[3]) =>
    (call: Call<AccountViewer>, { files }: { files: { file: ReceivedFile[] } }) =>
      uploadFeedFile(platform, call.viewer.accountId, files.file[0]!, purpose, call.idempotency);
  const own = (call: Call<AccountViewer>, feedId: string) => getOwnItem<OwnFeed>(platform, 'feed', call, feedId);

  bind(feeds, {
    'GET /performer/feeds': (call, { query }) => listOwnItems<OwnFeed>(platform, 'feed', call, query),
    'POST /performer/feeds': async (call, { body }) => {
      const { feedId } = await publishFeed(platform, call.viewer.accountId, body, call.idempotency);
      return own(call, feedId);
    },
    'GET /performer/feeds/draft/search': (call, { query }) => listOwnItems<OwnFeed>(platform, 'feed', call, { ...query, state: 'draft' }),
    'POST /performer/feeds/draft': async (call, { body }) => {
      const { feedId } = await saveDraft(platform, call.viewer.accountId, body, call.idempotency);
      return own(call, feedId);
    },
    'POST /performer/feeds/draft/{id}': async (call, { params, body: { publish, ...changes } }) => {
      await updateFeed(platform, call.viewer.accountId, params.id, changes, publish ? 'published' : 'draft', call.idempotency);
      return own(call, params.id);
    },
    'POST /performer/feeds/polls': (call, { body }) => createPoll(platform, call.viewer.accountId, body, call.idempotency),
    'POST /feeds/vote/{id}': (call, { params, body }) =>
      vote(platform, call.viewer, call.country, params.id, body.optionId, call.idempotency),
    'GET /reactions/feeds/bookmark': (call, { query }) => listSavedItems<FeedView>(platform, 'feed', 'bookmark', call, query),
    'GET /performer/feeds/{id}': (call, { params }) => own(call, params.id),
    'PUT /performer/feeds/{id}': async (call, { params, body }) => {
      await updateFeed(platform, call.viewer.accountId, params.id, body, 'unchanged', call.idempotency);
      return own(call, params.id);
    },
    'DELETE /performer/feeds/{id}': async (call, { params }) => {
      await deleteItem(platform, 'feed', call.viewer.accountId, params.id, call.idempotency);
      return DONE;
    },
    'POST /performer/feeds/pin-to-profile/{id}': async (call, { params }) => {
      await pinItem(platform, 'feed', call.viewer.accountId, params.id, true, call.idempotency);
      return own(call, params.id);
    },
    'POST /performer/feeds/unpin-to-profile/{id}': async (call, { params }) => {
      await pinItem(platform, 'feed', call.viewer.accountId, params.id, false, call.idempotency);
      return own(call, params.id);
    },
    'GET /feeds': (call, { query }) =>
      // Everybody's newest are on the home page, which those aren't whom the caller muted.
      listItems<FeedView>(platform, 'feed', call, { ...query, isHome: query.performerId === undefined && query.q === undefined }),
    'GET /feeds/{id}': (call, { params }) => getItem<FeedView>(platform, 'feed', call, params.id),
    'POST /feeds/files/photo/upload': upload('feedPhoto'),
    'POST /feeds/files/video/upload': upload('feedVideo'),
    'POST /feeds/files/thumbnail/upload': upload('feedThumbnail'),
    'POST /feeds/files/teaser/upload': upload('feedTeaser'),
  });
};
