import { type OwnReel, type ReelView, reels } from '@stagedoor/contract/reels';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { InputOf } from '../../platform/http/call.ts';
import type { Platform } from '../../platform/platform.ts';
import { countItemView, deleteItem, getItem, getOwnItem, listItems, listOwnItems } from '../items/index.ts';
import { listUnseenReels } from './list-reels.queries.ts';
import { createReel, updateReel } from './save-reel.ts';

const DONE = { success: true } as const;

export const bindReels = (bind: Bind, platform: Platform): void => {
  const own = (call: Call<AccountViewer>, reelId: string) => getOwnItem<OwnReel>(platform, 'reel', call, reelId);
  /** By words or of one performer the newest; else those first that the caller hasn't seen. */
  const list = (call: Call, { query }: Pick<InputOf<(typeof reels)['GET /videos/reels']>, 'query'>) => {
    const { sortBy } = query;
    return query.performerId === undefined && query.q === undefined && query.categoryId === undefined && query.tag === undefined
      ? listUnseenReels(platform, call, query)
      : listItems<ReelView>(platform, 'reel', call, { ...query, sortBy: sortBy === 'unseen' ? 'publishedAt' : sortBy });
  };

  bind(reels, {
    'GET /performer/performer-assets/reels/search': (call, { query }) => listOwnItems<OwnReel>(platform, 'reel', call, query),
    'POST /performer/performer-assets/reels/upload': async (call, { body, files }) => {
      const { reelId } = await createReel(platform, call.viewer.accountId, files.file[0]!, body, call.idempotency);
      return own(call, reelId);
    },
    'PUT /performer/performer-assets/reels/edit/{id}': async (call, { params, body }) => {
      await updateReel(platform, call.viewer.accountId, params.id, body, call.idempotency);
      return own(call, params.id);
    },
    'DELETE /performer/performer-assets/reels/{id}': async (call, { params }) => {
      await deleteItem(platform, 'reel', call.viewer.accountId, params.id, call.idempotency);
      return DONE;
    },
    'GET /videos/reels': list,
    'GET /performer-assets/videos/reels': list,
    'GET /user/performer-assets/reels/{id}': (call, { params }) => getItem<ReelView>(platform, 'reel', call, params.id),
    'POST /user/performer-assets/reels/{id}/view': async (call, { params, body }) => ({
      views: await countItemView(platform, 'reel', call, params.id, body.position),
    }),
  });
};
