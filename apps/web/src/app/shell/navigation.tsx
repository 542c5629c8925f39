import {
  IconBan,
  IconBell,
  IconBookmark,
  IconBroadcast,
  IconBuildingBank,
  IconCamera,
  IconCoins,
  IconCompass,
  IconDeviceMobile,
  IconDeviceTv,
  IconGift,
  IconHome,
  IconLayoutDashboard,
  IconLayoutList,
  IconMessageCircle,
  IconPackage,
  IconPhoto,
  IconShoppingBag,
  IconSlideshow,
  IconUserCircle,
  IconUsers,
  IconVideo,
  IconWallet,
  type TablerIcon,
} from '@tabler/icons-react';
import type { CurrentUser } from '@stagedoor/contract/users';
import type { TextKey } from '../../ui/text.ts';
import { exists, pageOf } from '../guard.ts';
import { adminRail } from './loaded-admin-rail.ts';

/** `pinned` stays at the foot of the rail. */
export type NavGroup = 'queues' | 'people' | 'money' | 'site' | 'pinned';

export interface NavItem {
  to: string;
  text: TextKey;
  /** Label in the phone's bar, where the full text doesn't fit. */
  short?: TextKey;
  Icon: TablerIcon;
  /** Its group in the rail of the administration, which names each. */
  group?: NavGroup;
  /** What waits there, by its name in the overview. */
  queue?: 'applications' | 'takedowns' | 'reports' | 'appeals' | 'complaints' | 'payouts' | 'reviews';
  /** How much of it is unread is shown beside it. */
  badge?: 'messages' | 'notifications';
}

/** What the rail is for: browsing, performing, or administration. */
export type RailKind = 'fan' | 'performer' | 'admin';

const RAILS: Record<Exclude<RailKind, 'admin'>, readonly NavItem[]> = {
  fan: [
    { to: '/', text: 'shell.home', Icon: IconHome },
    { to: '/discover', text: 'shell.discover', Icon: IconCompass },
    { to: '/live', text: 'shell.live', Icon: IconBroadcast },
    { to: '/reels', text: 'shell.reels', Icon: IconDeviceTv },
    { to: '/messages', text: 'shell.messages', Icon: IconMessageCircle, badge: 'messages' },
    { to: '/notification', text: 'shell.notifications', Icon: IconBell, badge: 'notifications' },
    { to: '/subscriptions', text: 'shell.subscriptions', Icon: IconUsers },
    { to: '/library', text: 'shell.library', Icon: IconBookmark },
    { to: '/cart', text: 'shop.cart', Icon: IconShoppingBag },
    { to: '/orders', text: 'shop.orders', Icon: IconPackage },
    { to: '/wallet', text: 'shell.wallet', Icon: IconWallet },
  ],
  performer: [
    { to: '/model/dashboard', text: 'shell.dashboard', Icon: IconLayoutDashboard },
    { to: '/model/live', text: 'shell.goLive', Icon: IconBroadcast },
    { to: '/model/feeds', text: 'shell.posts', Icon: IconLayoutList },
    { to: '/model/galleries', text: 'galleries.title', Icon: IconSlideshow },
    { to: '/model/photos', text: 'photos.title', Icon: IconCamera },
    { to: '/model/videos', text: 'videos.title', Icon: IconVideo },
    { to: '/model/reels', text: 'reels.title', Icon: IconDeviceMobile },
    { to: '/model/media', text: 'shell.media', Icon: IconPhoto },
    { to: '/model/products', text: 'shell.store', Icon: IconShoppingBag },
    { to: '/model/orders', text: 'shop.orders', Icon: IconPackage },
    { to: '/messages', text: 'shell.messages', Icon: IconMessageCircle, badge: 'messages' },
    { to: '/notification', text: 'shell.notifications', Icon: IconBell, badge: 'notifications' },
    { to: '/model/subscribers', text: 'shell.subscribers', Icon: IconUsers },
    { to: '/model/gifts', text: 'gifts.mine', Icon: IconGift },
    { to: '/model/earning', text: 'shell.earnings', Icon: IconCoins },
    { to: '/model/payout-request', text: 'shell.payouts', Icon: IconBuildingBank },
    { to: '/model/account', text: 'shell.profileAndPrices', short: 'shell.account', Icon: IconUserCircle },
    { to: '/model/banking', text: 'profiles.banking', short: 'shell.bank', Icon: IconWallet },
    { to: '/model/violations-reported', text: 'violations.title', short: 'reports.queue', Icon: IconBan },
    { to: '/model/black-list', text: 'profiles.blackList', Icon: IconBan },
  ],
};

/** The entries of a rail that lead somewhere. A lite performer sees only what is open to it, an admin what the role allows. */
export const railOf = (kind: RailKind, user: CurrentUser | null): readonly NavItem[] =>
  (kind === 'admin' ? adminRail() : RAILS[kind]).filter((item) => {
    if (!exists(item.to)) return false;
    const { page } = pageOf(item.to);
    if (!user && page.auth) return false;
    return (!user?.isLiteAccount || page.lite) && (!page.permission || user?.permissions.includes(page.permission));
  });

/** The group that begins with the entry at this index of a rail. */
export const groupAt = (rail: readonly NavItem[], index: number): NavGroup | undefined =>
  rail[index]?.group === rail[index - 1]?.group ? undefined : rail[index]?.group;

/** The rail shown beside a page. */
export const railKindOf = (pathname: string, user: CurrentUser | null): RailKind => {
  if (pathname.startsWith('/admin')) return 'admin';
  if (!user?.isPerformer) return 'fan';
  const isOwnProfile = pathname === `/${user.username}` || pathname === `/model/${user.username}`;
  const isOfStudio =
    pathname.startsWith('/model/') || (!user.isLiteAccount && isWithin('/messages', pathname)) || isWithin('/notification', pathname);
  return isOfStudio || isOwnProfile ? 'performer' : 'fan';
};

/** Paths that belong to an entry besides its own. */
const BELONGS: Readonly<Record<string, readonly string[]>> = {
  '/discover': ['/galleries', '/photos', '/videos', '/products'],
  '/library': ['/bookmarks', '/favourites', '/watch-later'],
};

const isWithin = (path: string | undefined, pathname: string): boolean =>
  path !== undefined && (pathname === path || pathname.startsWith(`${path}/`));

/** Entries with another entry below their path. */
const EXACT: readonly string[] = ['/', '/admin', '/admin/settings'];

/** Whether an entry is active: its path, or the one that belongs to it, is a prefix. */
export const isOn = (item: NavItem, pathname: string): boolean =>
  EXACT.includes(item.to)
    ? pathname === item.to
    : isWithin(item.to, pathname) || (BELONGS[item.to] ?? []).some((path) => isWithin(path, pathname));
