import { createInitialContent } from '@stagedoor/server/modules/site/index';
import { type Person, createAdmin, createFan, createFeed, createPerformer, topUp } from '@stagedoor/server/testing/factories';
import { createConversation, openMessages, writeMessage } from '@stagedoor/server/testing/conversation-fixtures';
import { createGallery, createPhoto } from '@stagedoor/server/testing/gallery-fixtures';
import { ADDRESS, createProduct } from '@stagedoor/server/testing/shop';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import { createReel, createVideo } from '@stagedoor/server/testing/video-fixtures';
import { ffmpegPath } from '@stagedoor/server/testing/videos';
import { guard } from '@stagedoor/web/guard';
import { type Page as PageEntry, PAGES } from '@stagedoor/web/pages';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Reachable only in the middle of a flow or by a link of a mail; covered by the journeys about them. */
const COVERED_ELSEWHERE = ['loginRedirect', 'sandbox', 'walletReturn', 'catchAll', 'suspended'];

export const VISITORS = ['visitor', 'fan', 'performer', 'lite performer', 'admin'] as const;
export type Visitor = (typeof VISITORS)[number];

export interface Screen {
  name: string;
  address: string;
}

/** A site with something on every page of the route table. */
export interface Screens {
  app: TestApp;
  /** Null for a visitor. */
  people: Record<Visitor, Person | null>;
  /** The pages that a visitor may open; those that look the same for every logged-in account are listed once. */
  screensOf(visitor: Visitor): Promise<Screen[]>;
}

export const createScreens = async (): Promise<Screens> => {
  const app = await createTestApp({ web: true, environment: { FFMPEG_PATH: await ffmpegPath() } });
  await createInitialContent(app.platform);
  const admin = await createAdmin(app);
  const star = await createPerformer(app, { admin, monthlyPrice: 5 });
  const lite = await createPerformer(app, { approved: false });
  const fan = await createFan(app);
  await topUp(app, fan, 20);
  const feedId = await createFeed(star, { title: 'Evening light', text: 'From the hall.' });
  await createFeed(star, { audience: 'subscribers', title: 'Behind the curtain' });
  await admin.client.call('PUT /admin/settings', { body: { values: { ledgerPageEnabled: true } } });
  const { _id: galleryId } = await createGallery(star, { title: 'Rehearsals' });
  const photoId = await createPhoto(star);
  const { _id: videoId } = await createVideo(star, { title: 'Full set' });
  const reelId = await createReel(star);
  const productId = await createProduct(app, star, { type: 'physical', stock: 4, name: 'A print' });
  const bought = await fan.client.call('POST /payment-wallet/purchase-products', {
    body: { products: [{ productId }], deliveryAddress: ADDRESS },
  });
  await openMessages(star);
  const conversationId = await createConversation(fan, star);
  await writeMessage(star, conversationId, 'Thank you for coming.');
  await app.settle();
  await app.client().call('POST /takedowns', {
    body: {
      url: `/feeds/${feedId}`,
      reason: 'other',
      statement: 'Please look at it.',
      name: 'Ana',
      email: 'ana@example.org',
      goodFaith: true,
    },
  });
  const params: Record<string, string> = {
    conversationId,
    feedId,
    galleryId,
    photoId,
    videoId,
    reelId,
    productId,
    username: star.username,
    orderId: bought.orderId,
  };
  /** Values for `:id` in page paths. */
  const idOf = (name: string): string => {
    if (name === 'page') return 'terms';
    if (name === 'adminPage') return 'new';
    if (name === 'messages') return params['conversationId']!;
    if (name === 'order') return params['orderId']!;
    if (name === 'photo') return params['photoId']!;
    if (name === 'reel') return params['reelId']!;
    if (name === 'product' || name === 'modelProduct') return params['productId']!;
    if (name === 'video' || name === 'modelVideo') return params['videoId']!;
    // By their performer.
    if (name === 'livePrivate' || name === 'liveGroup') return params['username']!;
    return params[name === 'gallery' || name === 'modelGallery' ? 'galleryId' : 'feedId']!;
  };

  /** The address of a page, with its parameters filled in. */
  const addressOf = (name: string, path: string): string => path.replace(':username', params['username']!).replace(/:id\??/, idOf(name));

  const people: Screens['people'] = { visitor: null, fan, performer: star, 'lite performer': lite, admin };
  const seen = new Set<string>();
  return {
    app,
    people,
    async screensOf(visitor) {
      const user = (await people[visitor]?.client.call('GET /users/me')) ?? null;
      return (Object.entries(PAGES) as [string, PageEntry][])
        .map(([name, page]) => ({ name, page, address: addressOf(name, page.path) }))
        .filter(({ name, page, address }) => {
          if (COVERED_ELSEWHERE.includes(name) || guard({ pathname: address, search: '' }, user) !== null) return false;
          const isOfAccount = page.auth && !page.performerOnly && !page.permission;
          const key = page.auth || visitor === 'visitor' ? `${name} ${isOfAccount ? 'account' : visitor}` : name;
          return !seen.has(key) && seen.add(key);
        })
        .map(({ name, address }) => ({ name, address }));
    },
  };
};

/** Loaded, and no transition running. */
export const settled = async (page: Page): Promise<void> => {
  await expect
    .poll(() =>
      page.evaluate(() => [
        ...(document.title === '' ? ['no title yet'] : []),
        ...[...document.querySelectorAll('[aria-busy="true"]')].map((element) => element.outerHTML.slice(0, 200)),
        ...document
          .getAnimations()
          // Scroll-driven animations stand still without scrolling.
          .filter(({ timeline }) => timeline instanceof DocumentTimeline)
          .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
          .map((animation) => {
            const { target } = animation.effect as KeyframeEffect;
            return `moves: ${target?.outerHTML.slice(0, 200) ?? ''}`;
          }),
      ]),
    )
    .toEqual([]);
};
