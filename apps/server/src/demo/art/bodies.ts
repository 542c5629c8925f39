import { PathOp } from '@napi-rs/canvas';
import { darken, lighten, mix, type Palette } from './colour.ts';
import { aside, circle, curve, linear, type Paint, Path2D, type Point, points } from './easel.ts';

/**
 * Whole people as shadows against the light. Unit space: the floor is y = 0, y grows downwards, a head is one unit high
 * and a person about seven and a half.
 */
export interface Pose {
  head: Point;
  neck: Point;
  chest: Point;
  hip: Point;
  /** Elbow, wrist, finger tips. */
  arms: readonly [readonly Point[], readonly Point[]];
  /** Knee, ankle, toes. */
  legs: readonly [readonly Point[], readonly Point[]];
}

export const POSES = {
  arabesque: {
    head: [0.72, -6.72],
    neck: [0.5, -6.0],
    chest: [0.36, -5.4],
    hip: [0, -3.85],
    arms: [points('1.55 -6.15, 2.75 -6.75, 3.2 -7.0'), points('-0.7 -6.0, -1.85 -5.75, -2.3 -5.55')],
    legs: [points('0.02 -1.95, -0.05 -0.35, 0.12 0.05'), points('-1.75 -4.35, -3.4 -5.15, -4.0 -5.5')],
  },
  leap: {
    head: [0.5, -7.7],
    neck: [0.3, -7.0],
    chest: [0.2, -6.4],
    hip: [0, -4.9],
    arms: [points('1.3 -7.1, 2.2 -8.1, 2.5 -8.55'), points('-0.95 -6.75, -2.2 -7.1, -2.7 -7.2')],
    legs: [points('1.8 -5.0, 3.55 -4.75, 4.2 -4.6'), points('-1.75 -4.75, -3.45 -4.35, -4.1 -4.2')],
  },
  reach: {
    head: [0.28, -6.55],
    neck: [0.12, -5.95],
    chest: [0.12, -5.3],
    hip: [-0.2, -3.8],
    arms: [points('0.95 -6.7, 1.4 -7.9, 1.55 -8.4'), points('-0.95 -4.95, -1.75 -4.0, -2.0 -3.6')],
    legs: [points('0.45 -2.0, 0.1 -0.3, 0.5 0.05'), points('-0.85 -2.0, -1.6 -0.4, -1.95 0.05')],
  },
  spin: {
    head: [-0.1, -6.75],
    neck: [-0.05, -6.1],
    chest: [0, -5.5],
    hip: [0.05, -3.95],
    arms: [points('1.15 -6.1, 0.55 -7.25, 0.25 -7.6'), points('-1.25 -5.9, -0.8 -7.15, -0.45 -7.6')],
    legs: [points('0.0 -2.05, 0 -0.4, 0.05 0.05'), points('1.45 -3.1, 0.2 -1.9, -0.1 -1.6')],
  },
  lunge: {
    head: [1.25, -5.6],
    neck: [0.9, -5.1],
    chest: [0.7, -4.6],
    hip: [-0.15, -3.2],
    arms: [points('2.15 -4.75, 3.4 -5.0, 3.85 -5.1'), points('-0.35 -5.3, -1.5 -6.0, -1.95 -6.25')],
    legs: [points('1.55 -2.6, 1.45 -0.7, 2.05 0.05'), points('-1.7 -1.9, -3.2 -0.6, -3.7 0.05')],
  },
  flamenco: {
    head: [-0.12, -6.72],
    neck: [0.02, -6.05],
    chest: [0.12, -5.4],
    hip: [-0.1, -3.85],
    arms: [points('1.25 -6.4, 0.95 -7.6, 0.6 -8.0'), points('-1.0 -5.0, -0.75 -4.0, -0.35 -3.95')],
    legs: [points('0.3 -2.05, 0.15 -0.35, 0.6 0.05'), points('-0.5 -2.0, -0.35 -0.4, -0.6 0.05')],
  },
  stamp: {
    head: [0.3, -6.6],
    neck: [0.12, -6.0],
    chest: [0.0, -5.35],
    hip: [-0.05, -3.85],
    arms: [points('1.15 -6.15, 2.1 -6.95, 2.45 -7.25'), points('-1.05 -6.1, -0.8 -7.35, -0.45 -7.75')],
    legs: [points('0.25 -2.0, 0.2 -0.35, 0.62 0.05'), points('-0.95 -2.45, -0.85 -0.75, -1.1 -0.25')],
  },
  // upside down on the silks: the hip is the hook, the head hangs
  hang: {
    head: [0.5, -0.75],
    neck: [0.32, -1.45],
    chest: [0.22, -2.05],
    hip: [0, -3.6],
    arms: [points('1.35 -1.7, 2.3 -0.95, 2.65 -0.6'), points('-0.75 -1.45, -1.75 -0.95, -2.2 -0.75')],
    legs: [points('1.75 -4.15, 3.35 -4.85, 3.9 -5.15'), points('-1.6 -4.35, -3.1 -5.3, -3.6 -5.7')],
  },
  // upright between the silks, one leg wrapped
  soar: {
    head: [0.55, -6.9],
    neck: [0.3, -6.3],
    chest: [0.15, -5.7],
    hip: [-0.1, -4.2],
    arms: [points('1.35 -6.55, 2.35 -7.45, 2.6 -7.8'), points('-1.0 -6.3, -2.1 -6.9, -2.45 -7.15')],
    legs: [points('1.1 -2.9, 0.2 -1.6, -0.1 -1.1'), points('-0.9 -2.6, -2.1 -1.35, -2.6 -0.95')],
  },
  // lying back, the silk under the waist
  bow: {
    head: [2.35, -3.0],
    neck: [1.95, -3.5],
    chest: [1.45, -3.75],
    hip: [0, -3.9],
    arms: [points('2.7 -2.6, 3.3 -1.5, 3.45 -1.1'), points('1.5 -2.5, 1.0 -1.4, 0.9 -1.0')],
    legs: [points('-1.5 -4.9, -0.6 -6.4, -0.3 -6.9'), points('-1.9 -3.6, -3.6 -3.0, -4.2 -2.8')],
  },
  climbing: {
    head: [0.2, -6.1],
    neck: [0.1, -5.5],
    chest: [0.08, -4.95],
    hip: [-0.1, -3.4],
    arms: [points('1.15 -6.1, 1.25 -7.4, 1.3 -7.8'), points('-1.15 -5.2, -1.6 -6.3, -1.65 -6.75')],
    legs: [points('1.25 -3.5, 1.0 -1.9, 1.4 -1.6'), points('-0.9 -1.9, -0.6 -0.35, -0.95 0')],
  },
  ring: {
    head: [1.02, -6.25],
    neck: [0.72, -5.65],
    chest: [0.5, -5.1],
    hip: [0.1, -3.6],
    arms: [points('1.55 -5.9, 1.85 -7.0, 1.8 -7.45'), points('-0.55 -5.0, -1.3 -4.1, -1.6 -3.75')],
    legs: [points('1.75 -3.9, 1.5 -2.2, 1.4 -1.6'), points('1.75 -3.3, 3.3 -2.85, 3.9 -2.65')],
  },
} as const satisfies Record<string, Pose>;
export type PoseName = keyof typeof POSES;

