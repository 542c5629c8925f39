import { FeedCard, FeedTile } from '../feeds/FeedCard.tsx';
import { GalleryCard, GalleryTile } from '../galleries/GalleryCard.tsx';
import { registerCards } from '../items/card-registry.ts';
import { PhotoCard, PhotoTile } from '../photos/PhotoCard.tsx';
import { ReelCard, ReelTile } from '../reels/ReelCard.tsx';
import { VideoCard, VideoTile } from '../videos/VideoCard.tsx';

/** How the items of every kind are shown in lists. */
export const CARDS = registerCards({
  feed: { Card: FeedCard, Tile: FeedTile },
  gallery: { Card: GalleryCard, Tile: GalleryTile },
  photo: { Card: PhotoCard, Tile: PhotoTile },
  video: { Card: VideoCard, Tile: VideoTile },
  reel: { Card: ReelCard, Tile: ReelTile },
});
