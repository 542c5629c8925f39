import { alpha, BLACK, darken, mix, type Palette } from './colour.ts';
import { adding, aside, circle, curve, type Easel, linear, type Paint, Path2D, type Point, radial } from './easel.ts';
import { bokeh, glow, wash, windowLight } from './light.ts';
import { between, pick, type Random, seededRandom } from './noise.ts';
import { paintVessel } from './vessels.ts';

const GOLDEN = Math.PI * (3 - Math.sqrt(5));

/** A flower seen from above: petals in the turns of a sunflower, the outer ones first. */
export const bloom = (
  paint: Paint,
  random: Random,
  [x, y]: Point,
  radius: number,
  [dark, bright, tip]: readonly [string, string, string],
  petals = 110,
): void =>
  aside(paint, () => {
    paint.translate(x, y);
    paint.rotate(random() * 6.3);
    aside(paint, () => {
      paint.shadowColor = alpha(BLACK, 0.7);
      paint.shadowBlur = radius * 0.3;
      paint.shadowOffsetX = radius * 0.05;
      paint.shadowOffsetY = radius * 0.12;
      paint.fillStyle = dark;
      paint.fill(circle(0, 0, radius * 0.7));
    });
    for (let i = petals; i > 0; i--) {
      const out = Math.sqrt(i / petals);
      const long = radius * (0.1 + 0.36 * out);
      const wide = long * between(random, 0.3, 0.4);
      aside(paint, () => {
        paint.rotate(i * GOLDEN);
        paint.translate(radius * 0.6 * out, 0);
        const petal = new Path2D(
          `M${-long * 0.5} 0C${-long * 0.2} ${-wide * 1.3} ${long * 0.55} ${-wide * 1.35} ${long} 0C${long * 0.55} ${wide * 1.35} ${-long * 0.2} ${wide * 1.3} ${-long * 0.5} 0Z`,
        );
        const tone = between(random, -0.08, 0.08);
        paint.fillStyle = linear(
          paint,
          [-long * 0.4, 0],
          [long, 0],
          [
            [0, mix(darken(dark, 0.35), bright, 0.1 + tone + 0.14 * (1 - out))],
            [0.55, mix(dark, bright, 0.62 + tone)],
            [0.88, mix(bright, tip, 0.4 + tone)],
            [1, mix(bright, tip, 0.92)],
          ],
        );
        paint.fill(petal);
        paint.strokeStyle = alpha(darken(dark, 0.5), 0.32);
        paint.lineWidth = radius * 0.006;
        paint.stroke(petal);
      });
    }
    paint.fillStyle = radial(paint, [0, 0], 0, radius * 0.16, [
      [0, mix(dark, tip, 0.35)],
      [1, alpha(dark, 0)],
    ]);
    paint.fill(circle(0, 0, radius * 0.16));
  });

/** A leaf with veins, from its stem outwards. */
export const bigLeaf = (
  paint: Paint,
  [x, y]: Point,
  long: number,
  wide: number,
  turn: number,
  colour: string,
  light: string,
  curl = 0,
): void =>
  aside(paint, () => {
    paint.translate(x, y);
    paint.rotate(turn);
    const bend = curl * long * 0.25;
    const blade = new Path2D(
      `M0 0C${long * 0.2} ${-wide * 1.1} ${long * 0.7} ${-wide + bend} ${long} ${bend}C${long * 0.7} ${wide + bend} ${long * 0.2} ${wide * 1.1} 0 0Z`,
    );
    paint.shadowColor = alpha(BLACK, 0.5);
    paint.shadowBlur = wide * 0.5;
    paint.shadowOffsetY = wide * 0.16;
    paint.fillStyle = linear(
      paint,
      [0, -wide],
      [0, wide],
      [
        [0, mix(colour, light, 0.42)],
        [0.48, colour],
        [0.52, darken(colour, 0.28)],
        [1, darken(colour, 0.5)],
      ],
    );
    paint.fill(blade);
    paint.shadowColor = 'transparent';
    paint.clip(blade);
    paint.strokeStyle = alpha(mix(colour, light, 0.75), 0.6);
    paint.lineWidth = Math.max(0.8, wide * 0.045);
    paint.stroke(
      curve([
        [0, 0],
        [long * 0.5, bend * 0.3],
        [long, bend],
      ]),
    );
    paint.lineWidth = Math.max(0.5, wide * 0.02);
    for (let i = 1; i < 9; i++) {
      const at = (long * i) / 9.5;
      const rise = bend * (i / 9.5) ** 2;
      paint.stroke(
        curve([
          [at, rise],
          [at + long * 0.09, rise - wide * 0.5],
          [at + long * 0.16, rise - wide],
        ]),
      );
      paint.stroke(
        curve([
          [at, rise],
          [at + long * 0.09, rise + wide * 0.5],
          [at + long * 0.16, rise + wide],
        ]),
      );
    }
  });

