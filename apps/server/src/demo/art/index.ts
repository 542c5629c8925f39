/**
 * The demo pictures: drawn by code, the same bytes for the same seed, no files.
 * Sizes are in pixels; every picture is a JPEG.
 */
import type { Palette } from './colour.ts';
import { type CardHolder, paintIdentityCard, paintSelfie } from './documents.ts';
import { createEasel } from './easel.ts';
import { type Figure, paintPortrait } from './figures.ts';
import { HAIR } from './hair.ts';
import { encode, finish } from './finish.ts';
import { pick, seededRandom } from './noise.ts';
import { type MovingScene, type SceneKind, SCENES, type Sitter } from './scenes.ts';

export type { Palette } from './colour.ts';
export type { CardHolder } from './documents.ts';
export type { Figure } from './figures.ts';
export type { Hair } from './hair.ts';
export { seedOf } from './noise.ts';
export type { Prop } from './onstage.ts';
export { MOVING_SCENES, type MovingScene, SCENE_KINDS, type SceneKind, type Sitter } from './scenes.ts';

export interface Size {
  width: number;
  height: number;
}

export const AVATAR_SIZE: Size = { width: 512, height: 512 };
export const COVER_SIZE: Size = { width: 1600, height: 500 };
export const DOCUMENT_SIZE: Size = { width: 1280, height: 880 };

/** Shapes of a picture in a post. */
export const PICTURE_SIZES = {
  landscape: { width: 1280, height: 960 },
  wide: { width: 1440, height: 810 },
  portrait: { width: 1080, height: 1350 },
  square: { width: 1200, height: 1200 },
} as const satisfies Record<string, Size>;
export type PictureShape = keyof typeof PICTURE_SIZES;

const NOBODY: Sitter = { figure: { hair: 'crop', side: 1 }, prop: 'none' };

/** The picture of a person: the bust against the light. */
export const drawAvatar = (palette: Palette, figure: Figure, seed: number): Buffer => {
  const easel = createEasel({ ...AVATAR_SIZE, palette, seed });
  paintPortrait(easel, figure);
  finish(easel, { vignette: 0.24, grain: 0.15 });
  return encode(easel);
};

/** Quiet colours for fans, so that the performers stand out. */
const FAN_PALETTES: readonly Palette[] = [
  ['#121014', '#3a3540', '#8d8494', '#e9dfe6'],
  ['#0f1413', '#2f4a44', '#7fa595', '#efe9d8'],
  ['#15100c', '#54402f', '#b39170', '#f4e6d0'],
  ['#0e1218', '#33465c', '#87a3b8', '#efe8dc'],
  ['#150e12', '#5a3644', '#b78592', '#f6e4dc'],
  ['#12130d', '#474a2c', '#a3a36c', '#f3eed2'],
];

/** How the fan of a seed looks. */
export const fanLook = (seed: number): { figure: Figure; palette: Palette } => {
  const random = seededRandom(seed);
  const profile = random() < 0.2;
  const hair = profile ? pick(random, ['bun', 'curls', 'crop', 'topknot', 'tail'] as const) : pick(random, HAIR);
  const figure: Figure = {
    hair,
    profile,
    side: random() < 0.5 ? 1 : -1,
    build: 0.86 + 0.2 * random(),
    glasses: !profile && random() < 0.25,
    beard: ['crop', 'cap', 'beanie', 'topknot', 'locs'].includes(hair) && random() < 0.4,
  };
  return { figure, palette: pick(random, FAN_PALETTES) };
};

/** The picture of a fan, all chosen by the seed. */
export const drawFanAvatar = (seed: number): Buffer => {
  const { figure, palette } = fanLook(seed);
  return drawAvatar(palette, figure, seed);
};

/** A picture of a post. `sitter` is the performer, for the scenes that show one. */
export const drawScene = (kind: SceneKind, palette: Palette, seed: number, size: Size, sitter: Sitter = NOBODY): Buffer => {
  const easel = createEasel({ ...size, palette, seed });
  SCENES[kind].paint(easel, sitter);
  finish(easel, SCENES[kind]);
  return encode(easel);
};

/** The wide picture at the head of a profile: the subject stands to the right, the left is calm for the name. */
export const drawCover = (kind: SceneKind, palette: Palette, seed: number, sitter: Sitter = NOBODY): Buffer => {
  const easel = createEasel({ ...COVER_SIZE, palette, seed, focus: 0.72 });
  SCENES[kind].paint(easel, sitter);
  finish(easel, SCENES[kind]);
  return encode(easel);
};

/** A specimen identity card, or the holder with it. */
export const drawDocument = (kind: 'card' | 'selfie', holder: CardHolder, seed: number): Buffer => {
  const easel = createEasel({ ...DOCUMENT_SIZE, palette: holder.palette, seed });
  if (kind === 'card') paintIdentityCard(easel, holder);
  else paintSelfie(easel, holder);
  finish(easel, { vignette: kind === 'card' ? 0.3 : 0.35, grain: 0.12 });
  return encode(easel);
};

/** A clip as JPEG frames, one after another, for ffmpeg's `image2pipe`; the last leads back to the first. */
export function* drawClip(kind: MovingScene, palette: Palette, seed: number, size: Size, frames: number): Generator<Buffer> {
  for (let frame = 0; frame < frames; frame++) {
    const easel = createEasel({ ...size, palette, seed, time: frame / frames });
    SCENES[kind].paint(easel, NOBODY);
    // no grain: it would cost the encoder most of its bits
    finish(easel, { vignette: SCENES[kind].vignette, grain: 0 });
    yield encode(easel, 92);
  }
}
