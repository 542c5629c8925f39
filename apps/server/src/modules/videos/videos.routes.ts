import { type OwnVideo, type VideoView, videos } from '@stagedoor/contract/videos';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  countItemView,
  deleteItem,
  getItem,
  getOwnItem,
  listBoughtItems,
  listItems,
  listOwnItems,
  listSavedItems,
} from '../items/index.ts';
import { listRankedVideos } from './ranking.queries.ts';
import { createVideo, createVideoOfRecording, updateVideo } from './save-video.ts';
import { uploadVideoFile } from './upload-video-file.ts';

const DONE = { success: true } as const;

export const bindVideos = (bind: Bind, platform: Platform): void => {
  const own = (call: Call<AccountViewer>, videoId: string) => getOwnItem<OwnVideo>(platform, 'video', call, videoId);

  bind(videos, {
    'GET /performer/performer-assets/videos/search': (call, { query }) => listOwnItems<OwnVideo>(platform, 'video', call, query),
    'POST /performer/performer-assets/videos/upload': (call, { files }) =>
      uploadVideoFile(platform, call.viewer.accountId, files, call.idempotency),
    'POST /performer/performer-assets/videos': async (call, { body }) => {
      const { videoId } = await createVideo(platform, call.viewer.accountId, body, call.idempotency);
      return own(call, videoId);
    },
    'PUT /performer/performer-assets/videos/edit/{id}': async (call, { params, body }) => {
      await updateVideo(platform, call.viewer.accountId, params.id, body, call.idempotency);
      return own(call, params.id);
    },
    'DELETE /performer/performer-assets/videos/{id}': async (call, { params }) => {
      await deleteItem(platform, 'video', call.viewer.accountId, params.id, call.idempotency);
      return DONE;
    },
    'GET /performer/performer-assets/videos/{id}/view': (call, { params }) => own(call, params.id),
    'GET /performer-assets/videos/search': (call, { query }) => listItems<VideoView>(platform, 'video', call, query),
    'GET /performer-assets/videos/purchased': (call, { query }) => listBoughtItems<VideoView>(platform, 'video', call, query),
    'GET /ranking-videos': (call, { query }) => listRankedVideos(platform, call, query),
    'GET /performer-assets/videos/ranking-videos': (call, { query }) => listRankedVideos(platform, call, query),
    'GET /reactions/videos/favourites': (call, { query }) => listSavedItems<VideoView>(platform, 'video', 'favourite', call, query),
    'GET /reactions/videos/watch-later': (call, { query }) => listSavedItems<VideoView>(platform, 'video', 'watchLater', call, query),
    'GET /performer-assets/videos/{id}': (call, { params }) => getItem<VideoView>(platform, 'video', call, params.id),
    'POST /performer-assets/videos/{id}/view': async (call, { params, body }) => ({
      views: await countItemView(platform, 'video', call, params.id, body.position),
    }),
    'POST /performer/performer-assets/videos/of-recording/{id}': async (call, { params }) => {
      const { videoId } = await createVideoOfRecording(platform, call.viewer.accountId, params.id, call.idempotency);
      return own(call, videoId);
    },
  });
};
