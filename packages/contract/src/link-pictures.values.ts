import { type ItemKind, KIND_TRAITS } from './items.values.ts';
import type { Picture } from './shapes.ts';

// The pictures of links: what other sites show beside an address of ours. Their own addresses never expire, unlike those of files; each answers
// what a visitor may see at that moment (platform/web/link-pictures.ts).

/** First segment of their addresses. */
export const LINK_PICTURES = 'og';
/** Second segment of those of profiles; of items it is that of their kind's pages. */
export const PROFILE_PICTURES = 'performers';
/** What programs that show links ask for: they cut it to 1.91:1 and show it up to 1,200 pixels wide. */
const WIDTH = 1080;

/** What an item has of pictures, as its viewer sees it. */
interface Pictured {
  photos: readonly Picture[];
  video: { poster: Picture | null } | null;
  preview: Picture | null;
  /** Of a gallery. */
  cover?: Picture | null;
  /** Of a product. */
  picture?: Picture | null;
}

/** The picture that stands for an item: of what its viewer may see, else the blurred preview; null for one without any. */
export const linkPictureOf = ({ photos, video, preview, cover, picture }: Pictured): Picture | null =>
  picture ?? cover ?? photos[0] ?? video?.poster ?? preview;

/** The address of one of a picture's sizes. */
export const linkSourceOf = (picture: Picture): string | undefined =>
  (picture.sources.find(({ width }) => width >= WIDTH) ?? picture.sources.at(-1))?.url;

/** The lasting address of a profile's picture. */
export const profilePicturePath = (performerId: string): string => `/${LINK_PICTURES}/${PROFILE_PICTURES}/${performerId}`;

/** The lasting address of an item's picture; of one without any, that of its performer's. */
export const itemPicturePath = (item: Pictured & { kind: ItemKind; _id: string; performer: { _id: string } }): string => {
  const { path } = KIND_TRAITS[item.kind];
  return path && linkPictureOf(item) ? `/${LINK_PICTURES}/${path}/${item._id}` : profilePicturePath(item.performer._id);
};
