import { PathOp } from '@napi-rs/canvas';
import { alpha, BLACK, darken, mix, type Palette } from './colour.ts';
import { aside, circle, curve, type Easel, linear, oval, type Paint, Path2D, type Point, points, radial } from './easel.ts';
import { between, seededRandom } from './noise.ts';

/** How a person looks from the chest up, seen against the light. */
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

export interface Figure {
  hair: Hair;
  /** The side the light comes from: 1 is right. In profile the face looks that way. */
  side: 1 | -1;
  /** Seen from the side: drawn for bun, afro, curls, crop, wrap, topknot and tail. */
  profile?: boolean;
  beard?: boolean;
  glasses?: boolean;
  headphones?: boolean;
  earrings?: boolean;
  /** Shoulder width: 1 is average. */
  build?: number;
}

/** Unit space of a bust: the centre of the head is 0,0; its half height is 1.1; y grows downwards. */
interface Layer {
  path: Path2D;
  tone: 'hair' | 'skin' | 'cloth';
  /** How much of the rim of light it takes: 1 if not said. */
  rim?: number;
}

const shoulders = (build: number): Path2D => {
  const right = points('0.4 0.7, 0.44 1.2, 0.7 1.55, 1.34 1.84, 2.0 2.1, 2.42 2.62, 2.66 3.7, 2.86 6, 3.1 10, 3.2 24');
  const wide = right.map(([x, y]): Point => [x < 0.5 ? x : 0.44 + (x - 0.44) * build, y]);
  return curve([...wide.map(([x, y]): Point => [-x, y]).reverse(), ...wide], true);
};

const neck = (lean = 0): Path2D =>
  curve(
    [
      [-0.42 + lean, 0.4],
      [-0.41, 1.1],
      [-0.62, 1.62],
      [0, 2.06],
      [0.62, 1.62],
      [0.41, 1.1],
      [0.42 + lean, 0.4],
    ],
    true,
  );

const face = (): Path2D =>
  curve(
    points(
      '0 -1.12, 0.52 -0.98, 0.82 -0.5, 0.83 0.02, 0.72 0.5, 0.42 0.94, 0 1.1, -0.42 0.94, -0.72 0.5, -0.83 0.02, -0.82 -0.5, -0.52 -0.98',
    ),
    true,
  );

/** A head that looks to the right. */
const profileFace = (): Path2D =>
  curve(
    points(
      '-0.3 -1.08, 0.3 -1.06, 0.66 -0.78, 0.77 -0.42, 0.74 -0.2, 0.86 0.04, 1.0 0.24, 0.94 0.33, 0.8 0.36, 0.86 0.47, 0.79 0.55, 0.83 0.66, 0.74 0.75, 0.76 0.92, 0.6 1.06, 0.34 1.02, 0.04 0.86, -0.5 0.7, -0.9 0.1, -0.86 -0.6',
    ),
    true,
  );

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

const shape = (d: string): Path2D => new Path2D(d);

/** Hair around an open face. */
const opened = (hair: Path2D, open: Path2D): Path2D => hair.op(open, PathOp.Difference);

/** Two outlines as one, whichever way round they were drawn. */
const joined = (one: Path2D, other: Path2D): Path2D => one.op(other, PathOp.Union);

