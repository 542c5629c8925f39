import { firstPeriodEnd } from '../platform/calendar.ts';
import { type Random, between, pick, seededRandom, seedOf } from './chance.ts';
import type { CastFan, CastPerformer } from './cast.ts';
import { demoGiftsFor } from './gifts.ts';
import { DAY_MS, MINUTE_MS } from './seeding.ts';

/** How many days of history there are. */
export const STORY_DAYS = 45;

/** A post, as the story needs it. */
export interface StoryPost {
  feedId: string;
  performer: string;
  publishedAt: Date;
  audience: string;
  /** Hundredths of a token; null when it isn't sold by itself. */
  price: bigint | null;
}

/** One action of a fan. Amounts are hundredths of a token. */
export type StoryEvent = { at: Date; fan: string } & (
  | { kind: 'follow'; performer: string }
  | { kind: 'like'; feedId: string }
  | { kind: 'subscribe'; performer: string; type: 'monthly' | 'yearly'; amount: bigint }
  | { kind: 'unlock'; feedId: string; amount: bigint }
  | { kind: 'tip'; performer: string; feedId: string | null; amount: bigint; message: string }
  | { kind: 'gift'; performer: string; gift: string; quantity: number; amount: bigint; message: string }
  | { kind: 'topUp'; amount: bigint; isPackage: boolean }
);

export interface StoryCast {
  performers: readonly Pick<CastPerformer, 'username' | 'monthlyPrice' | 'yearlyPrice'>[];
  fans: readonly Pick<CastFan, 'username'>[];
}

/** The demo fan: his actions are listed below, not random. */
export const ALEX = 'alexm';
/** The intended balance of his wallet. */
export const ALEX_BALANCE = 4850n;
/** The demo performer is the most popular. */
const LUNA = 'luna';

const TIPS: readonly bigint[] = [100n, 100n, 200n, 200n, 250n, 300n, 500n, 500n, 750n, 1000n, 2000n];
const WORDS = [
  'Bravo!',
  'For the encore.',
  'That made my evening.',
  'Coffee is on me.',
  'Worth every one.',
  'From the back row, with love.',
  'Again, please.',
  'New strings fund.',
  'You make it look easy.',
  'Thank you for this one.',
  'My week needed that.',
  'More of these!',
] as const;

const after = (at: Date, milliseconds: number): Date => new Date(at.getTime() + milliseconds);

/** Popularity of each performer, 0.75 to 1.2; the demo performer more. */
const popularityOf = (username: string): number => (username === LUNA ? 2.4 : between(seededRandom(seedOf(`${username} love`)), 0.75, 1.2));

/** Moves an instant into the evening of its day, more often than not. */
const evening = (random: Random, day: Date): Date => {
  const hour = random() < 0.75 ? between(random, 17, 23.9) : between(random, 7, 17);
  return new Date(Math.floor(day.getTime() / DAY_MS) * DAY_MS + hour * 3_600_000);
};

/** Subscriptions of a fan from the start until now, renewed by hand. */
const subscribing = (
  random: Random,
  fan: string,
  { username, monthlyPrice, yearlyPrice }: StoryCast['performers'][number],
  start: Date,
  base: Date,
): StoryEvent[] => {
  if (start >= base) return [];
  if (random() < 0.08) return [{ at: start, fan, kind: 'subscribe', performer: username, type: 'yearly', amount: yearlyPrice }];
  const events: StoryEvent[] = [];
  for (let at = start; at < base; at = after(firstPeriodEnd(at, 'monthly', 'UTC'), between(random, 2, 600) * MINUTE_MS)) {
    events.push({ at, fan, kind: 'subscribe', performer: username, type: 'monthly', amount: monthlyPrice });
    if (random() < 0.2) break;
  }
  return events;
};

