import { alpha, BLACK, darken, mix, type Palette } from './colour.ts';
import { aside, circle, curve, type Easel, linear, oval, type Paint, type Path2D, type Point, points, radial, shape } from './easel.ts';
import { backHair, frontHair, type Hair } from './hair.ts';
import { between, seededRandom } from './noise.ts';

/** How a person looks from the chest up, seen against the light. */
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
