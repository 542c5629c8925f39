import type { Call } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { callOf } from '../../app/context.server.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { orErrorPage } from '../../app/route-data.ts';
import { ReelDeck } from '../../features/reels/ReelDeck.tsx';
import styles from '../../features/reels/reels.module.css';
import { loadReels, useReels } from '../../features/reels/use-reels.ts';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { useText } from '../../ui/text.ts';
import type { Route } from './+types/reels.ts';

const load = async (by: Call, url: string) => {
  const isFollowing = new URL(url).searchParams.get('from') === 'following';
  return { isFollowing, first: await orErrorPage(loadReels(isFollowing, undefined, by)) };
};
type Loaded = Awaited<ReturnType<typeof load>>;

export const loader = ({ context, request }: Route.LoaderArgs) => load(callOf(context), request.url);
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(call, request.url);

/** Everybody's reels, or those of the performers one follows. */
const Reels = ({ loaderData }: Route.ComponentProps) => {
  const t = useText();
  return (
    <>
      <PageTitle title={t('reels.title')} path="/reels" />
      <Shown key={String(loaderData.isFollowing)} {...loaderData} />
    </>
  );
};

const Shown = ({ isFollowing, first }: Loaded) => {
  const t = useText();
  const { reels, more } = useReels(isFollowing, first);
  if (reels.length > 0) return <ReelDeck reels={reels} isFollowing={isFollowing} onMore={more} />;
  return (
    <div className={styles.none}>
      {isFollowing ? (
        <Empty
          title={t('reels.noneFollowing')}
          text={t('reels.noneFollowingText')}
          action={
            <Button kind="gold" to="/reels">
              {t('reels.seeAll')}
            </Button>
          }
        />
      ) : (
        <Empty
          title={t('reels.none')}
          text={t('reels.noneText')}
          action={
            <Button kind="gold" to="/discover">
              {t('home.lookAround')}
            </Button>
          }
        />
      )}
    </div>
  );
};

export default Reels;
