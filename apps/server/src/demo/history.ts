import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type SandboxGateway, createSandboxGateway } from '../gateways/sandbox.ts';
import { releaseDueEarnings, sealTransactions } from '../ledger/index.ts';
import { offerGift } from '../modules/gifts/index.ts';
import {
  type Offer,
  offerCustomTopUp,
  offerItem,
  offerPackage,
  offerSubscription,
  offerTip,
  settleOffer,
} from '../modules/orders/index.ts';
import { completePayment, createOrder } from '../modules/payments/index.ts';
import { addReaction } from '../modules/reactions/index.ts';
import { MovableClock } from '../platform/clock.ts';
import type { Platform } from '../platform/platform.ts';
import { seededRandom, seedOf } from './art/noise.ts';
import { readGiftIds } from './gifts.ts';
import type { SeededPost } from './posts.ts';
import { type ShopIds, shopDeeds } from './shop.ts';
import { DAY_MS, type Seeding, readAccountIds, stepKey, viewerOf } from './seeding.ts';
import { type Deed, STORY_DAYS, tellStory } from './story.ts';

/** Lets the fans do what the story tells, each at its time, by the use cases that everybody goes through. */
export const liveThrough = async (seeding: Seeding, posts: readonly SeededPost[], shop: ShopIds): Promise<void> => {
  const { base, cast, done, signal } = seeding;
  const deeds = tellStory(cast, posts.map(storyPostOf), base);
  const ids = await readAccountIds(seeding.platform);
  const country = new Map(cast.fans.map((fan) => [fan.username, fan.country]));
  const clock = new MovableClock(base);
  const platform: Platform = { ...seeding.platform, clock };
  const gateway = createSandboxGateway(platform, { secret: randomUUID(), deliver: async () => true });
  const packages = await readPackages(platform);
  const giftId = await readGiftIds(platform);
  let day = 0;

  const pay = async (key: string, fan: string, buyerId: string, offer: () => Promise<Offer>): Promise<void> => {
    if (done.has(key)) return;
    await settleOffer(platform, await offer(), {
      method: 'wallet',
      buyerCountry: country.get(fan) ?? null,
      idempotency: stepKey(buyerId, key),
    });
  };
  const live = async (deed: Deed, index: number): Promise<void> => {
    const key = `deed ${index}`;
    const fanId = ids.get(deed.fan)!;
    switch (deed.kind) {
      case 'follow':
        return void (await addReaction(platform, viewerOf(fanId, deed.fan), null, {
          action: 'follow',
          objectType: 'performer',
          objectId: ids.get(deed.performer)!,
        }));
      case 'like':
        return void (await addReaction(platform, viewerOf(fanId, deed.fan), null, {
          action: 'like',
          objectType: 'feed',
          objectId: deed.feedId,
        }));
      case 'subscribe':
        return pay(key, deed.fan, fanId, () =>
          offerSubscription(platform, { id: fanId, country: null }, deed.performer, deed.type, undefined),
        );
      case 'unlock':
        return pay(key, deed.fan, fanId, () => offerItem(platform, { id: fanId, country: null }, deed.feedId, 'feed'));
      case 'tip':
        return pay(key, deed.fan, fanId, () =>
          offerTip(
            platform,
            { id: fanId, country: null },
            deed.feedId ? { itemId: deed.feedId, kind: 'feed' as const } : { performer: deed.performer },
            deed,
          ),
        );
      case 'gift': {
        const performerId = ids.get(deed.performer)!;
        return pay(key, deed.fan, fanId, () =>
          offerGift(
            platform,
            { id: fanId, country: null },
            { id: giftId(performerId, deed.gift), target: { performer: performerId }, quantity: deed.quantity, message: deed.message },
          ),
        );
      }
      case 'topUp': {
        const packageId = deed.isPackage ? packages.get(deed.amount) : undefined;
        const offer = packageId ? await offerPackage(platform, fanId, packageId) : offerCustomTopUp(platform, fanId, deed.amount);
        return payByCard(platform, gateway, async () => offer, {
          locale: 'en',
          buyerCountry: country.get(deed.fan) ?? null,
          returnTo: '/wallet',
          idempotency: stepKey(fanId, key),
        });
      }
    }
  };

  const inShops = shopDeeds(seeding, shop).map((deed) => ({
    at: deed.at,
    live: async () => {
      const buyerId = ids.get(deed.fan)!;
      const buyer = { id: buyerId, country: country.get(deed.fan) ?? null };
      if (deed.kind === 'deliver') return void (await deed.run(platform, buyer));
      await payByCard(platform, gateway, () => deed.run(platform, buyer) as Promise<Offer>, {
        locale: 'en',
        buyerCountry: buyer.country,
        returnTo: '/orders',
        idempotency: stepKey(buyerId, deed.key),
      });
    },
  }));
  const steps = [...deeds.map((deed, index) => ({ at: deed.at, live: () => live(deed, index) })), ...inShops];
  for (const step of steps.sort((a, b) => a.at.getTime() - b.at.getTime())) {
    signal.throwIfAborted();
    clock.set(step.at);
    const today = Math.floor(step.at.getTime() / DAY_MS);
    if (today > day) await releaseDueEarnings(platform);
    day = today;
    await step.live();
  }
  clock.set(base);
  await releaseDueEarnings(platform);
  await sealTransactions(platform);
};

