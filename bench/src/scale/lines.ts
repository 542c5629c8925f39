import { FREQUENT_WORD } from '../world/size.ts';
import type { Audience, Fan } from './audience.ts';
import type { Draw } from './draws.ts';
import { type Question, anonymous, asFan, listsOf } from './questions.ts';
import { searches } from './searches.ts';

/** The servers that may be asked beside ours. */
export type Peer = 'rows' | 'pages' | 'ours';

/** One read of the product, asked in variety, against a peer that is asked for as much. */
export interface ScaleLine {
  name: string;
  ours(draw: Draw): Question;
  peer(draw: Draw): Question;
  /** `rows` unless said; `ours`: the product itself, asked otherwise. */
  peerServer?: Peer;
  /** What ours must reach of the peer's rate. */
  goal?: number;
  /** How many times the peer's 99th percentile ours may take. */
  p99AtMost?: number;
  /** Milliseconds of CPU of our server, and of PostgreSQL, for one request. */
  cpuAtMost?: number;
  postgresAtMost?: number;
  /** How many requests are under way at once. */
  connections?: number;
  /** Asked one after another, since one takes long. */
  isSlow?: true;
  /** Asked once each before the measurement, so that what may be kept is. */
  askedBefore?: readonly Question[];
  /** Both servers are started anew for each round, and each of so many fans asks once. */
  isFirstAfterStart?: true;
}

/** Offsets of pages after the first. */
const OFFSETS = Array.from({ length: 20 }, (_, n) => 20 * (n + 1));

/** The day so many days ago, `YYYY-MM-DD`. */
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Reads of one item or profile, and the home feed. */
const singleReads = ({ fans, posts, performers }: Audience): ScaleLine[] => [
  {
    name: 'home feed, first request of each fan after a start',
    ours: (draw) => asFan(draw.next(fans), '/api/feeds/home-feeds?limit=20'),
    peer: (draw) => anonymous(`/home/${draw.next(fans).id}`),
    goal: 0.5,
    isFirstAfterStart: true,
  },
  {
    name: 'home feed, first page of 500 fans',
    ours: (draw) => asFan(draw.any(fans), '/api/feeds/home-feeds?limit=20'),
    peer: (draw) => anonymous(`/home/${draw.any(fans).id}`),
    goal: 0.75,
    p99AtMost: 1.5,
  },
  {
    name: 'home feed, by offset',
    ours: (draw) => asFan(draw.any(fans), `/api/feeds/home-feeds?limit=20&offset=${draw.any(OFFSETS)}`),
    peer: (draw) => {
      const { id } = draw.any(fans);
      return anonymous(`/home-${draw.any(OFFSETS)}/${id}`);
    },
    goal: 0.7,
  },
  {
    name: 'posts by Zipf',
    ours: (draw) => asFan(draw.any(fans), `/api/feeds/${draw.zipf(posts)}`),
    peer: (draw) => {
      draw.any(fans);
      return anonymous(`/post/${draw.zipf(posts)}`);
    },
    goal: 0.8,
  },
  {
    name: 'posts, each as likely',
    ours: (draw) => asFan(draw.any(fans), `/api/feeds/${draw.any(posts)}`),
    peer: (draw) => {
      draw.any(fans);
      return anonymous(`/post/${draw.any(posts)}`);
    },
    goal: 0.55,
  },
  {
    name: 'profile by Zipf, JSON, visitors',
    ours: (draw) => anonymous(`/api/performers/${draw.zipf(performers).username}`),
    peer: (draw) => anonymous(`/kept-profile/${draw.zipf(performers).username}`),
    goal: 0.7,
  },
  {
    name: 'profile by Zipf, JSON, signed in',
    ours: (draw) => asFan(draw.any(fans), `/api/performers/${draw.zipf(performers).username}`),
    peer: (draw) => {
      draw.any(fans);
      return anonymous(`/profile/${draw.zipf(performers).username}`);
    },
    goal: 0.5,
  },
];