/** A limb between joints, thick at the root. The outline runs down one side and back on the other. */
const limb = (joints: readonly Point[], radii: readonly number[]): Path2D => {
  const [left, right]: [Point[], Point[]] = [[], []];
  joints.forEach(([x, y], i) => {
    const [fromX, fromY] = joints[Math.max(0, i - 1)] as Point;
    const [toX, toY] = joints[Math.min(joints.length - 1, i + 1)] as Point;
    const length = Math.hypot(toX - fromX, toY - fromY) || 1;
    const radius = radii[i] ?? 0.05;
    const [across, down] = [(-(toY - fromY) / length) * radius, ((toX - fromX) / length) * radius];
    left.push([x + across, y + down]);
    right.unshift([x - across, y - down]);
  });
  return curve([...left, ...right], true);
};

/** Rounds the root of a limb, so that it grows out of the trunk. */
const joint = ([x, y]: Point, radius: number, path: Path2D): Path2D => path.op(circle(x, y, radius), PathOp.Union);

/** A point between two joints, for the swell of a muscle. */
const part = ([x0, y0]: Point, [x1, y1]: Point, at: number): Point => [x0 + (x1 - x0) * at, y0 + (y1 - y0) * at];

export interface BodyStyle {
  hair?: 'bun' | 'short' | 'afro' | 'hat' | 'tail';
  trousers?: boolean;
}

/** One outline of several, whichever way round each was drawn. */
const united = (parts: readonly Path2D[]): Path2D => parts.reduce((all, part) => all.op(part, PathOp.Union), new Path2D());

