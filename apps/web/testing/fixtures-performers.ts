import type { LinkOffer } from '@stagedoor/contract/offer-links';
import type { PerformerProfile } from '@stagedoor/contract/performers';
import { INSTANT, PERFORMER } from './fixtures.ts';

/** A performer whose subscription costs 9 tokens a month, or 84 a year, without free days. */
export const PROFILE: PerformerProfile = {
  ...PERFORMER,
  craft: 'Cellist',
  city: 'Lisbon',
  country: 'PT',
  isOnline: false,
  isLive: false,
  live: { state: 'none' },
  cover: null,
  isVerified: true,
  isFollowed: false,
  isSubscribed: false,
  monthlyPrice: 9,
  bio: '',
  about: { gender: '', country: 'PT', state: '', city: 'Lisbon', languages: ['en'], attributes: {}, links: [] },
  welcomeVideo: null,
  coverPicture: null,
  counts: { followers: 10, subscribers: 3, posts: 8, photos: 4, videos: 1, kinds: {} },
  views: 100,
  isMuted: false,
  subscription: {
    monthlyPrice: 9,
    monthlyMoney: 9,
    yearlyPrice: 84,
    yearlyMoney: 84,
    trialDays: 0,
    priceVersion: 4,
    postsIncluded: 6,
    posts: 8,
    photosIncluded: 12,
    videosIncluded: 1,
    kindsIncluded: {},
    freePosts: 1,
    itemsThatCostExtra: 1,
    medianExtraPrice: 5,
    newInThirtyDays: 4,
    renewsAt: '2026-12-21T19:00:00.000Z',
    yearlyRenewsAt: '2027-11-21T19:00:00.000Z',
  },
  mySubscription: null,
  createdAt: INSTANT,
  updatedAt: INSTANT,
};

/** An offer link: half price for the first month. */
export const HALF_PRICE: LinkOffer = {
  code: 'SPRING',
  kind: 'discount',
  plan: 'monthly',
  days: null,
  percent: 50,
  onlyNew: true,
  first: { price: 4.5, money: 4.5 },
  firstUntil: '2026-12-21T19:00:00.000Z',
  ordinary: { price: 9, money: 9 },
  priceVersion: 4,
  endsAt: null,
};