/** Lists; signed in, so that none is answered from what visitors were. */
const lists = ({ fans, performers, discussed, rareWords, performerWords }: Audience): ScaleLine[] => {
  const listOf = listsOf({ fans });
  const nothing = (): null => null;
  const ownList = (path: string, peer: string) =>
    listOf(
      nothing,
      () => path,
      (_, fan) => `/${peer}/${fan.id}`,
    );
  return [
    {
      name: 'posts of a performer',
      ...listOf(
        (draw) => draw.zipf(performers).id,
        (id) => `/api/feeds?performerId=${id}`,
        (id) => `/posts-of/${id}`,
      ),
      goal: 0.6,
    },
    {
      name: 'newest posts of all',
      ...listOf(
        nothing,
        () => '/api/feeds',
        () => '/newest/all',
      ),
      goal: 0.6,
    },
    {
      name: 'comments',
      ...listOf(
        (draw) => draw.zipf(discussed),
        (id) => `/api/comments/search?objectId=${id}`,
        (id) => `/comments/${id}`,
      ),
      goal: 0.45,
    },
    { name: 'own subscriptions', ...ownList('/api/subscriptions/search', 'subscriptions'), goal: 0.5 },
    { name: 'own reactions', ...ownList('/api/reactions/search', 'reactions'), goal: 0.5 },
    { name: 'own bookmarks', ...ownList('/api/reactions/feeds/bookmark', 'bookmarks'), goal: 0.5 },
    {
      name: 'search of performers',
      ...listOf(
        (draw) => draw.zipf(performerWords),
        (word) => `/api/performers/search?q=${word}`,
        (word) => `/performers/${word}`,
      ),
      goal: 0.45,
    },
    {
      name: 'search of posts, rare words',
      ...listOf(
        (draw) => draw.any(rareWords),
        (word) => `/api/feeds?q=${word}`,
        (word) => `/rare-word/${word}`,
      ),
      goal: 0.8,
      p99AtMost: 3,
    },
    {
      name: 'search of posts, the word in every second one',
      ...listOf(
        nothing,
        () => `/api/feeds?q=${FREQUENT_WORD}`,
        () => `/frequent-word/${FREQUENT_WORD}`,
      ),
      goal: 0.8,
      p99AtMost: 3,
      connections: 4,
    },
    {
      name: 'ranking of performers',
      ...listOf(
        nothing,
        () => '/api/ranking-performers?limit=12',
        () => '/ranking/featured',
      ),
      connections: 4,
    },
  ];
};

/** What sums over a long history. */
const sums = ({ seller, admin, fans, rareWords }: Audience): ScaleLine[] => [
  {
    name: 'totals of a search, rare words',
    ours: (draw) => asFan(draw.any(fans), `/api/search/total?q=${draw.any(rareWords)}`),
    peer: (draw) => {
      draw.any(fans);
      return anonymous(`/rare-word/${draw.any(rareWords)}`);
    },
    connections: 4,
  },
  {
    name: 'totals of a search, the word in every second post',
    ours: (draw) => asFan(draw.any(fans), `/api/search/total?q=${FREQUENT_WORD}`),
    peer: () => anonymous(`/frequent-word/${FREQUENT_WORD}`),
    isSlow: true,
  },
  {
    name: 'own posts of a performer with many',
    ours: () => asFan(seller, '/api/performer/feeds'),
    peer: () => anonymous(`/own-posts/${seller.id}`),
    isSlow: true,
  },
  {
    name: 'earnings of 400 days',
    ours: () => asFan(seller, `/api/earning/stats?from=${daysAgo(399)}`),
    peer: () => anonymous(`/earnings/${seller.id}`),
    isSlow: true,
  },
  {
    name: 'admin overview',
    ours: () => asFan(admin, '/api/admin/overview'),
    peer: () => anonymous('/overview/pending'),
    isSlow: true,
  },
];

/** So many profiles are known to the server that renders from memory. */
const KNOWN_PROFILES = 50;
const PAGE_CONNECTIONS = 8;

/** Pages as browsers ask for them. */
const pages = ({ fans, performers }: Audience): ScaleLine[] => {
  const asBrowser = (path: string, headers: Record<string, string> = {}): Question => ({
    path,
    headers: { 'accept-encoding': 'gzip', ...headers },
  });
  const signedIn = (fan: Fan, path: string): Question => asBrowser(path, { cookie: `token=${fan.token}` });
  const known = performers.slice(0, KNOWN_PROFILES);
  let host = 0;
  const lines: ScaleLine[] = [
    {
      name: 'home page, signed in',
      ours: (draw) => signedIn(draw.any(fans), '/'),
      peer: () => asBrowser('/'),
      peerServer: 'pages',
      cpuAtMost: 20,
      postgresAtMost: 3,
    },
    {
      name: 'discover page, signed in',
      ours: (draw) => signedIn(draw.any(fans), '/discover'),
      peer: () => asBrowser('/discover'),
      peerServer: 'pages',
      postgresAtMost: 3,
    },
    {
      name: 'profile page, signed in',
      ours: (draw) => signedIn(draw.any(fans), `/${draw.zipf(performers).username}`),
      peer: (draw) => asBrowser(`/${draw.next(known).username}`),
      peerServer: 'pages',
      postgresAtMost: 3,
    },
    {
      name: 'profile page by Zipf, visitors, by one profile',
      ours: (draw) => asBrowser(`/${draw.zipf(performers).username}`),
      peer: () => asBrowser(`/${performers[0]!.username}`),
      peerServer: 'ours',
      goal: 0.5,
      askedBefore: performers.map(({ username }) => asBrowser(`/${username}`)),
    },
    {
      name: 'profile page, visitors, never asked for before',
      // A host of its own for each, so that no page is kept.
      ours: (draw) => {
        host += 1;
        return asBrowser(`/${draw.next(performers).username}`, { host: `host${host}.localhost` });
      },
      peer: (draw) => asBrowser(`/${draw.next(known).username}`),
      peerServer: 'pages',
      cpuAtMost: 12,
    },
  ];
  return lines.map((line) => ({ connections: PAGE_CONNECTIONS, ...line }));
};

/** Every line, in the order in which it is measured. */
export const linesFor = (audience: Audience): ScaleLine[] => [
  ...singleReads(audience),
  ...lists(audience),
  ...searches(audience),
  ...sums(audience),
  ...pages(audience),
];
