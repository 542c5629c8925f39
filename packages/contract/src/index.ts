import { account } from './account.ts';
import { admin } from './admin.ts';
import { adminCommissions } from './admin-commissions.ts';
import { adminGateways } from './admin-gateways.ts';
import { adminMediaServer } from './admin-media-server.ts';
import { adminLive } from './admin-live.ts';
import { adminMoney } from './admin-money.ts';
import { adminPayouts } from './admin-payouts.ts';
import { adminPeople } from './admin-people.ts';
import { adminRestore } from './admin-restore.ts';
import { adminSite } from './admin-site.ts';
import { adminSubscriptions } from './admin-subscriptions.ts';
import { age } from './age.ts';
import { auth } from './auth.ts';
import { blocks } from './blocks.ts';
import { bulkActs } from './bulk-acts.ts';
import { catalog, categories, synonyms } from './catalog.ts';
import { chat } from './chat.ts';
import { comments } from './comments.ts';
import { conversations } from './conversations.ts';
import { messages } from './messages.ts';
import { copies } from './copies.ts';
import { coupons } from './coupons.ts';
import { duties } from './duties.ts';
import { earnings } from './earnings.ts';
import { feeds } from './feeds.ts';
import { galleries } from './galleries.ts';
import { photos } from './photos.ts';
import { gifts } from './gifts.ts';
import { library } from './library.ts';
import { media } from './media.ts';
import { notifications } from './notifications.ts';
import { offerLinks, offers } from './offer-links.ts';
import { orderSteps, orders } from './orders.ts';
import { gateways, payments } from './payments.ts';
import { participants } from './participants.ts';
import { passkeys } from './passkeys.ts';
import { payouts } from './payouts.ts';
import { payoutDetails } from './payout-details.ts';
import { performers } from './performers.ts';
import { products } from './products.ts';
import { reactions } from './reactions.ts';
import { reels } from './reels.ts';
import { reports } from './reports.ts';
import { restrictions } from './restrictions.ts';
import { schedule } from './schedule.ts';
import { search } from './search.ts';
import { reference, site } from './site.ts';
import { paidShows } from './paid-shows.ts';
import { spendingLimits } from './spending-limits.ts';
import { statements } from './statements.ts';
import { streamKeys } from './stream-keys.ts';
import { streams } from './streams.ts';
import { subscriptions } from './subscriptions.ts';
import { timelines } from './timelines.ts';
import { takedowns } from './takedowns.ts';
import { users } from './users.ts';
import { videos } from './videos.ts';
import { wallet } from './wallet.ts';

/** The types of MODULES, by name: inferred, they would be too long for the compiler to write down. */
type Modules = {
  auth: typeof auth;
  account: typeof account;
  users: typeof users;
  performers: typeof performers;
  payoutDetails: typeof payoutDetails;
  blocks: typeof blocks;
  participants: typeof participants;
  passkeys: typeof passkeys;
  feeds: typeof feeds;
  galleries: typeof galleries;
  photos: typeof photos;
  videos: typeof videos;
  reels: typeof reels;
  timelines: typeof timelines;
  media: typeof media;
  comments: typeof comments;
  reactions: typeof reactions;
  search: typeof search;
  library: typeof library;
  wallet: typeof wallet;
  spendingLimits: typeof spendingLimits;
  payments: typeof payments;
  copies: typeof copies;
  coupons: typeof coupons;
  duties: typeof duties;
  offerLinks: typeof offerLinks;
  offers: typeof offers;
  products: typeof products;
  orders: typeof orders;
  orderSteps: typeof orderSteps;
  gifts: typeof gifts;
  gateways: typeof gateways;
  subscriptions: typeof subscriptions;
  earnings: typeof earnings;
  payouts: typeof payouts;
  statements: typeof statements;
  streams: typeof streams;
  streamKeys: typeof streamKeys;
  paidShows: typeof paidShows;
  chat: typeof chat;
  schedule: typeof schedule;
  conversations: typeof conversations;
  messages: typeof messages;
  notifications: typeof notifications;
  site: typeof site;
  reference: typeof reference;
  age: typeof age;
  takedowns: typeof takedowns;
  bulkActs: typeof bulkActs;
  categories: typeof categories;
  synonyms: typeof synonyms;
  catalog: typeof catalog;
  reports: typeof reports;
  restrictions: typeof restrictions;
  admin: typeof admin;
  adminPeople: typeof adminPeople;
  adminRestore: typeof adminRestore;
  adminSite: typeof adminSite;
  adminMoney: typeof adminMoney;
  adminLive: typeof adminLive;
  adminCommissions: typeof adminCommissions;
  adminSubscriptions: typeof adminSubscriptions;
  adminGateways: typeof adminGateways;
  adminMediaServer: typeof adminMediaServer;
  adminPayouts: typeof adminPayouts;
};

/** Every endpoint of the product by module. */
export const MODULES: Modules = {
  auth,
  account,
  users,
  performers,
  payoutDetails,
  blocks,
  participants,
  passkeys,
  feeds,
  galleries,
  photos,
  videos,
  reels,
  timelines,
  media,
  comments,
  reactions,
  search,
  library,
  wallet,
  spendingLimits,
  payments,
  copies,
  coupons,
  duties,
  offerLinks,
  offers,
  products,
  orders,
  orderSteps,
  gifts,
  gateways,
  subscriptions,
  earnings,
  payouts,
  statements,
  streams,
  streamKeys,
  paidShows,
  chat,
  schedule,
  conversations,
  messages,
  notifications,
  site,
  reference,
  age,
  takedowns,
  bulkActs,
  categories,
  synonyms,
  catalog,
  reports,
  restrictions,
  admin,
  adminPeople,
  adminRestore,
  adminSite,
  adminMoney,
  adminLive,
  adminCommissions,
  adminSubscriptions,
  adminGateways,
  adminMediaServer,
  adminPayouts,
};

type IntersectionOf<T> = (T extends unknown ? (value: T) => void : never) extends (value: infer I) => void ? I : never;
export type Contract = IntersectionOf<Modules[keyof Modules]>;

/** Every endpoint of the product by 'METHOD /path'. */
export const CONTRACT = Object.assign({}, ...Object.values(MODULES)) as Contract;

export type { ResponseOf, Endpoint, EndpointKey, Endpoints, RequestOf, ResultOf } from './endpoint.ts';