const storyPostOf = ({ performer, post, feedId, publishedAt }: SeededPost) => ({
  feedId,
  performer: performer.username,
  publishedAt,
  audience: post.audience,
  price: post.price ?? null,
});

/** Wallet packages on sale, by the tokens they bring. */
const readPackages = async ({ database }: Platform): Promise<Map<bigint, string>> => {
  const rows = await database.selectFrom('wallet_packages').select(['id', 'tokens_amount']).where('active', '=', true).execute();
  return new Map(rows.map((row) => [row.tokens_amount, row.id]));
};

/** Orders something and pays it by card at the sandbox gateway, whose statement is asked for instead of called back. */
const payByCard = async (
  platform: Platform,
  gateway: SandboxGateway,
  makeOffer: () => Promise<Offer>,
  context: Parameters<typeof createOrder>[3],
): Promise<void> => {
  const { redirectUrl } = await createOrder(platform, gateway, makeOffer, context);
  const paymentId = redirectUrl.slice(redirectUrl.lastIndexOf('/') + 1);
  if ((await gateway.getPayment(paymentId)).state === 'open') await gateway.act(paymentId, 'approve');
  const notice = await gateway.poll(paymentId);
  if (notice) await completePayment(platform, notice);
};

/** How many visitors a day look at a profile, at most; the demo performer's gets three times as many. */
const VISITORS_A_DAY = 24;

/** Visitors without an account: views of the profiles, as counting them would have left them. */
export const seedProfileViews = async ({ platform, cast, base }: Seeding): Promise<void> => {
  const ids = await readAccountIds(platform);
  for (const { username } of cast.performers) {
    const id = ids.get(username)!;
    const most = Math.round(VISITORS_A_DAY * (username === 'luna' ? 3 : 0.4 + seededRandom(seedOf(`${username} views`))()));
    await sql`
      insert into profile_views (performer_id, viewer, day)
      select ${id}::uuid, encode(sha256(convert_to(concat_ws(':', ${id}::text, d, n), 'UTF8')), 'base64'), (${base}::timestamptz at time zone 'UTC')::date - d
      from generate_series(0, ${STORY_DAYS}::int) d
      cross join lateral generate_series(1, (${most}::int * (0.45 + 0.55 * abs(sin(d * 1.7))))::int) n
      on conflict do nothing`.execute(platform.database);
    await sql`update performers set view_count = (select count(*) from profile_views where performer_id = ${id}::uuid) where account_id = ${id}::uuid`.execute(
      platform.database,
    );
  }
};
