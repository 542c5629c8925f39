/** Drawing orders for the cast. */
import { PICTURE_SIZES, type Sitter, seedOf } from './art/index.ts';
import type { PictureOrder } from './art/orders.ts';
import type { CastApplicant, CastClip, CastFan, CastPerformer, CastPicture } from './cast.ts';

const sitterOf = ({ figure, prop }: CastPerformer): Sitter => ({ figure, prop });

export const performerAvatar = (performer: CastPerformer): PictureOrder => ({
  draw: 'avatar',
  palette: performer.palette,
  figure: performer.figure,
  seed: seedOf(performer.username),
});

export const performerCover = (performer: CastPerformer): PictureOrder => ({
  draw: 'cover',
  ...performer.cover,
  palette: performer.palette,
  sitter: sitterOf(performer),
});

export const postPicture = (performer: CastPerformer, { kind, shape, seed }: CastPicture): PictureOrder => ({
  draw: 'scene',
  kind,
  palette: performer.palette,
  seed,
  size: PICTURE_SIZES[shape],
  sitter: sitterOf(performer),
});

/** The frames of a clip, in order. */
export const postClip = (performer: CastPerformer, { kind, seed, width, height, seconds, framesPerSecond }: CastClip): PictureOrder => ({
  draw: 'clip',
  kind,
  palette: performer.palette,
  seed,
  size: { width, height },
  frames: Math.round(seconds * framesPerSecond),
});

/** The still of a clip: its poster, or the picture of the post where nothing codes films. */
export const postStill = (performer: CastPerformer, { kind, seed }: CastClip): PictureOrder => ({
  draw: 'scene',
  kind,
  palette: performer.palette,
  seed,
  size: PICTURE_SIZES.wide,
  sitter: sitterOf(performer),
});

export const fanAvatar = ({ seed }: CastFan): PictureOrder => ({ draw: 'fan', seed });

export const applicantAvatar = ({ palette, figure, seed }: CastApplicant): PictureOrder => ({ draw: 'avatar', palette, figure, seed });

/** The documents of a performer's application. */
export const performerDocument = (performer: CastPerformer, kind: 'card' | 'selfie'): PictureOrder => {
  const { lastName, firstName, dateOfBirth, country, figure, palette, username } = performer;
  const seed = seedOf(username);
  const number = `X 00 ${100 + (seed % 900)} ${10 + (seed % 83)}`;
  return {
    draw: 'document',
    kind,
    holder: { lastName, firstName, dateOfBirth, country, figure, palette, validUntil: '2032-06-30', number },
    seed,
  };
};

/** The identity card (`idVerification`) or the selfie with it (`documentVerification`). */
export const applicantDocument = (applicant: CastApplicant, kind: 'card' | 'selfie'): PictureOrder => ({
  draw: 'document',
  kind,
  holder: {
    ...applicant.card,
    country: applicant.country,
    dateOfBirth: applicant.dateOfBirth,
    figure: applicant.figure,
    palette: applicant.palette,
  },
  seed: applicant.seed,
});
