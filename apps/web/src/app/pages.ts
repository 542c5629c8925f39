import { PERFORMER_FILTERS } from '@stagedoor/contract/performer-filters.values';
import type { AdminPermission } from '@stagedoor/contract/admin-roles';
import type { SettingKey } from '@stagedoor/contract/settings';

/** The layout of a page; the shell handles maintenance and geo-block first (specification section 2). */
export type Layout = 'primary' | 'noFooter' | 'public' | 'blank';

export interface Page {
  /** The path in React Router's syntax. */
  path: string;
  /** The route module, relative to src. */
  file: string;
  /** `primary` by default. */
  layout?: Layout;
  /** Renders its own top bar on phones (PageTop): back button and title. */
  ownTop?: true;
  /** Without rail and bars: a room, which fills the window. */
  bare?: true;
  /** Drawn dark in both themes, from edge to edge. */
  dark?: true;
  /** Needs an account. */
  auth?: true;
  /** Needs a performer. */
  performerOnly?: true;
  /** Needs an admin whose role allows this. */
  permission?: AdminPermission;
  /** Visitors are not redirected to the log-in although the page needs an account: it handles them itself. */
  noRedirect?: true;
  /** Only for visitors: accounts are redirected to their landing page. */
  visitorOnly?: true;
  /** Open to lite performers (the pages of specification section 2). */
  lite?: true;
  /** Open to suspended accounts; all other pages redirect them to the page with the reason. */
  suspended?: true;
  /** Reachable in maintenance mode, so that an admin can log in. */
  inMaintenance?: true;
  /** A show's page: open in maintenance to accounts whose show may go on. */
  inShow?: true;
  /** Shown before the age is confirmed or verified: information about the site, log-in, and what nobody may be held away from. */
  beforeAge?: true;
  /**
   * Rendered on the server for visitors and cached until something that it shows changes, or for minutes; lists the query parameters that
   * change the content. Others are left out of the cache key. Only these pages are for crawlers of search engines.
   */
  cached?: readonly string[];
  /** Answers what another page answers too: not for crawlers. */
  isSecondAddress?: true;
  /** There only while this setting is on. */
  onlyWith?: SettingKey;
}

const pages = <const T extends Record<string, Page>>(table: T): { readonly [K in keyof T]: Page } => table;

/**
 * Every page of the site: the only place for paths, layouts and required roles. Imports only types, because
 * the server's test of reserved usernames reads it too.
 */
