import type { ResponseOf, Contract } from '@stagedoor/contract';
import { lazy, Suspense } from 'react';
import { Form, Link, type ShouldRevalidateFunctionArgs, useNavigate, useSearchParams } from 'react-router';
import type { Call } from '../app/api.ts';
import { call } from '../app/browser-call.ts';
import { apiContext, callOf } from '../app/context.server.ts';
import { useData } from '../app/data.ts';
import { PageTitle } from '../app/PageTitle.tsx';
import { session } from '../app/session.tsx';
import { Columns } from '../app/shell/Columns.tsx';
import { type HomeFilter, homeAddress, homeFilterIn } from '../features/item-lists/home-filter.ts';
import styles from '../features/item-lists/home.module.css';
import { ItemList } from '../features/item-lists/ItemList.tsx';
import { LateComingCard } from '../features/schedule/LateComingCard.tsx';
import { EndingSoon } from '../features/subscriptions/EndingSoon.tsx';
import { useLiveShows } from '../features/streams/use-live-shows.ts';
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
import { useScrollSelectedIntoView } from '../ui/use-scroll-selected-into-view.ts';
// The styles of what is loaded late, but rendered by the server.
import '../features/front/front.module.css';
import '../features/performers/performers.module.css';
import '../features/schedule/schedule.module.css';
import '../features/streams/LiveRow.module.css';
import type { Route } from './+types/home.ts';

type Featured = ResponseOf<Contract['GET /ranking-performers']>;

const FEATURED = { query: { type: 'featured', limit: 12, unmuted: true } } as const;

/** So many items of the feed are in the document: what a phone or a desktop shows first. */
const IN_DOCUMENT = 3;

const isFeed = (search: URLSearchParams): boolean => search.get('tab') !== 'discover';

/** The beginning of the feed that an address shows. The page is whole without it: the browser loads the feed anyway. */
const loadBeginning = async (by: Call, url: string) => {
  const search = new URL(url).searchParams;
  if (!isFeed(search)) return null;
  const filter = homeFilterIn(search);
  const page = await by('GET /feeds/home-feeds', { query: { ...filter, limit: IN_DOCUMENT } }).catch(() => null);
  return page && { of: homeAddress(filter), page };
};

/** Content above the feed is loaded with the page, to avoid layout shift. @param url of a document */
const loadHome = async (by: Call, url: string | null) => {
  const [featured, promos, beginning] = await Promise.all([
    by('GET /ranking-performers', FEATURED).catch(() => undefined),
    loadPromos(by),
    url ? loadBeginning(by, url) : null,
  ]);
  return { featured, promos, beginning };
};

const loadFront = async (by: Call) => (await import('../features/front/load-front.ts')).loadFront(by);
const load = async (by: Call, isVisitor: boolean, url: string | null) =>
  isVisitor ? { front: await loadFront(by) } : { home: await loadHome(by, url) };

export const loader = ({ context, request }: Route.LoaderArgs) =>
  load(callOf(context), context.get(apiContext).session === null, request.url);
export const clientLoader = () => load(call, session.get() === null, null);
/** Tabs and filters of the feed don't change what is above it. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search ? defaultShouldRevalidate : false;

/** Live performers first, with a ring that links to their rooms; then featured ones. */
const Faces = ({ initial }: { initial: Featured | undefined }) => {
  const { data: live } = useLiveShows({ unmuted: true });
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
  { filter: { kinds: 'gallery' }, text: 'galleries.title' },
  { filter: { polls: true }, text: 'home.polls' },
] as const;
const SOURCES = [
  { from: 'subscriptions', text: 'home.subscriptions' },
  { from: 'following', text: 'home.follows' },
] as const;

/** Filters by source and type. Stored in the address; pressing an active chip clears it. */
const Filters = ({ filter, isHome }: { filter: HomeFilter; isHome: boolean }) => {
  const t = useText();
  const navigate = useNavigate();
  const { from, ...ofKind } = filter;
  const isNarrow = Object.keys(ofKind).length > 0;
  const go = (next: HomeFilter) =>
    void navigate(homeAddress(next, isHome ? undefined : 'discover'), { replace: true, preventScrollReset: true });
  const ofSource = from ? { from } : {};
  const row = useScrollSelectedIntoView<HTMLDivElement>(homeAddress(filter));
  return (
    <div ref={row} className={styles.filters} role="group" aria-label={t('home.filters')}>
      <FilterChip on={!from && !isNarrow} onClick={() => go({})}>
        {t('home.all')}
      </FilterChip>
      {isHome ? (
        <>
          {SOURCES.map((source) => (
            <FilterChip
              key={source.from}
              on={from === source.from}
              onClick={() => go(from === source.from ? ofKind : { ...ofKind, from: source.from })}
            >
              {t(source.text)}
            </FilterChip>
          ))}
          <span className={styles.divider} aria-hidden="true" />
        </>
      ) : null}
      {KINDS.filter(({ filter: kind }) => isHome || 'type' in kind).map((kind) => {
        const on = Object.entries(kind.filter).every(([name, value]) => filter[name as keyof HomeFilter] === value);
        return (
          <FilterChip key={kind.text} on={on} onClick={() => go(on ? ofSource : { ...ofSource, ...kind.filter })}>
            {t(kind.text)}
          </FilterChip>
        );
      })}
    </div>
  );
};

