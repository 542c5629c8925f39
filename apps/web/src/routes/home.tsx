import type { AnswerOf, Contract } from '@stagedoor/contract';
import { Link, type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router';
import type { Call } from '../app/api.ts';
import { call } from '../app/browser-call.ts';
import { callOf } from '../app/context.server.ts';
import { useData } from '../app/data.ts';
import { PageTitle } from '../app/PageTitle.tsx';
import { Columns } from '../app/shell/Columns.tsx';
import { FeedList, type FeedType } from '../features/feeds/FeedList.tsx';
import styles from '../features/feeds/feeds.module.css';
import { EndingSoon } from '../features/subscriptions/EndingSoon.tsx';
import { useLive } from '../features/streams/use-live.ts';
import { loadPromos, Promos } from '../features/promos/Promos.tsx';
import { Suggestions } from '../features/performers/Suggestions.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { Button } from '../ui/Button.tsx';
import { FilterChip } from '../ui/Chip.tsx';
import { classes } from '../ui/classes.ts';
import { Empty } from '../ui/Empty.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { useText } from '../ui/text.ts';
import type from '../ui/type.module.css';
import type { Route } from './+types/home.ts';

const TYPES: readonly { type: FeedType | null; text: 'home.all' | 'home.photos' | 'home.videos' }[] = [
  { type: null, text: 'home.all' },
  { type: 'photo', text: 'home.photos' },
  { type: 'video', text: 'home.videos' },
];

type Featured = AnswerOf<Contract['GET /ranking-performers']>;

const FEATURED = { query: { type: 'featured', limit: 12 } } as const;

/** What stands above the feed comes with the page, so that nothing pushes the feed down once it is read. */
const load = async (by: Call) => {
  const [featured, promos] = await Promise.all([by('GET /ranking-performers', FEATURED).catch(() => undefined), loadPromos(by)]);
  return { featured, promos };
};

export const loader = ({ context }: Route.LoaderArgs) => load(callOf(context));
export const clientLoader = () => load(call);
/** Tabs and filters of the feed change nothing above it. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search ? defaultShouldRevalidate : false;

/** Who is live first, as lit rings that lead into their rooms; then those the site features. */
const Faces = ({ initial }: { initial: Featured | undefined }) => {
  const { data: live } = useLive();
  const { data: featured } = useData('GET /ranking-performers', FEATURED, initial ? { initialData: initial } : {});
  if (!featured) return null;
  const onAir = (live?.data ?? []).map(({ performer }) => performer);
  const lit = new Set(onAir.map(({ _id }) => _id));
  const others = featured.data.filter(({ _id }) => !lit.has(_id)).toSorted((one, other) => Number(other.isOnline) - Number(one.isOnline));
  if (onAir.length + others.length === 0) return null;
  return (
    <div className={styles.faces}>
      {[...onAir, ...others].map((performer) => {
        const isLive = lit.has(performer._id);
        return (
          <Link key={performer._id} to={isLive ? `/live/${performer.username}` : `/${performer.username}`} className={styles.face}>
            <Avatar src={performer.avatar} size={62} online={performer.isOnline} live={isLive} badge edge="house" />
            <span className={classes(type.tiny, type.strong, type.clip)}>{performer.name.split(' ')[0]}</span>
          </Link>
        );
      })}
    </div>
  );
};

/** What the performers one follows and subscribes to have published; or everything that is new. */
const Home = ({ loaderData: { featured, promos } }: Route.ComponentProps) => {
  const say = useText();
  const [search, setSearch] = useSearchParams();
  const list = search.get('tab') === 'discover' ? 'newest' : 'home';
  const chosen = TYPES.find((entry) => entry.type === search.get('type'))?.type ?? undefined;
  const setType = (next: FeedType | null) =>
    setSearch(
      { ...(list === 'newest' ? { tab: 'discover' } : {}), ...(next ? { type: next } : {}) },
      { replace: true, preventScrollReset: true },
    );
  const filters = TYPES.map((entry) => (
    <FilterChip key={entry.text} on={(entry.type ?? undefined) === chosen} onClick={() => setType(entry.type)}>
      {say(entry.text)}
    </FilterChip>
  ));
  return (
    <Columns
      aside={
        <div className={styles.aside}>
          <EndingSoon />
          <Suggestions />
        </div>
      }
    >
      <PageTitle />
      <h1 className={type.hidden}>{say('shell.home')}</h1>
      <Faces initial={featured} />
      <div className={styles.promos}>
        <Promos promos={promos} />
      </div>
      <div className={styles.nudge}>
        <EndingSoon />
      </div>
      <Tabs
        sticky
        label={say('home.feeds')}
        tabs={[
          { to: '/', text: say('home.following'), on: list === 'home' },
          { to: '/?tab=discover', text: say('home.discover'), on: list === 'newest' },
        ]}
        end={<span className={styles.tabRow}>{filters}</span>}
      />
      <div className={styles.filters}>{filters}</div>
      <FeedList
        key={`${list} ${chosen}`}
        source={{ list }}
        type={chosen}
        empty={
          <Empty
            title={say('home.emptyFollowTitle')}
            text={say('home.emptyFollowText')}
            action={
              <Button kind="gold" to="/discover">
                {say('home.lookAround')}
              </Button>
            }
          />
        }
      />
    </Columns>
  );
};

export default Home;
