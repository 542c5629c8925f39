import { FeedCard, FeedTile } from '../feeds/FeedCard.tsx';
import { GalleryCard, GalleryTile } from '../galleries/GalleryCard.tsx';
import { registerCards } from '../items/card-registry.ts';

/** How the items of every kind are shown in lists. */
export const CARDS = registerCards({
  feed: { Card: FeedCard, Tile: FeedTile },
  gallery: { Card: GalleryCard, Tile: GalleryTile },
});
