import { type Canvas, createCanvas, Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import type { Palette } from './colour.ts';
import { type Random, seededRandom } from './noise.ts';

export { Path2D };
export type Paint = SKRSContext2D;
export type Point = readonly [x: number, y: number];

/** What a painter works on: a canvas in pixels, the performer's colours, seeded chance. */
export interface Easel {
  canvas: Canvas;
  paint: Paint;
  width: number;
  height: number;
  /** The shorter side: the measure of what must not be distorted. */
  short: number;
  palette: Palette;
  random: Random;
  seed: number;
  /** Where the subject stands, as a part of the width: 0.5, or further right on a cover. */
  focus: number;
  /** The moment of a clip, 0 to 1; both ends look the same. 0 in a still picture. */
  time: number;
}

export interface EaselOptions {
  width: number;
  height: number;
  palette: Palette;
  seed: number;
  focus?: number;
  time?: number;
}

export const createEasel = ({ width, height, palette, seed, focus = 0.5, time = 0 }: EaselOptions): Easel => {
  const canvas = createCanvas(width, height);
  const paint = canvas.getContext('2d');
  return { canvas, paint, width, height, short: Math.min(width, height), palette, random: seededRandom(seed), seed, focus, time };
};

/** Runs a piece of painting and puts the brush back as it was. */
export const aside = (paint: Paint, work: () => void): void => {
  paint.save();
  work();
  paint.restore();
};

/** Runs a piece of painting that adds light. */
export const adding = (paint: Paint, work: () => void): void =>
  aside(paint, () => {
    paint.globalCompositeOperation = 'lighter';
    work();
  });

export type Stop = readonly [at: number, colour: string];

/** A gradient along a line. */
export const linear = (paint: Paint, [x0, y0]: Point, [x1, y1]: Point, stops: readonly Stop[]) => {
  const gradient = paint.createLinearGradient(x0, y0, x1, y1);
  for (const [at, colour] of stops) gradient.addColorStop(at, colour);
  return gradient;
};

/** A gradient from a point outwards. */
export const radial = (paint: Paint, [x, y]: Point, inner: number, outer: number, stops: readonly Stop[]) => {
  const gradient = paint.createRadialGradient(x, y, inner, x, y, outer);
  for (const [at, colour] of stops) gradient.addColorStop(at, colour);
  return gradient;
};

/** Points from a text: `0 1, 2 3` is two of them. */
export const points = (text: string): Point[] =>
  text.split(',').map((pair) => {
    const [x = 0, y = 0] = pair.trim().split(' ').map(Number);
    return [x, y];
  });

/** An outline by SVG path data. */
export const shape = (d: string): Path2D => new Path2D(d);

/** A closed or open curve that passes through every point (Catmull-Rom, as Bézier pieces). */
export const curve = (points: readonly Point[], closed = false, path = new Path2D()): Path2D => {
  const count = points.length;
  const at = (i: number): Point => points[closed ? (i + count) % count : Math.min(count - 1, Math.max(0, i))] as Point;
  const [startX, startY] = at(0);
  path.moveTo(startX, startY);
  for (let i = 0; i < (closed ? count : count - 1); i++) {
    const [before, from, to, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    path.bezierCurveTo(
      from[0] + (to[0] - before[0]) / 6,
      from[1] + (to[1] - before[1]) / 6,
      to[0] - (after[0] - from[0]) / 6,
      to[1] - (after[1] - from[1]) / 6,
      to[0],
      to[1],
    );
  }
  if (closed) path.closePath();
  return path;
};

export const circle = (x: number, y: number, radius: number, path = new Path2D()): Path2D => {
  path.moveTo(x + radius, y);
  path.arc(x, y, radius, 0, Math.PI * 2);
  path.closePath();
  return path;
};

export const oval = (x: number, y: number, across: number, down: number, turn = 0, path = new Path2D()): Path2D => {
  path.moveTo(x + across * Math.cos(turn), y + across * Math.sin(turn));
  path.ellipse(x, y, across, down, turn, 0, Math.PI * 2);
  path.closePath();
  return path;
};
