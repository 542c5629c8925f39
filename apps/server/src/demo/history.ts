import { createGateways } from '../gateways/registry.ts';
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
import { applyNotice, createOrder } from '../modules/payments/index.ts';
import { addReaction } from '../modules/reactions/index.ts';
import { MovableClock } from '../platform/clock.ts';
import type { Platform } from '../platform/platform.ts';
import { seededRandom, seedOf } from './chance.ts';
import { readGiftIds } from './gifts.ts';
import { payoutSteps } from './payouts.ts';
import type { SeededPost } from './posts.ts';
import { type ShopIds, shopEvents } from './shop.ts';
import { DAY_MS, type Seeding, readAccountIds, stepKey, viewerOf } from './seeding.ts';
import { type StoryEvent, STORY_DAYS, generateStory } from './story.ts';

/** Executes the story's events, each at its time, through the regular use cases. */
export const playStory = async (seeding: Seeding, posts: readonly SeededPost[], shop: ShopIds): Promise<void> => {
  const { base, cast, done, signal } = seeding;
  const events = generateStory(cast, posts.map(storyPostOf), base);
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
  const live = async (event: StoryEvent, index: number): Promise<void> => {
    const key = `deed ${index}`;
    const fanId = ids.get(event.fan)!;
    const react = async (reaction: Parameters<typeof addReaction>[3]): Promise<void> =>
      void (await addReaction(platform, viewerOf(fanId, event.fan), null, reaction, undefined));
    switch (event.kind) {
      case 'follow':
        return react({ action: 'follow', objectType: 'performer', objectId: ids.get(event.performer)! });
      case 'like':
        return react({ action: 'like', objectType: 'feed', objectId: event.feedId });
      case 'subscribe':
        return pay(key, event.fan, fanId, () =>
          offerSubscription(platform, { id: fanId, country: null }, event.performer, { type: event.type, renews: false }),
        );
      case 'unlock':
        return pay(key, event.fan, fanId, () => offerItem(platform, { id: fanId, country: null }, event.feedId, 'feed'));
      case 'tip':
        return pay(key, event.fan, fanId, () =>
          offerTip(
            platform,
            { id: fanId, country: null },
            event.feedId ? { itemId: event.feedId, kind: 'feed' as const } : { performer: event.performer },
            event,
          ),
        );
      case 'gift': {
        const performerId = ids.get(event.performer)!;
        return pay(key, event.fan, fanId, () =>
          offerGift(
            platform,
            { id: fanId, country: null },
            { id: giftId(performerId, event.gift), target: { performer: performerId }, quantity: event.quantity, message: event.message },
          ),
        );
      }
      case 'topUp': {
        const packageId = event.isPackage ? packages.get(event.amount) : undefined;
        const offer = packageId ? await offerPackage(platform, fanId, packageId) : offerCustomTopUp(platform, fanId, event.amount);
        return payByCard(platform, gateway, async () => offer, {
          method: 'card',
          locale: 'en',
          buyerCountry: country.get(event.fan) ?? null,
          returnTo: '/wallet',
          idempotency: stepKey(fanId, key),
        });
      }
    }
  };

  const inShops = shopEvents(seeding, shop).map((event) => ({
    at: event.at,
    live: async () => {
      const buyerId = ids.get(event.fan)!;
      const buyer = { id: buyerId, country: country.get(event.fan) ?? null };
      if (event.kind === 'deliver') return await event.run(platform, buyer);
      await payByCard(platform, gateway, () => event.run(platform, buyer), {
        method: 'card',
        locale: 'en',
        buyerCountry: buyer.country,
        returnTo: '/orders',
        idempotency: stepKey(buyerId, event.key),
      });
    },
  }));
  const paidOut = payoutSteps(seeding, platform, ids);
  const steps = [...events.map((event, index) => ({ at: event.at, live: () => live(event, index) })), ...inShops, ...paidOut];
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

/** Creates an order and pays it by card at the sandbox gateway, polling for its notice instead of waiting for the callback. */
const payByCard = async (
  platform: Platform,
  gateway: SandboxGateway,
  makeOffer: () => Promise<Offer>,
  context: Parameters<typeof createOrder>[3],
): Promise<void> => {
  const { orderId, redirectUrl } = await createOrder(platform, createGateways([gateway]), makeOffer, context);
  const paymentId = redirectUrl.slice(redirectUrl.lastIndexOf('/') + 1);
  if ((await gateway.getPayment(paymentId)).state === 'open') await gateway.act(paymentId, 'approve');
  const notice = await gateway.poll({ orderId, attempt: 1, handle: paymentId, paymentId: null });
  if (notice) await applyNotice(platform, notice);
};

/** The maximum number of visitors a day to a profile; the demo performer's gets three times as many. */
const VISITORS_A_DAY = 24;

/** Seeds profile views of visitors as the regular counting would have stored them. */
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
    await sql`update performer_counters set view_count = (select count(*) from profile_views where performer_id = ${id}::uuid) where performer_id = ${id}::uuid`.execute(
      platform.database,
    );
  }
};