/** A fern: leaflets along a stem that bends. */
const fern = (paint: Paint, random: Random, [x, y]: Point, long: number, turn: number, colour: string, light: string): void => {
  let [px, py, angle] = [x, y, turn];
  const bend = between(random, -0.06, 0.06);
  const steps = 19;
  const stem: Point[] = [[x, y]];
  const leaves: [Point, number, number][] = [];
  for (let i = 0; i < steps; i++) {
    angle += bend;
    px += (Math.cos(angle) * long) / steps;
    py += (Math.sin(angle) * long) / steps;
    stem.push([px, py]);
    const size = long * 0.24 * Math.sin(Math.PI * (0.12 + (0.86 * i) / steps)) ** 0.9;
    for (const side of [-1, 1]) leaves.push([[px, py], size, angle + side * (1.15 - (0.5 * i) / steps)]);
  }
  paint.strokeStyle = mix(colour, light, 0.25);
  paint.lineWidth = long * 0.008;
  paint.stroke(curve(stem));
  for (const [at, size, way] of leaves) {
    paint.fillStyle = linear(
      paint,
      at,
      [at[0] + Math.cos(way) * size, at[1] + Math.sin(way) * size],
      [
        [0, darken(colour, 0.3)],
        [0.6, colour],
        [1, mix(colour, light, 0.5)],
      ],
    );
    const [c, s] = [Math.cos(way), Math.sin(way)];
    const half = size * 0.085;
    paint.fill(
      curve(
        [
          at,
          [at[0] + c * size * 0.4 - s * half, at[1] + s * size * 0.4 + c * half],
          [at[0] + c * size, at[1] + s * size],
          [at[0] + c * size * 0.4 + s * half, at[1] + s * size * 0.4 - c * half],
        ],
        true,
      ),
    );
  }
};

/** Leaves and ferns against the light of a glasshouse. */
export const paintFronds = (easel: Easel): void => {
  const { paint, width, height, palette, short, focus, random } = easel;
  const [night, deep, mid, light] = palette;
  const sun: Point = [width * (focus + 0.04), height * 0.3];
  wash(easel, sun, Math.max(width, height) * 0.8, [
    mix(light, mid, 0.08),
    mix(mid, light, 0.4),
    mix(deep, mid, 0.6),
    deep,
    mix(night, deep, 0.4),
  ]);
  bokeh(easel, 30, [0, 0.8], short * 0.06, 1.3);
  for (let layer = 0; layer < 4; layer++) {
    const depth = layer / 3;
    for (let i = 0; i < 9; i++) {
      const edge = random();
      const base: Point =
        edge < 0.3
          ? [-width * 0.06, height * random()]
          : edge < 0.6
            ? [width * 1.06, height * random()]
            : [width * random(), height * 1.08];
      const away: Point = [width * focus + width * between(random, -0.14, 0.14), height * between(random, 0.2, 0.6)];
      const turn = Math.atan2(away[1] - base[1], away[0] - base[0]) + between(random, -0.45, 0.45);
      const colour = mix(mix(mid, light, 0.12), mix(night, deep, 0.5), depth ** 0.8);
      const long = short * between(random, 0.3, 0.52) * (0.8 + 0.5 * depth);
      if (random() < 0.5) fern(paint, random, base, long * 1.25, turn, colour, light);
      else
        bigLeaf(
          paint,
          base,
          long,
          long * between(random, 0.16, 0.26),
          turn,
          colour,
          mix(mid, light, 0.7 - depth * 0.4),
          between(random, -1, 1),
        );
    }
    if (layer === 1) adding(paint, () => glow(paint, sun, short * 0.6, light, 0.14));
  }
};

/** The colours a garden gives: dark, bright, tip. */
const BLOOMS = [
  ['#5d0f2c', '#c93a5e', '#ffd3d0'],
  ['#6b1a10', '#e0623a', '#ffd9a8'],
  ['#5a2b6e', '#a874c9', '#f1ddf6'],
  ['#6f4a0e', '#e0a52f', '#fff0bd'],
  ['#5a5346', '#e6dcc6', '#fffdf4'],
  ['#4a1240', '#a52f78', '#ffc9e2'],
] as const;

/** One dahlia fills the picture. */
export const paintDahlia = (easel: Easel): void => {
  const { paint, width, height, palette, short, focus, random } = easel;
  const [night, deep, mid, light] = palette;
  wash(easel, [width * (focus - 0.2), height * 0.1], Math.max(width, height), [mix(deep, mid, 0.5), mix(night, deep, 0.8), night]);
  const centre: Point = [width * focus, height * 0.52];
  for (let i = 0; i < 11; i++) {
    const a = (i / 11) * Math.PI * 2 + 0.3;
    bigLeaf(
      paint,
      centre,
      short * between(random, 0.52, 0.66),
      short * 0.12,
      a + between(random, -0.15, 0.15),
      mix(deep, mid, between(random, 0.1, 0.5)),
      light,
      between(random, -0.6, 0.6),
    );
  }
  const colours = pick(random, BLOOMS);
  bloom(paint, random, centre, short * (width > height * 2 ? 0.56 : 0.45), colours, 190);
  adding(paint, () => {
    glow(paint, [width * (focus - 0.2), height * 0.08], short * 0.8, light, 0.2);
    for (let i = 0; i < 16; i++) {
      const [a, out] = [random() * 6.3, short * between(random, 0.1, 0.4)];
      const at: Point = [centre[0] + Math.cos(a) * out, centre[1] + Math.sin(a) * out];
      const size = short * between(random, 0.004, 0.009);
      paint.fillStyle = radial(paint, [at[0] + size * 0.3, at[1] + size * 0.3], 0, size, [
        [0, alpha(light, 0.7)],
        [0.8, alpha(light, 0.15)],
        [1, alpha(light, 0.5)],
      ]);
      paint.fill(circle(...at, size));
    }
  });
};