/** Events of the other fans, fan by fan and performer by performer. */
const eventsOf = (cast: StoryCast, posts: readonly StoryPost[], base: Date, days: number): StoryEvent[] => {
  const begin = after(base, -days * DAY_MS);
  const events: StoryEvent[] = [];
  for (const { username: fan } of cast.fans) {
    if (fan === ALEX) continue;
    for (const performer of cast.performers) {
      const random = seededRandom(seedOf(`${fan} and ${performer.username}`));
      const love = popularityOf(performer.username) * between(random, 0.3, 1.2);
      if (love < 0.42) continue;
      const met = after(begin, random() ** 1.6 * days * 0.85 * DAY_MS);
      const add = (event: StoryEvent): void => void (event.at >= met && event.at < base && events.push(event));
      add({ at: met, fan, kind: 'follow', performer: performer.username });
      if (love > 0.85) events.push(...subscribing(random, fan, performer, after(met, between(random, 0.02, 5) * DAY_MS), base));
      const known = posts.filter((post) => post.performer === performer.username);
      for (const post of known) {
        const seen = after(post.publishedAt > met ? post.publishedAt : met, random() ** 4 * 3 * DAY_MS + 3 * MINUTE_MS);
        if (random() < 0.55 * Math.min(1, love)) add({ at: seen, fan, kind: 'like', feedId: post.feedId });
        if (post.price !== null && random() < 0.28 * Math.min(1.4, love))
          add({ at: after(seen, 2 * MINUTE_MS), fan, kind: 'unlock', feedId: post.feedId, amount: post.price });
      }
      // With its own random numbers: the other events stay the same.
      const giving = seededRandom(seedOf(`${fan} gives ${performer.username}`));
      for (let at = after(met, between(giving, 2, 20) * DAY_MS); at < base; at = after(at, (between(giving, 30, 90) / love) * DAY_MS)) {
        const gift = pick(giving, demoGiftsFor(performer.username));
        const quantity = giving() < 0.75 ? 1 : Math.floor(between(giving, 2, 6));
        const message = giving() < 0.3 ? pick(giving, WORDS) : '';
        const amount = gift.price * BigInt(quantity);
        add({ at: evening(giving, at), fan, kind: 'gift', performer: performer.username, gift: gift.name, quantity, amount, message });
      }
      for (let at = after(met, between(random, 0, 6) * DAY_MS); at < base; at = after(at, (between(random, 7, 30) / love) * DAY_MS)) {
        const shown = known.filter(({ publishedAt }) => publishedAt < at);
        const feedId = random() < 0.5 && shown.length > 0 ? pick(random, shown).feedId : null;
        add({
          at: evening(random, at),
          fan,
          kind: 'tip',
          performer: performer.username,
          feedId,
          amount: pick(random, TIPS),
          message: random() < 0.35 ? pick(random, WORDS) : '',
        });
      }
    }
  }
  // A tip moved before its post becomes a tip to the performer.
  const publishedAt = new Map(posts.map((post) => [post.feedId, post.publishedAt]));
  return events.map((event) =>
    event.kind === 'tip' && event.feedId && publishedAt.get(event.feedId)! > event.at ? { ...event, feedId: null } : event,
  );
};

/** The demo fan: follows some, subscribes to two, has bought two posts; of the demo performer nothing yet. */
const alexEvents = (cast: StoryCast, posts: readonly StoryPost[], base: Date): StoryEvent[] => {
  const performers = new Map(cast.performers.map((performer) => [performer.username, performer]));
  const ago = (days: number): Date => after(base, -days * DAY_MS);
  const fan = ALEX;
  const follow = (performer: string, days: number): StoryEvent[] => [{ at: ago(days), fan, kind: 'follow', performer }];
  const subscribe = (performer: string, days: number): StoryEvent[] => [
    { at: ago(days), fan, kind: 'subscribe', performer, type: 'monthly', amount: performers.get(performer)?.monthlyPrice ?? 0n },
  ];
  const tip = (performer: string, days: number, amount: bigint, message: string): StoryEvent[] => [
    { at: ago(days), fan, kind: 'tip', performer, feedId: null, amount, message },
  ];
  const unlock = (performer: string): StoryEvent[] =>
    posts
      .filter((post) => post.performer === performer && post.price !== null)
      .slice(-1)
      .map(({ feedId, price, publishedAt }) => ({ at: after(publishedAt, 7 * 3_600_000), fan, kind: 'unlock', feedId, amount: price! }));
  const like = (performer: string): StoryEvent[] =>
    posts
      .filter((post) => post.performer === performer && post.audience === 'everyone')
      .slice(-2)
      .map(({ feedId, publishedAt }) => ({ at: after(publishedAt, 9 * MINUTE_MS), fan, kind: 'like', feedId }));
  const told = [
    ...follow('luna', 40),
    ...follow('ines.valdemar', 24),
    ...follow('mara', 21),
    ...follow('noor', 19),
    ...follow('jun.sato', 12),
    ...follow('theo.okafor', 5),
    ...subscribe('mara', 20),
    ...subscribe('ines.valdemar', 8),
    ...unlock('noor'),
    ...unlock('ines.valdemar'),
    ...tip('luna', 11, 250n, 'For the encore.'),
    ...tip('mara', 6.4, 500n, 'The rye turned out!'),
    ...tip('jun.sato', 3.2, 300n, ''),
    ...like('luna'),
    ...like('mara'),
  ];
  const owned = new Map(posts.map(({ feedId, performer }) => [feedId, performer]));
  return told.filter(
    (event) =>
      event.at < base && performers.has('performer' in event ? event.performer : 'feedId' in event ? (owned.get(event.feedId) ?? '') : ''),
  );
};