export const PAGES = pages({
  /** The home of accounts; visitors see the front page. */
  home: { path: '/', file: 'routes/home.tsx', cached: [] },
  login: {
    path: '/auth/login',
    file: 'routes/auth/login.tsx',
    layout: 'public',
    visitorOnly: true,
    lite: true,
    inMaintenance: true,
    cached: [],
    beforeAge: true,
  },
  loginRedirect: {
    path: '/login',
    file: 'routes/auth/login-redirect.tsx',
    layout: 'public',
    lite: true,
    inMaintenance: true,
    beforeAge: true,
  },
  register: {
    path: '/auth/register',
    file: 'routes/auth/register.tsx',
    layout: 'public',
    visitorOnly: true,
    lite: true,
    cached: [],
    beforeAge: true,
  },
  registerPerformer: {
    path: '/auth/register/performer',
    file: 'routes/auth/register-performer.tsx',
    layout: 'public',
    visitorOnly: true,
    lite: true,
    cached: [],
    beforeAge: true,
  },
  forgotPassword: { path: '/auth/forgot-password', file: 'routes/auth/forgot-password.tsx', layout: 'public', lite: true, beforeAge: true },
  resetPassword: { path: '/auth/reset-password', file: 'routes/auth/reset-password.tsx', layout: 'public', lite: true, beforeAge: true },
  verifyEmail: { path: '/auth/verify-email', file: 'routes/auth/verify-email.tsx', layout: 'public', lite: true, beforeAge: true },
  emailVerified: {
    path: '/auth/email-verified-success',
    file: 'routes/auth/email-verified-success.tsx',
    layout: 'public',
    lite: true,
    beforeAge: true,
  },
  changeEmail: { path: '/auth/change-email', file: 'routes/auth/change-email.tsx', layout: 'public', lite: true, beforeAge: true },
  undoEmailChange: {
    path: '/auth/undo-email-change',
    file: 'routes/auth/undo-email-change.tsx',
    layout: 'public',
    lite: true,
    beforeAge: true,
  },
  notMe: { path: '/auth/not-me', file: 'routes/auth/not-me.tsx', layout: 'public', lite: true, inMaintenance: true, beforeAge: true },
  account: { path: '/account', file: 'routes/account/account.tsx', auth: true, lite: true, ownTop: true, beforeAge: true },
  decisions: {
    path: '/account/decisions',
    file: 'routes/account/decisions.tsx',
    auth: true,
    lite: true,
    suspended: true,
    ownTop: true,
    beforeAge: true,
  },
  sentReports: { path: '/account/reports', file: 'routes/account/reports.tsx', auth: true, lite: true, ownTop: true, beforeAge: true },
  discover: {
    path: '/discover',
    file: 'routes/discover.tsx',
    cached: ['q', ...PERFORMER_FILTERS],
  },
  search: {
    path: '/search',
    file: 'routes/search.tsx',
    cached: ['q', 'tab', 'category', 'tag', 'access', 'type', 'sortBy', ...PERFORMER_FILTERS],
  },
  live: { path: '/live', file: 'routes/live/live.tsx', cached: [] },
  room: { path: '/live/:username', file: 'routes/live/room.tsx', layout: 'noFooter', bare: true, inShow: true, cached: [] },
  livePrivate: { path: '/live/private/:id', file: 'routes/live/private.tsx', layout: 'noFooter', bare: true, inShow: true, auth: true },
  liveGroup: { path: '/live/group/:id', file: 'routes/live/group.tsx', layout: 'noFooter', bare: true, inShow: true, auth: true },
  library: { path: '/library', file: 'routes/library/purchased.tsx', auth: true },
  continueWatching: { path: '/library/continue', file: 'routes/library/continue.tsx', auth: true },
  bookmarks: { path: '/bookmarks', file: 'routes/bookmarks.tsx', auth: true },
  feed: { path: '/feeds/:id', file: 'routes/feeds/feed.tsx', ownTop: true, cached: [] },
  galleries: { path: '/galleries', file: 'routes/galleries/galleries.tsx', cached: ['q', 'tag', 'category', 'access', 'sortBy'] },
  gallery: { path: '/galleries/:id', file: 'routes/galleries/gallery.tsx', ownTop: true, cached: [] },
  photo: { path: '/photos/:id', file: 'routes/photos/photo.tsx', ownTop: true, cached: [] },
  videos: { path: '/videos', file: 'routes/videos/videos.tsx', cached: ['q', 'tag', 'category', 'access', 'sortBy', 'period'] },
  video: { path: '/videos/:id', file: 'routes/videos/video.tsx', ownTop: true, cached: [] },
  favourites: { path: '/favourites', file: 'routes/videos/favourites.tsx', auth: true },
  watchLater: { path: '/watch-later', file: 'routes/videos/watch-later.tsx', auth: true },
  reels: { path: '/reels', file: 'routes/reels/reels.tsx', layout: 'noFooter', ownTop: true, dark: true, cached: [] },
  reel: { path: '/reels/:id', file: 'routes/reels/reel.tsx', layout: 'noFooter', ownTop: true, dark: true, cached: [] },
  products: { path: '/products', file: 'routes/products/products.tsx', cached: ['q', 'tag', 'category', 'type', 'sortBy'] },
  product: { path: '/products/:id', file: 'routes/products/product.tsx', ownTop: true, cached: [] },
  cart: { path: '/cart', file: 'routes/shop/cart.tsx', ownTop: true },
  checkout: { path: '/checkout', file: 'routes/shop/checkout.tsx', ownTop: true },
  orders: { path: '/orders', file: 'routes/shop/orders.tsx', auth: true },
  order: { path: '/orders/:id', file: 'routes/shop/order.tsx', auth: true, ownTop: true },
  purchases: { path: '/purchases', file: 'routes/shop/purchases.tsx', auth: true },
  wallet: { path: '/wallet', file: 'routes/wallet/wallet.tsx', auth: true, ownTop: true },
  walletTransactions: { path: '/wallet/transactions', file: 'routes/wallet/transactions.tsx', auth: true },
  walletReturn: { path: '/wallet/return/:id', file: 'routes/wallet/return.tsx', auth: true, suspended: true },
  sandbox: { path: '/sandbox/pay/:id', file: 'routes/wallet/sandbox.tsx', layout: 'blank', lite: true, suspended: true },
  subscriptions: { path: '/subscriptions', file: 'routes/subscriptions.tsx', auth: true, beforeAge: true },
  messages: { path: '/messages/:id?', file: 'routes/messages/messages.tsx', layout: 'noFooter', auth: true, ownTop: true },
  notification: { path: '/notification', file: 'routes/notification/notification.tsx', auth: true, lite: true, ownTop: true },
  unsubscribe: { path: '/notification/unsubscribe', file: 'routes/notification/unsubscribe.tsx', lite: true, beforeAge: true },
  modelDashboard: { path: '/model/dashboard', file: 'routes/performer-area/dashboard.tsx', auth: true, performerOnly: true },
  modelMedia: { path: '/model/media', file: 'routes/performer-area/media.tsx', auth: true, performerOnly: true },
  modelFeeds: { path: '/model/feeds', file: 'routes/performer-area/feeds.tsx', auth: true, performerOnly: true },
  modelProducts: { path: '/model/products', file: 'routes/performer-area/products.tsx', auth: true, performerOnly: true },
  modelProduct: { path: '/model/products/:id', file: 'routes/performer-area/product.tsx', auth: true, performerOnly: true },
  modelViolations: {
    path: '/model/violations-reported',
    file: 'routes/performer-area/violations.tsx',
    auth: true,
    performerOnly: true,
    lite: true,
  },
  modelOrders: { path: '/model/orders', file: 'routes/performer-area/orders.tsx', auth: true, performerOnly: true },
  modelSubscribers: { path: '/model/subscribers', file: 'routes/performer-area/subscribers.tsx', auth: true, performerOnly: true },
  modelLive: { path: '/model/live', file: 'routes/performer-area/live.tsx', inShow: true, auth: true, performerOnly: true },
  modelFeed: { path: '/model/feeds/:id', file: 'routes/performer-area/feed.tsx', auth: true, performerOnly: true },
  modelGalleries: { path: '/model/galleries', file: 'routes/performer-area/galleries.tsx', auth: true, performerOnly: true },
  modelPhotos: { path: '/model/photos', file: 'routes/performer-area/photos.tsx', auth: true, performerOnly: true },
  modelPhotosNew: { path: '/model/photos/new', file: 'routes/performer-area/photos-new.tsx', auth: true, performerOnly: true },
  modelVideos: { path: '/model/videos', file: 'routes/performer-area/videos.tsx', auth: true, performerOnly: true },
  modelVideo: { path: '/model/videos/:id', file: 'routes/performer-area/video.tsx', auth: true, performerOnly: true },
  modelReels: { path: '/model/reels', file: 'routes/performer-area/reels.tsx', auth: true, performerOnly: true },
  modelGallery: { path: '/model/galleries/:id', file: 'routes/performer-area/gallery.tsx', auth: true, performerOnly: true },
  modelAccount: { path: '/model/account', file: 'routes/performer-area/account.tsx', auth: true, performerOnly: true, lite: true },
  modelBanking: { path: '/model/banking', file: 'routes/performer-area/banking.tsx', auth: true, performerOnly: true, lite: true },
  modelBlackList: { path: '/model/black-list', file: 'routes/performer-area/black-list.tsx', auth: true, performerOnly: true, lite: true },
  modelGifts: { path: '/model/gifts', file: 'routes/performer-area/gifts.tsx', auth: true, performerOnly: true },
  modelEarning: { path: '/model/earning', file: 'routes/performer-area/earning.tsx', auth: true, performerOnly: true, lite: true },
  modelPayoutRequest: {
    path: '/model/payout-request',
    file: 'routes/performer-area/payout-request.tsx',
    auth: true,
    performerOnly: true,
    lite: true,
  },
  admin: { path: '/admin', file: 'routes/admin/overview.tsx', auth: true, permission: 'overview' },
  adminApplications: { path: '/admin/applications', file: 'routes/admin/applications.tsx', auth: true, permission: 'applications' },
  adminPerformers: { path: '/admin/performers', file: 'routes/admin/performers.tsx', auth: true, permission: 'users' },
  adminUsers: { path: '/admin/users', file: 'routes/admin/users.tsx', auth: true, permission: 'users' },
  adminAppeals: { path: '/admin/appeals', file: 'routes/admin/appeals.tsx', auth: true, permission: 'content' },
  adminTakedowns: { path: '/admin/takedowns', file: 'routes/admin/takedowns.tsx', auth: true, permission: 'content' },
  adminModeration: { path: '/admin/moderation', file: 'routes/admin/moderation.tsx', auth: true, permission: 'content' },
  adminDuties: { path: '/admin/duties', file: 'routes/admin/duties.tsx', auth: true, permission: 'money' },
  adminReports: { path: '/admin/reports', file: 'routes/admin/reports.tsx', auth: true, permission: 'content' },
  adminLive: { path: '/admin/live', file: 'routes/admin/live.tsx', auth: true, permission: 'moderation' },
  adminContent: { path: '/admin/content', file: 'routes/admin/content.tsx', auth: true, permission: 'content' },
  adminCategories: { path: '/admin/categories', file: 'routes/admin/categories.tsx', auth: true, permission: 'site' },
  adminComplaints: { path: '/admin/complaints', file: 'routes/admin/complaints.tsx', auth: true, permission: 'money' },
  adminAudit: { path: '/admin/audit', file: 'routes/admin/audit.tsx', auth: true, permission: 'audit' },
  adminOrders: { path: '/admin/orders', file: 'routes/admin/orders.tsx', auth: true, permission: 'money' },
  adminPayouts: { path: '/admin/payouts', file: 'routes/admin/payouts.tsx', auth: true, permission: 'money' },
  adminSubscriptions: { path: '/admin/subscriptions', file: 'routes/admin/subscriptions.tsx', auth: true, permission: 'money' },
  adminCommissions: { path: '/admin/commissions', file: 'routes/admin/commissions.tsx', auth: true, permission: 'money' },
  adminChargebacks: { path: '/admin/chargebacks', file: 'routes/admin/chargebacks.tsx', auth: true, permission: 'money' },
  adminLedger: { path: '/admin/ledger', file: 'routes/admin/ledger.tsx', auth: true, permission: 'money' },
  adminInvariants: { path: '/admin/invariants', file: 'routes/admin/invariants.tsx', auth: true, permission: 'money' },
  adminSettings: { path: '/admin/settings', file: 'routes/admin/settings.tsx', auth: true, permission: 'settings' },
  adminGateways: { path: '/admin/settings/gateways', file: 'routes/admin/gateways.tsx', auth: true, permission: 'money' },
  adminMediaServer: {
    path: '/admin/settings/media-server',
    file: 'routes/admin/media-server.tsx',
    auth: true,
    permission: 'settings',
  },
  adminHashLists: {
    path: '/admin/settings/hash-lists',
    file: 'routes/admin/hash-lists.tsx',
    auth: true,
    permission: 'settings',
  },
  adminGifts: { path: '/admin/gifts', file: 'routes/admin/gifts.tsx', auth: true, permission: 'money' },
  adminCoupons: { path: '/admin/coupons', file: 'routes/admin/coupons.tsx', auth: true, permission: 'money' },
  adminPackages: { path: '/admin/packages', file: 'routes/admin/packages.tsx', auth: true, permission: 'money' },
  adminPages: { path: '/admin/pages', file: 'routes/admin/pages.tsx', auth: true, permission: 'site' },
  adminPage: { path: '/admin/pages/:id', file: 'routes/admin/page.tsx', auth: true, permission: 'site' },
  adminMenus: { path: '/admin/menus', file: 'routes/admin/menus.tsx', auth: true, permission: 'site' },
  adminRestore: { path: '/admin/restore', file: 'routes/admin/restore.tsx', auth: true, permission: 'admins' },
  adminPromos: { path: '/admin/promos', file: 'routes/admin/promos.tsx', auth: true, permission: 'site' },
  adminTexts: { path: '/admin/texts', file: 'routes/admin/texts.tsx', auth: true, permission: 'site' },
  adminCountries: { path: '/admin/countries', file: 'routes/admin/countries.tsx', auth: true, permission: 'settings' },
  takedown: { path: '/takedown', file: 'routes/takedown.tsx', lite: true, suspended: true, cached: ['url'], beforeAge: true },
  suspended: {
    path: '/suspended',
    file: 'routes/suspended.tsx',
    layout: 'blank',
    auth: true,
    lite: true,
    suspended: true,
    beforeAge: true,
  },
  takedownNotice: { path: '/takedown/:reference', file: 'routes/takedown/notice.tsx', lite: true, suspended: true, beforeAge: true },
  contact: { path: '/contact', file: 'routes/contact.tsx', lite: true, suspended: true, cached: [], beforeAge: true },
  ledgerState: {
    path: '/ledger',
    file: 'routes/ledger.tsx',
    lite: true,
    suspended: true,
    cached: [],
    beforeAge: true,
    onlyWith: 'ledgerPageEnabled',
  },
  verifyStatement: {
    path: '/statements/verify',
    file: 'routes/statements/verify.tsx',
    lite: true,
    suspended: true,
    cached: [],
    beforeAge: true,
  },
  page: { path: '/page/:id', file: 'routes/page.tsx', lite: true, suspended: true, cached: [], beforeAge: true },
  error: { path: '/error', file: 'routes/error.tsx', layout: 'public', lite: true, suspended: true },
  error404: { path: '/error/404', file: 'routes/error-404.tsx', layout: 'public', lite: true, suspended: true },
  notFound: { path: '/404', file: 'routes/not-found.tsx', layout: 'public', lite: true, suspended: true },
  modelProfile: {
    path: '/model/:username',
    file: 'routes/performer-area/profile.tsx',
    lite: true,
    cached: ['type', 'tab', 'offset'],
    isSecondAddress: true,
  },
  profile: { path: '/:username', file: 'routes/profile.tsx', cached: ['type', 'tab', 'offset'] },
  catchAll: { path: '*', file: 'routes/catch-all.tsx', layout: 'public', lite: true },
});

export type PageName = keyof typeof PAGES;
