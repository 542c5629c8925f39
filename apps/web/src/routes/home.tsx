import type { AnswerOf, Contract } from '@stagedoor/contract';
import { Form, Link, type ShouldRevalidateFunctionArgs, useNavigate, useSearchParams } from 'react-router';
import type { Call } from '../app/api.ts';
import { call } from '../app/browser-call.ts';
import { callOf } from '../app/context.server.ts';
import { useData } from '../app/data.ts';
import { PageTitle } from '../app/PageTitle.tsx';
import { Columns } from '../app/shell/Columns.tsx';
import { FeedList } from '../features/feeds/FeedList.tsx';
import { type HomeFilter, homeAddress, homeFilterIn } from '../features/feeds/home-filter.ts';
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
import { SearchField } from '../ui/SearchField.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { useText } from '../ui/text.ts';
import type from '../ui/type.module.css';
import { useChosenInSight } from '../ui/use-chosen-in-sight.ts';
import type { Route } from './+types/home.ts';

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

const KINDS = [
  { filter: { type: 'photo' }, text: 'home.photos' },
  { filter: { type: 'video' }, text: 'home.videos' },
  { filter: { polls: true }, text: 'home.polls' },
] as const;
const SOURCES = [
  { from: 'subscriptions', text: 'home.subscriptions' },
  { from: 'following', text: 'home.follows' },
] as const;

/** Which posts: of whom, and of what kind. Kept in the address; a chip that is on is taken off by pressing it again. */
const Filters = ({ filter, isHome }: { filter: HomeFilter; isHome: boolean }) => {
  const say = useText();
  const navigate = useNavigate();
  const { from, type, polls } = filter;
  const go = (next: HomeFilter) =>
    void navigate(homeAddress(next, isHome ? undefined : 'discover'), { replace: true, preventScrollReset: true });
  const ofKind = { ...(type ? { type } : {}), ...(polls ? { polls } : {}) };
  const ofSource = from ? { from } : {};
  const row = useChosenInSight<HTMLDivElement>(homeAddress(filter));
  return (
    <div ref={row} className={styles.filters} role="group" aria-label={say('home.filters')}>
      <FilterChip on={!from && !type && !polls} onClick={() => go({})}>
        {say('home.all')}
      </FilterChip>
      {isHome ? (
        <>
          {SOURCES.map((source) => (
            <FilterChip
              key={source.from}
              on={from === source.from}
              onClick={() => go(from === source.from ? ofKind : { ...ofKind, from: source.from })}
            >
              {say(source.text)}
            </FilterChip>
          ))}
          <span className={styles.divider} aria-hidden="true" />
        </>
      ) : null}
      {KINDS.filter(({ filter: kind }) => isHome || 'type' in kind).map((kind) => {
        const on = 'type' in kind.filter ? type === kind.filter.type : polls === true;
        return (
          <FilterChip key={kind.text} on={on} onClick={() => go(on ? ofSource : { ...ofSource, ...kind.filter })}>
            {say(kind.text)}
          </FilterChip>
        );
      })}
    </div>
  );
};

/** Why there is nothing: it says what was looked for, and leads on. */
const Nothing = ({ filter, isHome }: { filter: HomeFilter; isHome: boolean }) => {
  const say = useText();
  const { from, type, polls } = filter;
  const isNarrow = type !== undefined || polls === true;
  const lookAround = (
    <Button kind="gold" to="/discover">
      {say('home.lookAround')}
    </Button>
  );
  if (isNarrow) {
    const title = say(polls ? 'home.emptyPollsTitle' : type === 'video' ? 'home.emptyVideosTitle' : 'home.emptyPhotosTitle');
    const everything = homeAddress(from ? { from } : {}, isHome ? undefined : 'discover');
    return (
      <Empty
        title={title}
        text={say('home.emptyKindText')}
        action={
          <Button kind="lift" to={everything}>
            {say('home.showAll')}
          </Button>
        }
      />
    );
  }
  return (
    <>
      {from === 'subscriptions' ? (
        <Empty title={say('home.emptySubscriptionsTitle')} text={say('home.emptySubscriptionsText')} action={lookAround} />
      ) : from === 'following' ? (
        <Empty title={say('home.emptyFollowingTitle')} text={say('home.emptyFollowingText')} action={lookAround} />
      ) : (
        <Empty title={say('home.emptyFollowTitle')} text={say('home.emptyFollowText')} action={lookAround} />
      )}
      <div className={styles.nudge}>
        <Suggestions />
      </div>
    </>
  );
};

/** Leads to the search with what was typed. */
const Finder = () => {
  const label = useText()('search.label');
  return (
    <Form action="/search" role="search">
      <SearchField label={label} name="q" maxLength={60} autoComplete="off" keys="/" />
    </Form>
  );
};

/** What the performers one follows and subscribes to have published; or everything that is new. */
const Home = ({ loaderData: { featured, promos } }: Route.ComponentProps) => {
  const say = useText();
  const [search] = useSearchParams();
  const isHome = search.get('tab') !== 'discover';
  const filter = homeFilterIn(search);
  return (
    <Columns
      aside={
        <div className={styles.aside}>
          <Finder />
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
          { to: '/', text: say('home.following'), on: isHome },
          { to: '/?tab=discover', text: say('home.discover'), on: !isHome },
        ]}
      />
      <Filters filter={filter} isHome={isHome} />
      <FeedList
        key={homeAddress(filter, isHome ? undefined : 'discover')}
        source={isHome ? { list: 'home', filter } : { list: 'newest' }}
        type={isHome ? undefined : filter.type}
        empty={<Nothing filter={filter} isHome={isHome} />}
      />
    </Columns>
  );
};

export default Home;
