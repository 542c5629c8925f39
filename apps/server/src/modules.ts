import { registerLedgerJobs } from './ledger/index.ts';
import { bindAccount, bindAuth, bindUsers, registerAccountJobs, registerAccountData } from './modules/accounts/index.ts';
import { bindAdmin, bindAdminMoney, bindAdminPeople, registerClockJobs } from './modules/admin/index.ts';
import { bindBlocks, registerBlockData } from './modules/blocks/index.ts';
import { bindComments, registerCommentData, registerCommentEvents } from './modules/comments/index.ts';
import { bindConversations, bindMessages, registerConversationEvents, registerConversationData } from './modules/conversations/index.ts';
import { bindEarnings } from './modules/earnings/index.ts';
import { registerAccessData } from './modules/access/index.ts';
import { bindFeeds, feedKind, registerFeedData, registerFeedEvents } from './modules/feeds/index.ts';
import { registerFileJobs, registerFileData } from './modules/files/index.ts';
import { registerCouponData } from './modules/coupons/index.ts';
import { bindOrders, registerOrderEvents, registerOrderData } from './modules/orders/index.ts';
import { bindGateways, bindPayments, registerPaymentEvents, registerPaymentJobs, registerSandboxJobs } from './modules/payments/index.ts';
import { bindGalleries, galleryKind } from './modules/galleries/index.ts';
import { photoKind } from './modules/photos/index.ts';
import { bindGifts, registerGiftData } from './modules/gifts/index.ts';
import { registerItemData, registerItemEvents, registerItemJobs, registerItemKind } from './modules/items/index.ts';
import { bindMedia } from './modules/media/index.ts';
import { bindParticipants, registerParticipantData } from './modules/participants/index.ts';
import {
  bindPayoutDetails,
  bindPerformers,
  registerPerformerData,
  registerPerformerEvents,
  registerPerformerJobs,
} from './modules/performers/index.ts';
import { bindProducts } from './modules/products/index.ts';
import { bindReactions, registerReactionData, registerReactionEvents } from './modules/reactions/index.ts';
import { bindReference } from './modules/reference/index.ts';
import { bindSearch } from './modules/search/index.ts';
import { bindAdminSite, bindSite, registerSiteEvents, registerSiteJobs } from './modules/site/index.ts';
import {
  bindStreams,
  payMinute,
  registerStreamBlocks,
  registerStreamData,
  registerStreamEvents,
  registerStreamJobs,
  registerStreamRooms,
} from './modules/streams/index.ts';
import {
  bindSubscriptions,
  registerSubscriptionData,
  registerSubscriptionEvents,
  registerSubscriptionJobs,
} from './modules/subscriptions/index.ts';
import { bindTakedowns, registerTakedownJobs } from './modules/takedowns/index.ts';
import { bindTimelines, registerTimelineData, registerTimelineEvents, registerTimelineJobs } from './modules/timelines/index.ts';
import { bindWallet, registerWalletData } from './modules/wallet/index.ts';
import type { SandboxGateway } from './gateways/sandbox.ts';
import type { LiveEngine } from './live/live-engine.ts';
import type { Listener } from './platform/database/listener.ts';
import type { Outbox } from './platform/events/outbox.ts';
import type { CountryOf } from './platform/http/country.ts';
import type { Bind } from './platform/http/pipeline.ts';
import type { Platform } from './platform/platform.ts';
import type { Realtime } from './platform/realtime/realtime.ts';
import type { SiteClock } from './platform/site-clock.ts';

/** What the modules are wired with. */
interface ModuleContext {
  platform: Platform;
  bind: Bind;
  outbox: Outbox;
  realtime: Realtime;
  listener: Listener;
  engine: LiveEngine;
  sandbox: SandboxGateway | undefined;
  siteClock: SiteClock | undefined;
  countryOf: CountryOf;
}

/** Each module's personal data. Data is erased in reverse order of dependency: dependents first. */
const PERSONAL_DATA = [
  registerAccountData,
  registerFileData,
  registerPerformerData,
  registerBlockData,
  registerParticipantData,
  registerAccessData,
  registerCouponData,
  registerOrderData,
  registerWalletData,
  registerGiftData,
  registerSubscriptionData,
  registerTimelineData,
  registerFeedData,
  registerItemData,
  registerCommentData,
  registerReactionData,
  registerConversationData,
  registerStreamData,
];

/** Binds every endpoint of the contract to its module's handler. */
const bindModules = ({ bind, platform, engine, sandbox, siteClock, realtime, countryOf }: ModuleContext): void => {
  bindAuth(bind, platform);
  bindAccount(bind, platform, countryOf);
  bindUsers(bind, platform);
  bindPerformers(bind, platform);
  bindPayoutDetails(bind, platform);
  bindBlocks(bind, platform);
  bindParticipants(bind, platform);
  bindFeeds(bind, platform);
  bindTimelines(bind, platform);
  bindGalleries(bind, platform);
  bindMedia(bind, platform);
  bindComments(bind, platform);
  bindReactions(bind, platform);
  bindSearch(bind, platform);
  bindWallet(bind, platform, sandbox, payMinute);
  bindPayments(bind, platform, sandbox);
  bindProducts(bind, platform);
  bindOrders(bind, platform);
  bindGifts(bind, platform);
  bindAdminMoney(bind, platform, siteClock);
  bindGateways(bind, platform, sandbox);
  bindSubscriptions(bind, platform);
  bindEarnings(bind, platform);
  bindStreams(bind, platform, engine);
  bindConversations(bind, platform);
  bindMessages(bind, platform, realtime);
  bindSite(bind, platform);
  bindReference(bind);
  bindTakedowns(bind, platform);
  bindAdmin(bind, platform);
  bindAdminPeople(bind, platform);
  bindAdminSite(bind, platform);
};

/** Registers every module: endpoints, personal data, jobs and event handlers. The only file that knows all modules. */
export const addModules = (context: ModuleContext): void => {
  const { platform, sandbox, siteClock, outbox, realtime, listener } = context;
  for (const kind of [feedKind, galleryKind, photoKind]) registerItemKind(kind);
  bindModules(context);
  for (const registerData of PERSONAL_DATA) registerData(platform);
  registerAccountJobs(platform);
  registerFileJobs(platform);
  registerItemJobs(platform);
  registerTimelineJobs(platform);
  registerSiteJobs(platform);
  registerTakedownJobs(platform);
  registerLedgerJobs(platform);
  registerPaymentJobs(platform, sandbox);
  registerSubscriptionJobs(platform);
  registerSandboxJobs(platform, sandbox);
  registerClockJobs(platform, siteClock);
  registerPerformerJobs(platform);
  registerPerformerEvents(platform, outbox, realtime);
  registerReactionEvents(outbox);
  registerCommentEvents(outbox);
  registerSubscriptionEvents(platform, outbox);
  registerItemEvents(platform, outbox, realtime);
  registerTimelineEvents(platform, outbox, realtime);
  registerFeedEvents(outbox);
  registerOrderEvents(platform, outbox, realtime);
  registerPaymentEvents(platform, outbox, realtime);
  registerConversationEvents(platform, outbox, realtime);
  registerStreamEvents(outbox, realtime);
  registerSiteEvents(platform, realtime);
  registerStreamJobs(platform);
  registerStreamRooms(platform, realtime);
  registerStreamBlocks(platform, realtime, (handler) => listener.listen('blocks', handler));
};