const PACKAGES: readonly bigint[] = [1000n, 2500n, 5000n, 10_000n];

export const costOf = (event: StoryEvent): bigint =>
  event.kind === 'follow' || event.kind === 'like' || event.kind === 'topUp' ? 0n : event.amount;

/** Inserts a top-up some minutes before each event that the wallet could not pay. */
const withTopUps = (events: readonly StoryEvent[]): StoryEvent[] => {
  const balances = new Map<string, bigint>();
  const paid: StoryEvent[] = [];
  for (const event of events) {
    const cost = costOf(event);
    let balance = balances.get(event.fan) ?? 0n;
    if (balance < cost) {
      const random = seededRandom(seedOf(`${event.fan} ${event.at.toISOString()}`));
      const wish = pick(random, PACKAGES);
      const amount = PACKAGES.find((size) => size >= wish && balance + size >= cost);
      paid.push({
        at: after(event.at, -between(random, 2, 20) * MINUTE_MS),
        fan: event.fan,
        kind: 'topUp',
        amount: amount ?? cost,
        isPackage: amount !== undefined,
      });
      balance += amount ?? cost;
    }
    balances.set(event.fan, balance - cost);
    paid.push(event);
  }
  return paid;
};

const FIRST_PACKAGE = 5000n;

/** His top-ups: a package, and an amount that leaves exactly the intended balance. */
const alexTopUps = (events: readonly StoryEvent[], base: Date): StoryEvent[] => {
  const rest = events.reduce((sum, event) => sum + costOf(event), ALEX_BALANCE) - FIRST_PACKAGE;
  const packageAt = after(base, -22 * DAY_MS);
  const restAt = after(base, -9 * DAY_MS);
  const topUp = (at: Date, amount: bigint, isPackage: boolean): StoryEvent => ({ at, fan: ALEX, kind: 'topUp', amount, isPackage });
  return rest < 500n
    ? [topUp(packageAt, rest + FIRST_PACKAGE, false)]
    : [topUp(packageAt, FIRST_PACKAGE, true), topUp(restAt, rest, false)];
};

const byTime = (a: StoryEvent, b: StoryEvent): number => a.at.getTime() - b.at.getTime();

/**
 * Events of fans in the days before `base`, in order: follows, likes, payments and top-ups. The
 * same cast, posts and base always give the same story, and no wallet in it falls below zero.
 */
export const generateStory = (cast: StoryCast, posts: readonly StoryPost[], base: Date, days = STORY_DAYS): StoryEvent[] => {
  const others = withTopUps(eventsOf(cast, posts, base, days).sort(byTime));
  const alex = cast.fans.some(({ username }) => username === ALEX) ? alexEvents(cast, posts, base) : [];
  const hisTopUps = cast.fans.some(({ username }) => username === ALEX) ? alexTopUps(alex, base) : [];
  return [...others, ...alex, ...hisTopUps].sort(byTime);
};
