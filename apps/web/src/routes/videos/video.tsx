import { itemPicturePath } from '@stagedoor/contract/link-pictures.values';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../app/browser-call.ts';
import { callOf } from '../../app/context.server.ts';
import { useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { PageTop } from '../../app/shell/PhoneBars.tsx';
import { useText } from '../../ui/text.ts';
import type { Route } from './+types/video.ts';
import { VIDEO_CALL, loadVideo } from './load-video.ts';
import { ShownVideo } from './ShownVideo.tsx';

export const loader = ({ context, params }: Route.LoaderArgs) => loadVideo(callOf(context), params.id);
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => loadVideo(call, params.id);

/** One video on its own page. */
const Video = ({ loaderData, params }: Route.ComponentProps) => {
  const t = useText();
  const client = useQueryClient();
  const { data: video = loaderData.video } = useData(VIDEO_CALL, { params: { id: params.id } }, { initialData: loaderData.video });
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
        onChange={() => void client.invalidateQueries({ queryKey: [VIDEO_CALL] })}
      />
    </>
  );
};

export default Video;
