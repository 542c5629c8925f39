import { bodyParts, paintBody, POSES } from './bodies.ts';
import { alpha, BLACK, darken, lighten, mix } from './colour.ts';
import { adding, aside, circle, curve, type Easel, linear, type Paint, Path2D, type Point } from './easel.ts';
import { glow } from './light.ts';
import { between, noise, pick } from './noise.ts';

/** The wall of the gym at night: facets, coloured holds, a climber on the way up. */
export const paintWall = (easel: Easel): void => {
  const { paint, width, height, palette, short, focus, random, seed } = easel;
  const [night, deep, mid, light] = palette;
  const cell = short * 0.24;
  const columns = Math.ceil(width / cell) + 2;
  const rows = Math.ceil(height / cell) + 2;
  const corner = (i: number, j: number): Point => [
    (i - 1) * cell + cell * 0.42 * noise(seed, i * 3.1, j * 2.7),
    (j - 1) * cell + cell * 0.42 * noise(seed + 4, i * 2.3, j * 3.9),
  ];
  const lamp: Point = [width * (focus + 0.25), -height * 0.1];
  for (let j = 0; j < rows; j++)
    for (let i = 0; i < columns; i++) {
      const [a, b, c, d] = [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)];
      const halves =
        (i + j) % 2
          ? [
              [a, b, c],
              [a, c, d],
            ]
          : [
              [a, b, d],
              [b, c, d],
            ];
      for (const half of halves) {
        const middle: Point = [half.reduce((sum, p) => sum + p[0], 0) / 3, half.reduce((sum, p) => sum + p[1], 0) / 3];
        const near = Math.max(0, 1 - Math.hypot(middle[0] - lamp[0], middle[1] - lamp[1]) / (Math.max(width, height) * 1.05));
        const tone = near * 0.85 + between(random, -0.1, 0.12);
        const face = new Path2D();
        half.forEach(([x, y], n) => (n ? face.lineTo(x, y) : face.moveTo(x, y)));
        face.closePath();
        const colour = mix(mix(night, deep, 0.65), mix(mid, light, 0.35), tone);
        paint.fillStyle = linear(
          paint,
          [middle[0] + cell / 2, middle[1] - cell / 2],
          [middle[0] - cell / 2, middle[1] + cell / 2],
          [
            [0, lighten(colour, 0.05)],
            [1, darken(colour, 0.18)],
          ],
        );
        paint.fill(face);
        paint.strokeStyle = alpha(light, 0.08);
        paint.lineWidth = 1.2;
        paint.stroke(face);
      }
    }
  const colours = [light, mid, '#2fa7a0', lighten(mid, 0.35), '#f3efe6', '#e0b02f'];
  for (let i = 0; i < columns * rows * 1.5; i++) {
    const at: Point = [width * random(), height * random()];
    const size = short * between(random, 0.013, 0.036);
    const shape: Point[] = [];
    const knobs = 7;
    for (let n = 0; n < knobs; n++) {
      const a = (n / knobs) * Math.PI * 2;
      const r = size * between(random, 0.62, 1.15);
      shape.push([at[0] + Math.cos(a) * r, at[1] + Math.sin(a) * r * 0.72]);
    }
    const colour = pick(random, colours);
    aside(paint, () => {
      paint.shadowColor = alpha(BLACK, 0.65);
      paint.shadowBlur = size * 0.6;
      paint.shadowOffsetX = -size * 0.3;
      paint.shadowOffsetY = size * 0.45;
      paint.fillStyle = linear(
        paint,
        [at[0] + size, at[1] - size],
        [at[0] - size, at[1] + size],
        [
          [0, lighten(colour, 0.4)],
          [0.5, colour],
          [1, darken(colour, 0.5)],
        ],
      );
      paint.fill(curve(shape, true));
    });
    paint.fillStyle = alpha(BLACK, 0.5);
    paint.fill(circle(at[0], at[1], size * 0.12));
  }
  adding(paint, () => glow(paint, lamp, Math.max(width, height) * 0.9, light, 0.3));
  const unit = height * (width > height * 2 ? 0.098 : 0.076);
  const [x, foot] = [width * focus, height * 0.84];
  paint.strokeStyle = alpha(lighten(light, 0.3), 0.9);
  paint.lineWidth = short * 0.005;
  paint.stroke(
    curve([
      [x + unit * 0.8, -10],
      [x + unit * 0.45, foot - unit * 5.5],
      [x - unit * 0.05, foot - unit * 3.5],
    ]),
  );
  aside(paint, () => {
    paint.globalAlpha = 0.4;
    paint.filter = `blur(${(short * 0.01).toFixed(1)}px)`;
    paint.translate(-unit * 0.55, unit * 0.4);
    paint.translate(x, foot);
    paint.scale(unit, unit);
    paint.fillStyle = BLACK;
    for (const part of bodyParts(POSES.climbing, { hair: 'short' })) paint.fill(part);
  });
  paintBody(
    paint,
    [x, foot],
    unit,
    bodyParts(POSES.climbing, { hair: 'short' }),
    [darken(night, 0.3), mix(night, deep, 0.6), mid, light],
    1,
    0.1,
  );
};

