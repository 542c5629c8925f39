import type { VideoView } from '@stagedoor/contract/videos';
import type { Call } from '../../app/api.ts';
import { orErrorPage } from '../../app/route-data.ts';

export const VIDEO_CALL = 'GET /performer-assets/videos/{id}';

/** Videos beside it: first the performer's own, then what is watched most this week. */
const NEXT = 8;

const OWN_NEXT = 4;

/** A video, and those beside it. */
export const loadVideo = async (by: Call, id: string) => {
  const video = await orErrorPage(by(VIDEO_CALL, { params: { id } }));
  const [own, ranked] = await Promise.all([
    by('GET /performer-assets/videos/search', { query: { performerId: video.performer._id, limit: OWN_NEXT + 1 } }).catch(() => null),
    by('GET /ranking-videos', { query: { period: 'week', limit: NEXT + 1 } }).catch(() => null),
  ]);
  const next = new Map<string, VideoView>();
  for (const one of [...(own?.data ?? []).slice(0, OWN_NEXT + 1), ...(ranked?.data ?? [])]) if (one._id !== id) next.set(one._id, one);
  return { video, next: [...next.values()].slice(0, NEXT) };
};

export type LoadedVideo = Awaited<ReturnType<typeof loadVideo>>;
