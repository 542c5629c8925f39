import { registerBackupJobs } from './backup/schedule.ts';
import type { GatewaySettings } from './gateways/gateway-settings.ts';
import type { Gateways } from './gateways/registry.ts';
import type { SandboxGateway } from './gateways/sandbox.ts';
import { registerLedgerJobs } from './ledger/index.ts';
import type { LiveEngine } from './live/live-engine.ts';
import { access } from './modules/access/module.ts';
import { accounts } from './modules/accounts/module.ts';
import { age } from './modules/age/module.ts';
import { admin } from './modules/admin/module.ts';
import { blocks } from './modules/blocks/module.ts';
import { bulkActs } from './modules/bulk-acts/module.ts';
import { cardCompanies } from './modules/card-companies/module.ts';
import { catalog } from './modules/catalog/module.ts';
import { categories } from './modules/categories/module.ts';
import { comments } from './modules/comments/module.ts';
import { conversations } from './modules/conversations/module.ts';
import { copies } from './modules/copies/module.ts';
import { coupons } from './modules/coupons/module.ts';
import { offerLinks } from './modules/offer-links/module.ts';
import { earnings } from './modules/earnings/module.ts';
import { feeds } from './modules/feeds/module.ts';
import { files } from './modules/files/module.ts';
import { galleries } from './modules/galleries/module.ts';
import { gifts } from './modules/gifts/module.ts';
import { items } from './modules/items/module.ts';
import { media } from './modules/media/module.ts';
import { notifications } from './modules/notifications/module.ts';
import { orders } from './modules/orders/module.ts';
import { participants } from './modules/participants/module.ts';
import { payments } from './modules/payments/module.ts';
import { payouts } from './modules/payouts/module.ts';
import { performers } from './modules/performers/module.ts';
import { photos } from './modules/photos/module.ts';
import { products } from './modules/products/module.ts';
import { reactions } from './modules/reactions/module.ts';
import { reference } from './modules/reference/module.ts';
import { reels } from './modules/reels/module.ts';
import { reports } from './modules/reports/module.ts';
import { restores } from './modules/restores/module.ts';
import { restrictions } from './modules/restrictions/module.ts';
import { schedule } from './modules/schedule/module.ts';
import { library } from './modules/library/module.ts';
import { search } from './modules/search/module.ts';
import { site } from './modules/site/module.ts';
import { stage } from './modules/stage/module.ts';
import type { StoredMediaServers } from './modules/streams/index.ts';
import { streams } from './modules/streams/module.ts';
import { subscriptions } from './modules/subscriptions/module.ts';
import { takedowns } from './modules/takedowns/module.ts';
import { timelines } from './modules/timelines/module.ts';
import { videos } from './modules/videos/module.ts';
import { wallet } from './modules/wallet/module.ts';
import { words } from './modules/words/module.ts';
import type { Module, ModuleContext } from './platform/module.ts';
import { registerPresenceJobs } from './platform/presence/presence.ts';
import { registerPruning } from './platform/prune.ts';

/** What modules need besides the platform. */
interface Engines {
  engine: LiveEngine;
  mediaServers: StoredMediaServers;
  gateways: Gateways;
  gatewaySettings: GatewaySettings;
  /** One of the gateways, with the pages of its company. */
  sandbox: SandboxGateway | undefined;
}

/** All modules. Personal data is erased in the reverse of this order: dependents first. */
const MODULES: readonly Module<Engines>[] = [
  age,
  restrictions,
  stage,
  accounts,
  files,
  performers,
  blocks,
  participants,
  access,
  coupons,
  offerLinks,
  orders,
  wallet,
  gifts,
  subscriptions,
  timelines,
  feeds,
  categories,
  items,
  photos,
  galleries,
  videos,
  reels,
  comments,
  reactions,
  conversations,
  streams,
  schedule,
  media,
  words,
  search,
  library,
  products,
  payments,
  earnings,
  payouts,
  reference,
  notifications,
  site,
  takedowns,
  catalog,
  copies,
  reports,
  admin,
  cardCompanies,
  bulkActs,
  restores,
];

/** Registers every module: item kinds, endpoints, personal data, jobs, event handlers and rooms. The only file that knows all modules. */
export const addModules = (context: ModuleContext & Engines): void => {
  registerLedgerJobs(context.platform);
  registerBackupJobs(context.platform);
  registerPruning(context.platform);
  registerPresenceJobs(context.platform);
  for (const { itemKinds } of MODULES) itemKinds?.();
  for (const { endpoints, personalData, jobs, events, rooms } of MODULES)
    for (const add of [endpoints, personalData, jobs, events, rooms]) add?.(context);
};
