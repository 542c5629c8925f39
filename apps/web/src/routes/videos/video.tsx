import { itemPicturePath } from '@stagedoor/contract/link-pictures.values';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { VideoView } from '@stagedoor/contract/videos';
import type { Call } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { callOf } from '../../app/context.server.ts';
import { useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { orErrorPage } from '../../app/route-data.ts';
import { useSession } from '../../app/session.tsx';
import { PageTop } from '../../app/shell/PhoneBars.tsx';
import { Comments } from '../../features/comments/Comments.tsx';
import { ItemActs } from '../../features/items/ItemActs.tsx';
import { ItemMedia } from '../../features/items/ItemMedia.tsx';
import { Topics } from '../../features/items/Topics.tsx';
import { useUnlock } from '../../features/items/use-unlock.ts';
import { KeepVideo } from '../../features/videos/KeepVideo.tsx';
import { UpNext } from '../../features/videos/UpNext.tsx';
import { VideoFilm } from '../../features/videos/VideoFilm.tsx';
import styles from '../../features/videos/videos.module.css';
import { Avatar } from '../../ui/Avatar.tsx';
import { Verified } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import type { Route } from './+types/video.ts';

const KEY = 'GET /performer-assets/videos/{id}';
/** Videos beside it: first the performer's own, then what is watched most this week. */
const NEXT = 8;
const OWN_NEXT = 4;

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
type Loaded = Awaited<ReturnType<typeof load>>;

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
      <Shown
        key={`${video._id} ${video.access.allowed}`}
        video={video}
        next={loaderData.next}
        onChange={() => void client.invalidateQueries({ queryKey: [KEY] })}
      />
    </>
  );
};

const Shown = ({ video: given, next, onChange }: Loaded & { onChange: () => void }) => {
  const t = useText();
  const format = useFormat();
  const user = useSession();
  const unlock = useUnlock(given);
  const { item: video } = unlock;
  const { performer, counts } = video;
  const seconds = counts.videoSeconds;
  return (
    <div className={styles.page}>
      <div className={styles.centre}>
        <div className={styles.film}>
          <ItemMedia
            unlock={unlock}
            label={video.title}
            lockedTitle={t('videos.locked', { length: seconds === null ? '' : format.clock(seconds) })}
            onChange={onChange}
          >
            <VideoFilm item={video} />
          </ItemMedia>
        </div>
        <h1 className={classes(type.display, styles.title)}>{video.title}</h1>
        <div className={styles.row}>
          <div className={styles.by}>
            <Link to={`/${performer.username}`} tabIndex={-1} aria-hidden="true">
              <Avatar src={performer.avatar} size={44} online={performer.isOnline} live={performer.isLive} edge="house" />
            </Link>
            <span className={styles.byWords}>
              <span className={styles.byName}>
                <Link to={`/${performer.username}`}>{performer.name}</Link> {user?._id === performer._id ? null : <Verified />}
              </span>
              <span className={classes(type.tiny, type.faint)}>{[performer.craft, performer.city].filter(Boolean).join(', ')}</span>
            </span>
          </div>
          <ItemActs item={video} pills keep={<KeepVideo video={video} />} />
        </div>
        <div className={classes(type.small, styles.about)}>
          <span className={styles.facts}>
            {format.date(video.publishedAt, 'dayYear')} · {t('videos.views', { count: video.views })}
          </span>
          {video.description}
          <Topics item={video} list="/videos" />
        </div>
        <div className={styles.comments}>
          <Comments object={{ objectType: 'video', objectId: video._id }} isLocked={!video.access.allowed} count={counts.comments} />
        </div>
      </div>
      <aside className={styles.aside}>{next.length > 0 ? <UpNext videos={next} /> : null}</aside>
    </div>
  );
};

export default Video;
