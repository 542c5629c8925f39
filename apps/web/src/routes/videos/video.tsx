import type { VideoView } from '@stagedoor/contract/videos';
import type { Call } from '../../app/api.ts';
import { orErrorPage } from '../../app/route-data.ts';
import { itemPicturePath } from '@stagedoor/contract/link-pictures.values';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../app/browser-call.ts';
import { callOf } from '../../app/context.server.ts';
import { useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { PageTop } from '../../app/shell/PhoneBars.tsx';
import { useText } from '../../ui/text.ts';
import type { Route } from './+types/video.ts';
import { ShownVideo } from './ShownVideo.tsx';

const KEY = 'GET /performer-assets/videos/{id}';

/** Videos beside it: first the performer's own, then what is watched most this week. */
const NEXT = 8;

const OWN_NEXT = 4;

/** A video, and those beside it. */
const load = async (by: Call, id: string) => {
  const video = await orErrorPage(by(KEY, { params: { id } }));
  const [own, ranked] = await Promise.all([
    by('GET /performer-assets/videos/search', { query: { performerId: video.performer._id, limit: OWN_NEXT + 1 } }).catch(() => null),
    by('GET /ranking-videos', { query: { period: 'week', limit: NEXT + 1 } }).catch(() => null),
  ]);
  const next = new Map<string, VideoView>();
  for (const one of [...(own?.data ?? []).slice(0, OWN_NEXT + 1), ...(ranked?.data ?? [])]) if (one._id !== id) next.set(one._id, one);
  return { video, next: [...next.values()].slice(0, NEXT) };
};

export const loader = ({ context, params }: Route.LoaderArgs) => load(callOf(context), params.id);
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => load(call, params.id);

/** One video on its own page. */
const Video = ({ loaderData, params }: Route.ComponentProps) => {
  const t = useText();
  const client = useQueryClient();
  const { data: video = loaderData.video } = useData(KEY, { params: { id: params.id } }, { initialData: loaderData.video });
  const { title, performer } = video;
  return (
    <>
      <PageTop title={t('videos.page')} back={`/${performer.username}?tab=videos`} />
      <PageTitle
        title={title}
        description={video.description || t('videos.by', { name: performer.name })}
        image={itemPicturePath(video)}
        imageAlt={title}
        path={`/videos/${video._id}`}
        kind="article"
      />
      <ShownVideo
        key={`${video._id} ${video.access.allowed}`}
        video={video}
        next={loaderData.next}
        onChange={() => void client.invalidateQueries({ queryKey: [KEY] })}
      />
    </>
  );
};

export default Video;