/** A coil of rope and its knots on dark cloth. */
export const paintRope = (easel: Easel): void => {
  const { paint, width, height, palette, short, focus, random, seed } = easel;
  const [night, deep, mid, light] = palette;
  paint.fillStyle = linear(
    paint,
    [0, 0],
    [width, height],
    [
      [0, mix(deep, night, 0.2)],
      [1, darken(night, 0.2)],
    ],
  );
  paint.fillRect(0, 0, width, height);
  for (let i = 0; i < 500; i++) {
    paint.fillStyle = alpha(i % 2 ? BLACK : mid, 0.06);
    paint.fillRect(width * random(), height * random(), short * between(random, 0.01, 0.07), 2);
  }
  adding(paint, () => glow(paint, [width * (focus - 0.25), 0], short * 1.1, mid, 0.34));
  const centre: Point = [width * focus, height * 0.54];
  const thick = short * 0.034;
  for (let turn = 0; turn < 11; turn++) {
    const radius = short * (0.37 - 0.016 * turn) * between(random, 0.94, 1.05);
    const points: Point[] = [];
    for (let i = 0; i < 26; i++) {
      const a = (i / 26) * Math.PI * 2 + turn;
      const r = radius * (1 + 0.05 * noise(seed + turn, i * 0.5));
      points.push([centre[0] + Math.cos(a) * r * 1.12 + short * 0.012 * noise(seed, turn), centre[1] + Math.sin(a) * r * 0.86]);
    }
    strand(paint, points, thick, turn % 4 === 3 ? light : mid, easel.palette, true);
  }
  strand(
    paint,
    [
      [centre[0] - short * 0.5, centre[1] + short * 0.4],
      [centre[0] - short * 0.2, centre[1] + short * 0.22],
      [centre[0] + short * 0.02, centre[1] + short * 0.38],
      [centre[0] + short * 0.3, centre[1] + short * 0.26],
      [centre[0] + short * 0.62, centre[1] + short * 0.36],
    ],
    thick,
    mid,
    easel.palette,
    false,
  );
};

const strand = (
  paint: Paint,
  points: readonly Point[],
  thick: number,
  colour: string,
  [night, , , light]: Easel['palette'],
  closed: boolean,
): void =>
  aside(paint, () => {
    const path = curve(points, closed);
    paint.lineCap = 'round';
    paint.shadowColor = alpha(BLACK, 0.75);
    paint.shadowBlur = thick * 0.7;
    paint.shadowOffsetX = thick * 0.2;
    paint.shadowOffsetY = thick * 0.45;
    paint.lineWidth = thick;
    paint.strokeStyle = darken(colour, 0.55);
    paint.stroke(path);
    paint.shadowColor = 'transparent';
    paint.lineWidth = thick * 0.74;
    paint.strokeStyle = colour;
    paint.stroke(path);
    paint.lineWidth = thick * 0.7;
    paint.lineCap = 'butt';
    paint.setLineDash([thick * 0.16, thick * 0.3]);
    paint.strokeStyle = alpha(mix(colour, night, 0.55), 0.75);
    paint.stroke(path);
    paint.setLineDash([thick * 0.1, thick * 0.82]);
    paint.strokeStyle = alpha(lighten(light, 0.3), 0.85);
    paint.stroke(path);
    paint.setLineDash([]);
    paint.translate(-thick * 0.1, -thick * 0.16);
    paint.lineWidth = thick * 0.12;
    paint.strokeStyle = alpha(lighten(colour, 0.6), 0.4);
    paint.stroke(path);
  });
