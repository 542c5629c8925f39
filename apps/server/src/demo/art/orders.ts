import type { CardHolder } from './documents.ts';
import {
  drawAvatar,
  drawClip,
  drawCover,
  drawDocument,
  drawFanAvatar,
  drawScene,
  type Figure,
  type MovingScene,
  type Palette,
  type SceneKind,
  type Sitter,
  type Size,
} from './index.ts';

/** One thing to draw, as plain data: it can cross to another thread. */
export type PictureOrder =
  | { draw: 'avatar'; palette: Palette; figure: Figure; seed: number }
  | { draw: 'fan'; seed: number }
  | { draw: 'cover'; kind: SceneKind; palette: Palette; seed: number; sitter: Sitter }
  | { draw: 'scene'; kind: SceneKind; palette: Palette; seed: number; size: Size; sitter: Sitter }
  | { draw: 'document'; kind: 'card' | 'selfie'; holder: CardHolder; seed: number }
  | { draw: 'clip'; kind: MovingScene; palette: Palette; seed: number; size: Size; frames: number };

/** Draws an order picture by picture: one JPEG, or the frames of a clip. */
export function* drawPictures(order: PictureOrder): Generator<Buffer> {
  switch (order.draw) {
    case 'avatar':
      return yield drawAvatar(order.palette, order.figure, order.seed);
    case 'fan':
      return yield drawFanAvatar(order.seed);
    case 'cover':
      return yield drawCover(order.kind, order.palette, order.seed, order.sitter);
    case 'scene':
      return yield drawScene(order.kind, order.palette, order.seed, order.size, order.sitter);
    case 'document':
      return yield drawDocument(order.kind, order.holder, order.seed);
    case 'clip':
      return yield* drawClip(order.kind, order.palette, order.seed, order.size, order.frames);
  }
}

/** Draws an order whole. */
export const drawOrder = (order: PictureOrder): Buffer[] => [...drawPictures(order)];