/** The empty state: names the filter, and suggests a next step. */
const Nothing = ({ filter, isHome }: { filter: HomeFilter; isHome: boolean }) => {
  const t = useText();
  const { from, type, polls, kinds } = filter;
  const isNarrow = Boolean(type ?? polls ?? kinds);
  const lookAround = (
    <Button kind="gold" to="/discover">
      {t('home.lookAround')}
    </Button>
  );
  if (isNarrow) {
    const title = t(
      kinds ? 'galleries.none' : polls ? 'home.emptyPollsTitle' : type === 'video' ? 'home.emptyVideosTitle' : 'home.emptyPhotosTitle',
    );
    const everything = homeAddress(from ? { from } : {}, isHome ? undefined : 'discover');
    return (
      <Empty
        title={title}
        text={t('home.emptyKindText')}
        action={
          <Button kind="lift" to={everything}>
            {t('home.showAll')}
          </Button>
        }
      />
    );
  }
  return (
    <>
      {from === 'subscriptions' ? (
        <Empty title={t('home.emptySubscriptionsTitle')} text={t('home.emptySubscriptionsText')} action={lookAround} />
      ) : from === 'following' ? (
        <Empty title={t('home.emptyFollowingTitle')} text={t('home.emptyFollowingText')} action={lookAround} />
      ) : (
        <Empty title={t('home.emptyFollowTitle')} text={t('home.emptyFollowText')} action={lookAround} />
      )}
      <div className={styles.nudge}>
        <Suggestions />
      </div>
    </>
  );
};

/** Opens the search with the typed text. */
const Finder = () => {
  const label = useText()('search.label');
  return (
    <Form action="/search" role="search">
      <SearchField label={label} name="q" maxLength={60} autoComplete="off" keys="/" />
    </Form>
  );
};

const importFront = async () => ({ default: (await import('../features/front/Front.tsx')).Front });
/** Code of its own, which accounts don't load; the server renders it at once, and its links work before the code arrives. */
const Front = import.meta.env.SSR ? (await importFront()).default : lazy(importFront);

/** The front page for visitors, the feeds for accounts. */
const Index = ({ loaderData }: Route.ComponentProps) =>
  loaderData.front ? (
    <Suspense>
      <Front {...loaderData.front} />
    </Suspense>
  ) : loaderData.home ? (
    <Home {...loaderData.home} />
  ) : null;

/** The feeds of followed and subscribed performers; or all new ones. */
const Home = ({ featured, promos, beginning }: Awaited<ReturnType<typeof loadHome>>) => {
  const t = useText();
  const [search] = useSearchParams();
  const isHome = isFeed(search);
  const filter = homeFilterIn(search);
  const address = homeAddress(filter, isHome ? undefined : 'discover');
  return (
    <Columns
      aside={
        <div className={styles.aside}>
          <Finder />
          <EndingSoon />
          <LateComingCard />
          <Suggestions />
        </div>
      }
    >
      <PageTitle />
      <h1 className={type.hidden}>{t('shell.home')}</h1>
      <Faces initial={featured} />
      <div className={styles.promos}>
        <Promos promos={promos} />
      </div>
      <div className={styles.nudge}>
        <EndingSoon />
      </div>
      <Tabs
        sticky
        label={t('home.feeds')}
        tabs={[
          { to: '/', text: t('home.following'), on: isHome },
          { to: '/?tab=discover', text: t('home.discover'), on: !isHome },
        ]}
      />
      <Filters filter={filter} isHome={isHome} />
      <ItemList
        key={address}
        {...(beginning?.of === address ? { beginning: beginning.page } : {})}
        source={isHome ? { list: 'home', filter } : { list: 'newest', type: filter.type }}
        empty={<Nothing filter={filter} isHome={isHome} />}
      />
    </Columns>
  );
};

export default Index;
