import { PathOp } from '@napi-rs/canvas';
import { circle, curve, oval, Path2D, type Point, points, shape } from './easel.ts';
import { between, seededRandom } from './noise.ts';

/** How hair is worn, and what is worn over it. */
export const HAIR = [
  'bun',
  'afro',
  'bob',
  'long',
  'crop',
  'curls',
  'scarf',
  'wrap',
  'beanie',
  'cap',
  'braid',
  'topknot',
  'locs',
  'tail',
] as const;
export type Hair = (typeof HAIR)[number];

interface Head {
  hair: Hair;
  /** Seen from the side. */
  profile?: boolean;
}

// In the unit space of a bust: the centre of the head is 0,0; its half height is 1.1; y grows downwards.

/** A cap of hair with an open forehead. */
const crown = (lift: number, hairline: number, temple: number): Path2D =>
  curve(
    [
      [-0.9, temple],
      [-1.0, -0.5],
      [-0.72, -1.12],
      [0, -1.2 - lift],
      [0.72, -1.12],
      [1.0, -0.5],
      [0.9, temple],
      [0.74, -0.3],
      [0.42, hairline],
      [0, hairline - 0.07],
      [-0.42, hairline],
      [-0.74, -0.3],
    ],
    true,
  );

/** A cap of hair seen from the side. */
const sideCrown = (lift: number): Path2D =>
  curve(
    [
      [0.7, -0.62],
      [0.56, -1.06],
      [0, -1.28 - lift],
      [-0.62, -1.14],
      [-1.04, -0.52],
      [-1.02, 0.14],
      [-0.72, 0.66],
      [-0.46, 0.5],
      [-0.32, 0.2],
      [-0.12, 0.12],
      [0, -0.3],
      [0.34, -0.5],
    ],
    true,
  );

/** Round locks around the head: from one angle to another, in turns of the clock. */
const cloud = (count: number, [from, to]: Point, [near, far]: Point, [small, large]: Point, centre: Point, seed: number): Path2D => {
  const random = seededRandom(seed);
  const path = new Path2D();
  for (let i = 0; i < count; i++) {
    const angle = Math.PI * 2 * between(random, from, to);
    const reach = near + (far - near) * Math.sqrt(random());
    circle(centre[0] + Math.cos(angle) * reach * 1.06, centre[1] + Math.sin(angle) * reach, between(random, small, large), path);
  }
  return path;
};

const chain = (links: readonly Point[], radius: number, taper: number): Path2D => {
  const path = new Path2D();
  links.forEach(([x, y], i) => oval(x, y, radius * (1 - (taper * i) / links.length), radius * 0.9, i % 2 ? 0.6 : -0.6, path));
  return path;
};

/** Hair around an open face. */
const opened = (hair: Path2D, open: Path2D): Path2D => hair.op(open, PathOp.Difference);

/** Two outlines as one, whichever way round they were drawn. */
const joined = (one: Path2D, other: Path2D): Path2D => one.op(other, PathOp.Union);

/** What hangs behind the shoulders and neck. */
export const backHair = ({ hair, profile }: Head): Path2D | undefined => {
  if (hair === 'bob')
    return shape('M-.6 1.02C-1.16 1.22-1.3.4-1.18-.3C-1.08-1.06-.56-1.42 0-1.4C.56-1.42 1.08-1.06 1.18-.3C1.3.4 1.16 1.22.6 1.02Z');
  if (hair === 'long')
    return shape('M-.5 2.5C-1.7 2.9-1.42 1.2-1.2.2C-1.24-.9-.74-1.42 0-1.4C.74-1.42 1.24-.9 1.2.2C1.42 1.2 1.7 2.9.5 2.5Z');
  if (hair === 'locs') return chainFringe();
  if (hair === 'tail')
    return profile
      ? curve(points('-0.7 -0.75, -1.25 -0.95, -1.72 -0.5, -1.86 0.5, -1.98 1.5, -1.6 1.2, -1.4 0.4, -1.12 -0.2'), true)
      : curve(points('0.3 -0.9, 0.95 -1.25, 1.42 -0.5, 1.4 0.6, 1.55 1.7, 1.12 1.2, 1.02 0.3, 0.8 -0.5'), true);
  return undefined;
};

const chainFringe = (): Path2D => {
  const path = new Path2D();
  const random = seededRandom(31);
  for (let i = 0; i < 26; i++) {
    const x = -1.06 + (2.12 * i) / 25;
    const length = 0.9 + 0.5 * Math.abs(x) + 0.5 * random();
    path.roundRect(x * 1.04 - 0.09, -0.8 + Math.abs(x) * 0.3, 0.18, length, 0.09);
  }
  return path;
};

