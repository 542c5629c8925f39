import { feeds } from '@stagedoor/contract/feeds';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import type { Call } from '../../platform/http/call.ts';
import type { ReceivedFile } from '../../platform/storage/uploads.ts';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';
import { getFeed, getOwnFeed, listBookmarkedFeeds, listFeeds, listOwnFeeds } from './feeds.queries.ts';
import { countNewHomeFeeds, listHomeFeeds } from './home-feeds.queries.ts';
import { saveDraft, publishFeed } from './publish-feed.ts';
import { searchFeeds } from './search-feeds.queries.ts';
import { deleteFeed, pinFeed, updateFeed } from './update-feed.ts';
import { uploadFeedFile } from './upload-feed-file.ts';
import { createPoll, vote } from './write-poll.ts';

const DONE = { success: true } as const;

export const bindFeeds = (bind: Bind, platform: Platform): void => {
  const upload =
    (purpose: Parameters<typeof uploadFeedFile>[3]) =>
    (call: Call<AccountViewer>, { files }: { files: { file: ReceivedFile[] } }) =>
      uploadFeedFile(platform, call.viewer.accountId, files.file[0]!, purpose, call.idempotency);

  bind(feeds, {
    'GET /performer/feeds': (call, { query }) => listOwnFeeds(platform, call.viewer.accountId, query),
    'POST /performer/feeds': async (call, { body }) => {
      const { feedId } = await publishFeed(platform, call.viewer.accountId, body, call.idempotency);
      return getOwnFeed(platform, call.viewer.accountId, feedId);
    },
    'GET /performer/feeds/draft/search': (call, { query }) => listOwnFeeds(platform, call.viewer.accountId, { ...query, state: 'draft' }),
    'POST /performer/feeds/draft': async (call, { body }) => {
      const { feedId } = await saveDraft(platform, call.viewer.accountId, body, call.idempotency);
      return getOwnFeed(platform, call.viewer.accountId, feedId);
    },
    'POST /performer/feeds/draft/{id}': async (call, { params, body: { publish, ...changes } }) => {
      await updateFeed(platform, call.viewer.accountId, params.id, changes, publish ? 'published' : 'draft', call.idempotency);
      return getOwnFeed(platform, call.viewer.accountId, params.id);
    },
    'POST /performer/feeds/polls': (call, { body }) => createPoll(platform, call.viewer.accountId, body, call.idempotency),
    'POST /feeds/vote/{id}': (call, { params, body }) =>
      vote(platform, call.viewer, call.country, params.id, body.optionId, call.idempotency),
    'GET /reactions/feeds/bookmark': (call, { query }) => listBookmarkedFeeds(platform, call.viewer, call.country, query),
    'GET /performer/feeds/{id}': (call, { params }) => getOwnFeed(platform, call.viewer.accountId, params.id),
    'PUT /performer/feeds/{id}': async (call, { params, body }) => {
      await updateFeed(platform, call.viewer.accountId, params.id, body, 'unchanged', call.idempotency);
      return getOwnFeed(platform, call.viewer.accountId, params.id);
    },
    'DELETE /performer/feeds/{id}': async (call, { params }) => {
      await deleteFeed(platform, call.viewer.accountId, params.id, call.idempotency);
      return DONE;
    },
    'POST /performer/feeds/pin-to-profile/{id}': async (call, { params }) => {
      await pinFeed(platform, call.viewer.accountId, params.id, true, call.idempotency);
      return getOwnFeed(platform, call.viewer.accountId, params.id);
    },
    'POST /performer/feeds/unpin-to-profile/{id}': async (call, { params }) => {
      await pinFeed(platform, call.viewer.accountId, params.id, false, call.idempotency);
      return getOwnFeed(platform, call.viewer.accountId, params.id);
    },
    'GET /feeds': (call, { query: { q, ...query } }) =>
      q ? searchFeeds(platform, call.viewer, call.country, { ...query, q }) : listFeeds(platform, call.viewer, call.country, query),
    'GET /feeds/home-feeds': (call, { query }) => listHomeFeeds(platform, call.viewer, call.country, query),
    'GET /feeds/home-feeds/new': (call, { query }) => countNewHomeFeeds(platform, call.viewer, call.country, query),
    'GET /feeds/{id}': (call, { params }) => getFeed(platform, call.viewer, call.country, params.id),
    'POST /feeds/files/photo/upload': upload('feedPhoto'),
    'POST /feeds/files/video/upload': upload('feedVideo'),
    'POST /feeds/files/thumbnail/upload': upload('feedThumbnail'),
    'POST /feeds/files/teaser/upload': upload('feedTeaser'),
  });
};
