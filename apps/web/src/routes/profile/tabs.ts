import { keysOf } from '@stagedoor/contract/keys.values';
import { OFFER_PARAMETER } from '@stagedoor/contract/offer-links.values';
import { useSearchParams } from 'react-router';
import type { FeedType, ItemSource } from '../../features/item-lists/sources.ts';
import type { Profile } from '../../features/performers/profile.ts';
import { useOfferCode } from '../../features/performers/use-offer-code.ts';

/** Tabs with tiles of one kind, in their order; a kind without items has none. */
export const KIND_TABS = {
  reels: { kind: 'reel', text: 'reels.title', none: 'reels.none' },
  photos: { kind: 'photo', text: 'photos.title', none: 'photos.none' },
  videos: { kind: 'video', text: 'videos.title', none: 'videos.none' },
  galleries: { kind: 'gallery', text: 'galleries.tab', none: 'galleries.none' },
} as const;
export type KindTab = keyof typeof KIND_TABS;

/** The list of a tab, from the newest on. */
export const sourceOf = (tab: KindTab, performerId: string): ItemSource => {
  const query = { performerId };
  return tab === 'photos' ? { list: tab, performerId } : { list: tab, query };
};

interface PostType {
  type: FeedType | undefined;
  text: 'model.state.all' | 'profile.photosTab' | 'profile.videosTab';
}

export const POST_TYPES: readonly [PostType, ...PostType[]] = [
  { type: undefined, text: 'model.state.all' },
  { type: 'photo', text: 'profile.photosTab' },
  { type: 'video', text: 'profile.videosTab' },
];

export interface OpenTab {
  /** The tabs of kinds that the performer has items of. */
  kindTabs: readonly KindTab[];
  open: 'posts' | 'shop' | 'about' | KindTab;
  /** The type of the listed posts. */
  postType: PostType;
}

/** Reads the tab from a page's address. A tab of what the performer doesn't have leads to the posts. */
export const openTabOf = ({ counts: { kinds } }: Profile, search: URLSearchParams): OpenTab => {
  const kindTabs = keysOf(KIND_TABS).filter((name) => kinds[KIND_TABS[name].kind]);
  const named = search.get('tab');
  const postType = POST_TYPES.find((one) => one.type === (search.get('type') ?? undefined)) ?? POST_TYPES[0];
  const isOther = named === 'about' || (named === 'shop' && kinds.product !== undefined);
  return { kindTabs, open: isOther ? named : (kindTabs.find((name) => name === named) ?? 'posts'), postType };
};

/** The open tab, and the address of each. The tabs keep the offer link that led here. */
export const useProfileTabs = (profile: Profile): OpenTab & { addressOf(tab: string | null): string } => {
  const [search] = useSearchParams();
  const code = useOfferCode();
  return {
    ...openTabOf(profile, search),
    addressOf(tab) {
      const query = new URLSearchParams({ ...(tab ? { tab } : {}), ...(code ? { [OFFER_PARAMETER]: code } : {}) });
      return query.size > 0 ? `/${profile.username}?${query}` : `/${profile.username}`;
    },
  };
};