/** What hangs behind the shoulders and neck. */
const backHair = ({ hair, profile }: Figure): Path2D | undefined => {
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
const frontHair = ({ hair, profile }: Figure): Path2D => {
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

const layersOf = (figure: Figure): Layer[] => {
  const layers: Layer[] = [];
  const back = backHair(figure);
  if (back) layers.push({ path: back, tone: 'hair' });
  layers.push({ path: shoulders(figure.build ?? 1), tone: 'cloth' }, { path: neck(figure.profile ? -0.14 : 0), tone: 'skin' });
  const ears = ['bun', 'crop', 'topknot', 'beanie', 'cap', 'braid', 'wrap', 'tail'].includes(figure.hair) && !figure.profile;
  if (ears) layers.push({ path: oval(0.85, 0.08, 0.13, 0.24, 0.1, oval(-0.85, 0.08, 0.13, 0.24, -0.1)), tone: 'skin' });
  layers.push({ path: figure.profile ? profileFace() : face(), tone: 'skin' });
  if (figure.beard && !figure.profile)
    layers.push({
      path: shape(
        'M-.86-.16C-.9.9-.5 1.44 0 1.44C.5 1.44 .9.9.86-.16C.82.22.72.5.52.52C.36.52.26.4 0 .46C-.26.4-.36.52-.52.52C-.72.5-.82.22-.86-.16Z',
      ),
      tone: 'hair',
      rim: 0.45,
    });
  layers.push({
    path: frontHair(figure),
    tone: figure.hair === 'scarf' || figure.hair === 'wrap' || figure.hair === 'beanie' || figure.hair === 'cap' ? 'cloth' : 'hair',
  });
  return layers;
};

const fillOf = (paint: Paint, tone: Layer['tone'], [night, deep, mid, light]: Palette, side: number) => {
  const shades = {
    hair: [mix(deep, mid, 0.22), mix(night, deep, 0.35), darken(night, 0.25)],
    skin: [mix(deep, mix(mid, light, 0.2), 0.62), mix(night, deep, 0.86), mix(night, deep, 0.4)],
    cloth: [mix(deep, mid, 0.34), mix(night, deep, 0.62), night],
  }[tone] as [string, string, string];
  return linear(
    paint,
    [side * 1.9, -1.2],
    [-side * 1.7, tone === 'cloth' ? 4.2 : 1.6],
    [
      [0, shades[0]],
      [0.48, shades[1]],
      [1, shades[2]],
    ],
  );
};

/** One layer against the light: the whole shape in the rim's colour, then its dark inside, moved away from the light and blurred. */
const paintLayer = (paint: Paint, layer: Layer, palette: Palette, side: number, rim: number, unit: number): void =>
  aside(paint, () => {
    const strength = layer.tone === 'cloth' ? 0.92 : 1;
    paint.fillStyle = linear(
      paint,
      [side * 1.4, -1],
      [-side * 1.6, 1.4],
      [
        [0, mix(palette[2], palette[3], strength)],
        [0.55, mix(palette[2], palette[3], 0.55)],
        [1, mix(palette[1], palette[2], 0.65)],
      ],
    );
    paint.fill(layer.path);
    paint.clip(layer.path);
    paint.translate(-side * rim * (layer.rim ?? 1), rim * 0.55 * (layer.rim ?? 1));
    paint.filter = `blur(${(unit * 0.042).toFixed(2)}px)`;
    paint.fillStyle = fillOf(paint, layer.tone, palette, side);
    paint.fill(layer.path);
  });

const extras = (paint: Paint, { profile, glasses, headphones, earrings, side }: Figure, palette: Palette): void => {
  const rim = mix(palette[2], palette[3], 0.85);
  if (glasses && !profile) {
    paint.lineWidth = 0.035;
    paint.strokeStyle = alpha(rim, 0.7);
    paint.stroke(circle(0.37, 0, 0.25, circle(-0.37, 0, 0.25)));
    paint.stroke(curve(points('-0.12 -0.02, 0 -0.07, 0.12 -0.02')));
    paint.fillStyle = alpha(palette[3], 0.16);
    paint.fill(circle(side * 0.37, 0, 0.24));
  }
  if (headphones && !profile) {
    paint.lineCap = 'round';
    paint.lineWidth = 0.2;
    paint.strokeStyle = darken(palette[0], 0.3);
    paint.beginPath();
    paint.arc(0, -0.16, 1.3, Math.PI * 1.03, Math.PI * 1.97);
    paint.stroke();
    paint.lineWidth = 0.05;
    paint.strokeStyle = rim;
    paint.beginPath();
    paint.arc(0, -0.16, 1.39, Math.PI * (side > 0 ? 1.42 : 1.05), Math.PI * (side > 0 ? 1.95 : 1.58));
    paint.stroke();
    for (const ear of [-1, 1]) {
      paint.fillStyle = linear(
        paint,
        [ear * 0.95, 0],
        [ear * 1.45, 0],
        [
          [0, darken(palette[0], 0.2)],
          [0.7, mix(palette[0], palette[1], 0.8)],
          [1, ear === side ? rim : palette[1]],
        ],
      );
      paint.beginPath();
      paint.roundRect(ear > 0 ? 1.0 : -1.42, -0.34, 0.42, 0.92, 0.2);
      paint.fill();
    }
  }
  if (earrings) {
    paint.fillStyle = palette[3];
    if (profile) paint.fill(circle(-0.16, 0.52, 0.1));
    else for (const ear of [-1, 1]) paint.fill(circle(ear * 0.87, 0.46, ear === side ? 0.1 : 0.07));
  }
};

/**
 * A person from the chest up, back-lit, at a point of the picture.
 * @param unit half the width of a head, in pixels
 */
export const paintBust = (paint: Paint, [x, y]: Point, unit: number, figure: Figure, palette: Palette, rim = 0.12): void =>
  aside(paint, () => {
    paint.translate(x, y);
    paint.scale(unit, unit);
    if (figure.profile && figure.side < 0) paint.scale(-1, 1);
    const side = figure.profile ? 1 : figure.side;
    for (const layer of layersOf(figure)) paintLayer(paint, layer, palette, side, layer.tone === 'skin' ? rim * 0.8 : rim, unit);
    extras(paint, { ...figure, side }, palette);
    // the light that spills over the lit shoulder
    paint.globalCompositeOperation = 'lighter';
    aside(paint, () => {
      paint.clip(shoulders(figure.build ?? 1));
      paint.fillStyle = radial(paint, [side * 2.3, 2.3], 0, 2, [
        [0, alpha(palette[2], 0.34)],
        [1, alpha(palette[2], 0)],
      ]);
      paint.fillRect(-5, 0, 10, 8);
    });
  });

/** The picture of a person in a square, 512 px: the light behind one shoulder. */
export const paintPortrait = (easel: Easel, figure: Figure): void => {
  const { paint, width, height, palette } = easel;
  const [night, deep, mid, light] = palette;
  const lamp: Point = [width * (0.5 + 0.2 * figure.side), height * 0.3];
  paint.fillStyle = radial(paint, lamp, 0, width * 0.95, [
    [0, mix(mid, light, 0.72)],
    [0.16, mix(mid, light, 0.42)],
    [0.42, mid],
    [0.74, deep],
    [1, mix(night, deep, 0.4)],
  ]);
  paint.fillRect(0, 0, width, height);
  const random = seededRandom(easel.seed);
  aside(paint, () => {
    paint.globalAlpha = 0.5;
    for (let i = 0; i < 5; i++) {
      paint.strokeStyle = alpha(light, 0.05);
      paint.lineWidth = width * between(random, 0.01, 0.05);
      paint.stroke(circle(lamp[0], lamp[1], width * (0.2 + 0.13 * i)));
    }
  });
  paintBust(paint, [width * (0.5 - (figure.profile ? 0.02 * figure.side : 0)), height * 0.45], width * 0.19, figure, palette, 0.13);
  paint.fillStyle = linear(
    paint,
    [0, height * 0.6],
    [0, height],
    [
      [0, alpha(BLACK, 0)],
      [1, alpha(night, 0.45)],
    ],
  );
  paint.fillRect(0, 0, width, height);
};