/** A bunch in a vase by the window. */
export const paintPosy = (easel: Easel): void => {
  const { paint, width, height, palette, short, focus, random } = easel;
  const [night, deep, mid, light] = palette;
  const table = height * 0.82;
  paint.fillStyle = linear(
    paint,
    [0, 0],
    [width * 0.7, height],
    [
      [0, mix(mid, light, 0.5)],
      [0.5, mix(deep, mid, 0.8)],
      [1, deep],
    ],
  );
  paint.fillRect(0, 0, width, height);
  windowLight(easel, [width * (focus - 0.28), -height * 0.05], short * 0.95, light, 0.28);
  paint.fillStyle = linear(
    paint,
    [0, table],
    [0, height],
    [
      [0, mix(deep, mid, 0.25)],
      [0.2, mix(night, deep, 0.7)],
      [1, night],
    ],
  );
  paint.fillRect(0, table, width, height - table);
  const [x, mouth] = [width * focus, table - short * 0.26];
  const clay: Palette = ['#1b1712', '#5b4a38', '#b9a184', '#f6ead6'];
  const heads: [Point, number][] = [];
  for (let i = 0; i < 26; i++) {
    const a = -Math.PI / 2 + between(random, -1.25, 1.25);
    const long = short * between(random, 0.2, 0.44);
    bigLeaf(
      paint,
      [x, mouth],
      long,
      long * between(random, 0.1, 0.17),
      a,
      mix(night, mix(deep, mid, 0.7), between(random, 0.4, 1)),
      light,
      between(random, -1, 1),
    );
  }
  for (let i = 0; i < 9; i++) {
    const a = -Math.PI / 2 + ((i % 5) - 2) * 0.42 + between(random, -0.12, 0.12);
    const long = short * (i < 5 ? between(random, 0.3, 0.42) : between(random, 0.12, 0.24));
    heads.push([[x + Math.cos(a) * long * 0.95, mouth + Math.sin(a) * long], short * between(random, 0.066, 0.115)]);
  }
  for (const [at] of heads) {
    paint.strokeStyle = mix(night, mid, 0.6);
    paint.lineWidth = short * 0.006;
    paint.stroke(curve([[x, mouth + short * 0.04], [(x + at[0]) / 2, (mouth + at[1]) / 2 + short * 0.02], at]));
  }
  for (const [at, size] of heads) bloom(paint, random, at, size, pick(random, BLOOMS), 80);
  paintVessel(
    paint,
    seededRandom(easel.seed),
    pick(random, ['vase', 'jar', 'moon'] as const),
    [x, table + short * 0.06],
    short * 0.27,
    short * 0.34,
    clay,
    pick(random, ['#e9e0d0', '#2f5566', '#3d6b5f']),
  );
  for (let i = 0; i < 5; i++) {
    const at: Point = [x + short * between(random, -0.45, 0.45), table + short * between(random, 0.07, 0.12)];
    paint.fillStyle = pick(random, BLOOMS)[1];
    paint.beginPath();
    paint.ellipse(...at, short * 0.022, short * 0.009, random() * 3, 0, 6.3);
    paint.fill();
  }
};

/** A bed of flowers from above, as many as fit. */
export const paintMeadow = (easel: Easel): void => {
  const { paint, width, height, palette, short, random } = easel;
  const [night, deep, mid, light] = palette;
  paint.fillStyle = mix(night, deep, 0.6);
  paint.fillRect(0, 0, width, height);
  for (let i = 0; i < 90; i++) {
    const long = short * between(random, 0.12, 0.24);
    bigLeaf(
      paint,
      [width * random(), height * random()],
      long,
      long * 0.2,
      random() * 6.3,
      mix(night, mix(deep, mid, 0.8), random()),
      light,
      between(random, -1, 1),
    );
  }
  const cell = short * 0.235;
  const spots: Point[] = [];
  for (let j = -1; j * cell < height + cell; j++)
    for (let i = -1; i * cell < width + cell; i++)
      spots.push([(i + (j % 2) * 0.5) * cell + cell * between(random, -0.25, 0.25), j * cell * 0.9 + cell * between(random, -0.25, 0.25)]);
  for (const at of spots.sort(() => random() - 0.5))
    if (random() < 0.86) bloom(paint, random, at, cell * between(random, 0.3, 0.66), pick(random, BLOOMS), 64);
  adding(paint, () => glow(paint, [width * 0.2, 0], Math.max(width, height) * 0.8, light, 0.24));
};
