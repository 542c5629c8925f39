import { isId } from '@stagedoor/contract/ids.values';
import type { Call } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { callOf } from '../../app/context.server.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { orErrorPage } from '../../app/route-data.ts';
import { Page } from '../../app/shell/Columns.tsx';
import { LateComingCard } from '../../features/schedule/LateComingCard.tsx';
import styles from '../../features/schedule/schedule.module.css';
import { LiveCards } from '../../features/streams/LiveCards.tsx';
import { LIVE_LIMIT, useLiveShows } from '../../features/streams/use-live-shows.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import type { Route } from './+types/live.ts';
import { LiveCategories } from './LiveCategories.tsx';

/** All live shows, and those of the category in the address. */
const load = async (by: Call, url: string) => {
  const category = new URL(url).searchParams.get('category');
  const categoryId = category && isId(category) ? category : undefined;
  const [all, shown] = await Promise.all([
    orErrorPage(by('GET /streaming/live', { query: { limit: LIVE_LIMIT } })),
    categoryId ? orErrorPage(by('GET /streaming/live', { query: { limit: LIVE_LIMIT, categoryId } })) : null,
  ]);
  return { categoryId, all, shown: shown ?? all };
};

export const loader = ({ context, request }: Route.LoaderArgs) => load(callOf(context), request.url);
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(call, request.url);

/** The live shows. */
const Live = ({ loaderData }: Route.ComponentProps) => {
  const t = useText();
  const { categoryId } = loaderData;
  const { data: all = loaderData.all } = useLiveShows({ initial: loaderData.all });
  const { data: live = loaderData.shown } = useLiveShows({ initial: loaderData.shown, categoryId });
  return (
    <Page width="wide">
      <PageTitle title={t('live.title')} path="/live" />
      <h1 className={classes(type.display, type.s46, type.after)}>{t('live.title')}</h1>
      <LiveCategories cards={all.data} categoryId={categoryId} />
      {live.data.length === 0 && categoryId ? (
        <Empty title={t('live.noneInCategory')} text={t('live.nobodyText')} />
      ) : live.data.length === 0 ? (
        <Empty
          title={t('live.nobody')}
          text={t('live.nobodyText')}
          action={
            <Button kind="gold" to="/discover">
              {t('home.lookAround')}
            </Button>
          }
        />
      ) : (
        <LiveCards cards={live.data} />
      )}
      <div className={styles.coming}>
        <LateComingCard />
      </div>
    </Page>
  );
};

export default Live;