/** A person as outlines, farthest first: what is behind, the figure, then what is worn over it. */
export const bodyParts = (pose: Pose, { hair = 'bun', trousers = false }: BodyStyle = {}, worn: readonly Path2D[] = []): Path2D[] => {
  const { head, neck, chest, hip } = pose;
  const spine: Point = [neck[0] - hip[0], neck[1] - hip[1]];
  const length = Math.hypot(...spine);
  const side: Point = [-spine[1] / length, spine[0] / length];
  const at = ([x, y]: Point, out: number): Point => [x + side[0] * out, y + side[1] * out];
  const waist = part(hip, chest, 0.52);
  const shoulder = part(chest, neck, 0.62);
  // the shoulder an arm starts from is the one on its side
  const shoulderOf = (arm: readonly Point[]): Point => {
    const elbow = arm[0] as Point;
    const out = (elbow[0] - shoulder[0]) * side[0] + (elbow[1] - shoulder[1]) * side[1] > 0 ? 0.56 : -0.56;
    return at(shoulder, out);
  };
  const arm = (joints: readonly Point[]): Path2D => {
    const [elbow, wrist, tips] = joints as [Point, Point, Point];
    const root = shoulderOf(joints);
    return joint(
      root,
      0.235,
      limb(
        [root, part(root, elbow, 0.4), elbow, part(elbow, wrist, 0.3), wrist, part(wrist, tips, 0.5), tips],
        [0.225, 0.21, 0.155, 0.165, 0.095, 0.115, 0.03],
      ),
    );
  };
  const leg = (joints: readonly Point[]): Path2D => {
    const [knee, ankle, toes] = joints as [Point, Point, Point];
    const out = (knee[0] - hip[0]) * side[0] + (knee[1] - hip[1]) * side[1] > 0 ? 0.24 : -0.24;
    const root = at(hip, out);
    const loose = trousers ? 0.1 : 0;
    return joint(
      root,
      0.4,
      limb(
        [root, part(root, knee, 0.35), knee, part(knee, ankle, 0.32), part(knee, ankle, 0.75), ankle, part(ankle, toes, 0.5), toes],
        [0.4, 0.4 + loose / 2, 0.25 + loose, 0.28 + loose, 0.17 + loose * 1.6, 0.12 + loose * 1.6, 0.12, 0.04],
      ),
    );
  };
  const torso = curve(
    [
      at(neck, 0.17),
      at(shoulder, 0.6),
      at(chest, 0.56),
      at(waist, 0.37),
      at(hip, 0.52),
      at(part(hip, chest, -0.12), 0.3),
      at(part(hip, chest, -0.12), -0.3),
      at(hip, -0.52),
      at(waist, -0.37),
      at(chest, -0.56),
      at(shoulder, -0.6),
      at(neck, -0.17),
    ],
    true,
  );
  const up: Point = [(head[0] - neck[0]) * 1.0, (head[1] - neck[1]) * 1.0];
  const rise = Math.hypot(...up) || 1;
  const [ux, uy]: Point = [up[0] / rise, up[1] / rise];
  const skull = limb(
    [
      [head[0] - ux * 0.5, head[1] - uy * 0.5],
      [head[0] - ux * 0.2, head[1] - uy * 0.2],
      [head[0] + ux * 0.2, head[1] + uy * 0.2],
      [head[0] + ux * 0.5, head[1] + uy * 0.5],
    ],
    [0.13, 0.34, 0.38, 0.16],
  );
  const throat = limb([neck, part(neck, head, 0.5), head], [0.24, 0.185, 0.24]);
  const parts = [leg(pose.legs[1]), arm(pose.arms[1]), torso, leg(pose.legs[0]), throat, skull];
  if (hair === 'bun') parts.push(circle(head[0] + ux * 0.42 - uy * 0.3, head[1] + uy * 0.42 + ux * 0.3, 0.23));
  if (hair === 'afro') parts.push(circle(head[0] + ux * 0.22, head[1] + uy * 0.22, 0.58));
  if (hair === 'short') parts.push(circle(head[0] + ux * 0.16, head[1] + uy * 0.16, 0.41));
  if (hair === 'tail')
    parts.push(
      limb(
        [
          [head[0] + ux * 0.4, head[1] + uy * 0.4],
          [head[0] + ux * 0.55 - 0.6, head[1] + uy * 0.3],
          [head[0] - 1.25, head[1] + 0.35],
        ],
        [0.16, 0.19, 0.04],
      ),
    );
  if (hair === 'hat')
    parts.push(
      limb(
        [
          [head[0] - 0.82, head[1] - 0.28],
          [head[0], head[1] - 0.36],
          [head[0] + 0.82, head[1] - 0.3],
        ],
        [0.07, 0.11, 0.07],
      ),
      limb(
        [
          [head[0], head[1] - 0.3],
          [head[0], head[1] - 0.5],
          [head[0], head[1] - 0.72],
        ],
        [0.42, 0.42, 0.36],
      ),
    );
  parts.push(arm(pose.arms[0]));
  return [united(parts).asWinding(), ...worn];
};

/** Paints parts in the unit space of a body at a point of the picture, each with a rim on the side of the light. */
export const paintBody = (
  paint: Paint,
  [x, y]: Point,
  unit: number,
  parts: readonly Path2D[],
  palette: Palette,
  side: 1 | -1,
  tint = 0,
): void =>
  aside(paint, () => {
    paint.translate(x, y);
    paint.scale(unit * side, unit);
    for (const path of parts) {
      aside(paint, () => {
        paint.fillStyle = linear(
          paint,
          [1, -8],
          [-1, 0],
          [
            [0, lighten(palette[3], 0.2)],
            [0.6, mix(palette[2], palette[3], 0.6)],
            [1, palette[2]],
          ],
        );
        paint.fill(path);
        paint.clip(path);
        paint.translate(-0.06, 0.05);
        paint.filter = `blur(${(unit * 0.035).toFixed(2)}px)`;
        paint.fillStyle = linear(
          paint,
          [2, -8],
          [-1, 0.5],
          [
            [0, mix(mix(palette[0], palette[1], 0.75), palette[2], tint)],
            [0.5, mix(palette[0], palette[1], 0.35)],
            [1, darken(palette[0], 0.35)],
          ],
        );
        paint.fill(path);
      });
    }
  });