/** What lies over the head. */
export const frontHair = ({ hair, profile }: Head): Path2D => {
  if (profile) {
    if (hair === 'afro')
      return opened(
        cloud(170, [0.27, 0.97], [0.1, 1.0], [0.32, 0.46], [-0.24, -0.36], 5),
        curve(points('1.4 -0.62, 0.52 -0.6, 0.02 -0.3, -0.12 0.12, -0.3 0.3, -0.42 0.9, 0.5 1.6, 1.6 0.8'), true),
      );
    if (hair === 'curls')
      return opened(
        cloud(210, [0.27, 0.97], [0.2, 0.94], [0.16, 0.26], [-0.2, -0.28], 12),
        curve(points('1.4 -0.6, 0.54 -0.62, 0.06 -0.36, -0.1 0.1, -0.28 0.28, -0.4 0.9, 0.5 1.6, 1.6 0.8'), true),
      );
    const cap = sideCrown(0);
    if (hair === 'bun') return joined(cap, circle(-0.95, -0.98, 0.44));
    if (hair === 'topknot') return joined(cap, oval(-0.42, -1.46, 0.3, 0.34, -0.3));
    if (hair === 'wrap')
      return curve(
        points(
          '0.72 -0.5, 0.74 -0.86, 0.4 -1.5, -0.3 -1.98, -1.1 -1.86, -1.42 -1.2, -1.22 -0.5, -0.86 0.12, -0.5 0.2, -0.2 -0.12, 0.3 -0.4',
        ),
        true,
      );
    return cap;
  }
  if (hair === 'bun') return joined(crown(0.06, -0.62, 0.1), circle(0.06, -1.55, 0.42));
  if (hair === 'topknot') return joined(crown(0.04, -0.66, -0.06), oval(0.05, -1.5, 0.3, 0.34, 0.2));
  if (hair === 'bob')
    return shape(
      'M-1.1.98C-1.3.1-1.14-1.38 0-1.38C1.14-1.38 1.3.1 1.1.98C.9 1.0.82.86.8.6C.86.1.82-.4.44-.66C.1-.5-.4-.5-.68-.42C-.82-.1-.84.3-.8.6C-.82.86-.9 1.0-1.1.98Z',
    );
  if (hair === 'long')
    return shape(
      'M-1.12 2.3C-1.34 1.2-1.24-1.38 0-1.38C1.24-1.38 1.34 1.2 1.16 2.3C.98 2.2.86 1.4.84.7C.86.1.78-.5.16-.94C-.4-.7-.8-.3-.84.5C-.86 1.2-.96 2-1.12 2.3Z',
    );
  if (hair === 'afro') return opened(cloud(190, [0.4, 1.1], [0.1, 1.06], [0.32, 0.44], [0, -0.36], 5), oval(0, 0.36, 0.76, 0.96));
  if (hair === 'curls') return opened(cloud(240, [0.38, 1.12], [0.2, 1.0], [0.17, 0.27], [0, -0.22], 14), oval(0, 0.34, 0.74, 0.94));
  if (hair === 'crop') return joined(crown(0.14, -0.6, -0.2), cloud(26, [0.56, 0.94], [1.0, 1.08], [0.16, 0.24], [0, -0.2], 33));
  if (hair === 'locs') return joined(crown(0.2, -0.6, 0.2), cloud(22, [0.6, 0.9], [1.02, 1.12], [0.14, 0.2], [0, -0.2], 8));
  if (hair === 'tail') return crown(0.04, -0.66, -0.05);
  if (hair === 'braid') {
    const path = crown(0.06, -0.6, 0.2);
    path.addPath(
      chain(points('0.84 0.5, 0.98 0.78, 1.06 1.08, 1.1 1.38, 1.1 1.68, 1.06 1.98, 1.02 2.28, 0.97 2.56, 0.94 2.82'), 0.27, 0.5),
    );
    return path;
  }
  if (hair === 'beanie')
    return shape(
      'M-.96-.34C-1.04-1.1-.66-1.5-.1-1.56C.1-1.8.4-1.66.3-1.5C.76-1.36 1.04-1 .96-.34C1.04-.2 1-.06.88-.08C.4-.2-.4-.2-.88-.08C-1-.06-1.04-.2-.96-.34Z',
    );
  if (hair === 'cap')
    return shape(
      'M-.96-.34C-1.04-1.2-.6-1.42 0-1.42C.6-1.42 1.04-1.2.96-.38C1.4-.4 1.8-.3 1.86-.12C1.4-.2.9-.2.4-.22C-.1-.24-.6-.24-.96-.34Z',
    );
  if (hair === 'wrap')
    return shape('M-.92-.1C-1.3-.7-1.24-1.5-.7-1.84C-.2-2.1.6-2.1 1-1.6C1.3-1.2 1.2-.6.92-.1C.7-.5.4-.66 0-.68C-.4-.66-.7-.5-.92-.1Z');
  // scarf: a ring around the face that falls over the chest
  const scarf = shape(
    'M-1.9 2.5C-1.5 1.9-1.22 1-1.14.1C-1.12-1.1-.6-1.5 0-1.5C.6-1.5 1.12-1.1 1.14.1C1.22 1 1.5 1.9 1.9 2.5C.9 3.2-.9 3.2-1.9 2.5Z',
  );
  scarf.addPath(shape('M0-.98C-.5-.98-.72-.5-.72 0C-.72.5-.46.98 0 1C.46.98.72.5.72 0C.72-.5.5-.98 0-.98Z'));
  scarf.setFillType(1);
  return scarf;
};
