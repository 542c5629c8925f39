import { isKeyOf, keysOf } from '@stagedoor/contract/keys.values';
/** How the files of a purpose are handled. */
interface PurposeTraits {
  /** Listed in the performer's media library once in use. Also in the index `files_library`. */
  isInLibrary: boolean;
  /** Counted in the performer's storage. Also in the index `files_storage`. */
  isStored: boolean;
  /** Counted in a fan's storage. Also in the index `files_fan_storage`. */
  isFanStored: boolean;
  /** Its renditions carry the watermark: published content, not documents, products and the site's own files. */
  isWatermarked: boolean;
  /** Its pictures get AVIF renditions. */
  hasAvif: boolean;
  /** Its pictures move if they are animated; of others the first frame is shown. */
  mayMove: boolean;
  /** A device may keep a draft with it: unattached, it stays as long as the draft. */
  isDrafted: boolean;
  /** Shown in items with pages alone, or sold by them: one that looks like what was taken down is held back with its item. */
  isReviewed: boolean;
  /** A public teaser may be cut from its videos. */
  mayNeedTeaser: boolean;
}

const NONE: PurposeTraits = {
  isInLibrary: false,
  isStored: false,
  isFanStored: false,
  isWatermarked: false,
  hasAvif: false,
  mayMove: false,
  isDrafted: false,
  isReviewed: false,
  mayNeedTeaser: false,
};
const CONTENT: PurposeTraits = { ...NONE, isInLibrary: true, isStored: true, isWatermarked: true, isDrafted: true, isReviewed: true };

/** The purposes of files, the one place that says how each is handled. Renditions are stored in a folder of this name. */
const PURPOSES = {
  avatar: { ...NONE, isFanStored: true },
  cover: { ...NONE, hasAvif: true },
  document: NONE,
  feedPhoto: { ...CONTENT, hasAvif: true, mayMove: true },
  feedVideo: { ...CONTENT, mayNeedTeaser: true },
  feedThumbnail: { ...CONTENT, isInLibrary: false, isDrafted: false },
  feedTeaser: CONTENT,
  welcomeVideo: { ...CONTENT, isInLibrary: false, isDrafted: false, isReviewed: false },
  recording: { ...NONE, isStored: true, isReviewed: true },
  showStill: NONE,
  promo: NONE,
  gift: NONE,
  productFile: { ...NONE, isStored: true, isReviewed: true },
  productImage: { ...NONE, isStored: true, isReviewed: true },
  comment: { ...NONE, isFanStored: true, mayMove: true },
  message: { ...NONE, isFanStored: true, mayMove: true },
  media: { ...CONTENT, hasAvif: true, mayMove: true, mayNeedTeaser: true },
  photo: { ...CONTENT, hasAvif: true, mayMove: true },
  video: { ...CONTENT, mayNeedTeaser: true },
  videoTeaser: CONTENT,
  videoThumbnail: { ...CONTENT, isInLibrary: false, isDrafted: false },
  reel: CONTENT,
} as const satisfies Record<string, PurposeTraits>;

export type FilePurpose = keyof typeof PURPOSES;
export const FILE_PURPOSES = keysOf(PURPOSES);

/** The purposes with a trait. */
export const purposesWith = (trait: keyof PurposeTraits): FilePurpose[] => FILE_PURPOSES.filter((purpose) => PURPOSES[purpose][trait]);

/** Whether a purpose has a trait; none has an unknown purpose. */
export const hasTrait = (purpose: string, trait: keyof PurposeTraits): boolean => isKeyOf(PURPOSES, purpose) && PURPOSES[purpose][trait];
