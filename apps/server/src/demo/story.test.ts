import { describe, expect, it } from 'vitest';
import { fans, performers } from './cast.ts';
import { demoGiftsFor } from './gifts.ts';
import { ALEX, ALEX_BALANCE, STORY_DAYS, type StoryPost, costOf, generateStory } from './story.ts';

const base = new Date('2026-03-31T10:20:30.456Z');
const posts: StoryPost[] = performers.flatMap((performer) =>
  performer.posts.map((post, index) => ({
    feedId: `${performer.username} ${index}`,
    performer: performer.username,
    publishedAt: new Date(base.getTime() - post.minutesAgo * 60_000),
    audience: post.audience,
    price: post.price ?? null,
  })),
);
const story = generateStory({ performers, fans }, posts, base);
const published = new Map(posts.map((post) => [post.feedId, post]));

describe('the story of the demo', () => {
  it('is the same on each run', () => {
    expect(generateStory({ performers, fans }, posts, base)).toEqual(story);
  });

  it('is in order of time, ends before the base, and covers the stated number of days', () => {
    const times = story.map(({ at }) => at.getTime());
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times.at(-1)).toBeLessThan(base.getTime());
    expect(base.getTime() - times[0]!).toBeGreaterThan((STORY_DAYS - 5) * 86_400_000);
    expect(base.getTime() - times[0]!).toBeLessThan((STORY_DAYS + 1) * 86_400_000);
  });

  it('never overdraws a wallet, and leaves the demo fan the intended balance', () => {
    const balances = new Map<string, bigint>();
    let lowest = 0n;
    for (const event of story) {
      const balance = (balances.get(event.fan) ?? 0n) + (event.kind === 'topUp' ? event.amount : -costOf(event));
      balances.set(event.fan, balance);
      if (balance < lowest) lowest = balance;
    }
    expect(lowest).toBe(0n);
    expect(balances.get(ALEX)).toBe(ALEX_BALANCE);
  });

  it('unlocks, likes and tips only published posts', () => {
    const early = story.filter((event) => 'feedId' in event && event.feedId && published.get(event.feedId)!.publishedAt > event.at);
    expect(early).toEqual([]);
    expect(story.filter((event) => event.kind === 'unlock').length).toBeGreaterThan(20);
  });

  it('unlocks no post twice, and has no overlapping subscriptions to one performer', () => {
    const unlocks = story.flatMap((event) => (event.kind === 'unlock' ? [`${event.fan} ${event.feedId}`] : []));
    expect(new Set(unlocks).size).toBe(unlocks.length);
    const since = new Map<string, number>();
    const tooSoon = story.filter((event) => {
      if (event.kind !== 'subscribe') return false;
      const pair = `${event.fan} ${event.performer}`;
      const before = since.get(pair) ?? Number.NEGATIVE_INFINITY;
      since.set(pair, event.at.getTime());
      return event.at.getTime() - before < 28 * 86_400_000;
    });
    expect(tooSoon).toEqual([]);
  });

  it('gives most performers gifts, the site’s and their own', () => {
    const given = story.flatMap((event) => (event.kind === 'gift' ? [event] : []));
    expect(new Set(given.map(({ performer }) => performer)).size).toBeGreaterThan(performers.length / 2);
    expect(given.some(({ gift }) => gift === 'New silks')).toBe(true);
    for (const { gift, quantity, amount, performer } of given)
      expect(amount).toBe(demoGiftsFor(performer).find(({ name }) => name === gift)!.price * BigInt(quantity));
  });

  it('leaves the demo fan posts of the demo performer to buy', () => {
    const his = story.filter((event) => event.fan === ALEX);
    expect(his.some((event) => event.kind === 'subscribe' && event.performer === 'luna')).toBe(false);
    expect(his.some((event) => event.kind === 'unlock' && event.feedId.startsWith('luna '))).toBe(false);
    expect(his.filter((event) => event.kind === 'unlock')).toHaveLength(2);
  });
});
