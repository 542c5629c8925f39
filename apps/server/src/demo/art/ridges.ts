import { bodyParts, paintBody, POSES } from './bodies.ts';
import { alpha, darken, lighten, mix, WHITE } from './colour.ts';
import { adding, aside, circle, curve, type Easel, linear, type Paint, Path2D, type Point } from './easel.ts';
import { glow } from './light.ts';
import { between, noise } from './noise.ts';

/** The height of a mountain line at a place: sharp summits, fine teeth. */
const skyline = (seed: number, x: number): number => {
  const sharp = 1 - Math.abs(noise(seed, x));
  return (
    0.62 * sharp * sharp +
    0.24 * (1 - Math.abs(noise(seed + 9, x * 2.7))) +
    0.09 * (1 - Math.abs(noise(seed + 17, x * 7.1))) +
    0.04 * noise(seed + 23, x * 19)
  );
};

const fir = (paint: Paint, x: number, ground: number, size: number): void => {
  const path = new Path2D(`M${x} ${ground - size}`);
  for (let i = 1; i <= 5; i++) {
    path.lineTo(x + size * 0.05 * (i + 0.8), ground - size + (size * i) / 5.4);
    path.lineTo(x + size * 0.028 * i, ground - size + (size * (i - 0.12)) / 5.4);
  }
  path.lineTo(x, ground);
  for (let i = 5; i >= 1; i--) {
    path.lineTo(x - size * 0.028 * i, ground - size + (size * (i - 0.12)) / 5.4);
    path.lineTo(x - size * 0.05 * (i + 0.8), ground - size + (size * i) / 5.4);
  }
  path.closePath();
  paint.fill(path);
};

/** Mountains one behind another, mist between them, a low sun; a climber on the last ridge. */
export const paintRidges = (easel: Easel): void => {
  const { paint, width, height, palette, short, focus, seed, random, time } = easel;
  const [night, deep, mid, light] = palette;
  const sun: Point = [width * (focus + between(random, -0.06, 0.12)), height * between(random, 0.3, 0.42)];
  paint.fillStyle = linear(
    paint,
    [0, 0],
    [0, height * 0.72],
    [
      [0, mix(night, deep, 0.85)],
      [0.32, mix(deep, mid, 0.45)],
      [0.62, mix(mid, light, 0.35)],
      [1, lighten(light, 0.15)],
    ],
  );
  paint.fillRect(0, 0, width, height);
  adding(paint, () => {
    glow(paint, sun, short * 0.8, light, 0.55);
    for (let i = 0; i < 5; i++) {
      paint.fillStyle = linear(
        paint,
        [0, 0],
        [width, 0],
        [
          [0, alpha(light, 0)],
          [focus, alpha(light, between(random, 0.04, 0.13))],
          [1, alpha(light, 0)],
        ],
      );
      const y = height * between(random, 0.08, 0.46);
      paint.beginPath();
      paint.ellipse(
        width * between(random, 0.2, 0.8),
        y,
        width * between(random, 0.2, 0.5),
        height * between(random, 0.004, 0.016),
        -0.03,
        0,
        Math.PI * 2,
      );
      paint.fill();
    }
  });
  paint.fillStyle = lighten(light, 0.7);
  paint.fill(circle(...sun, short * 0.062));
  const layers = 7;
  for (let k = 0; k < layers; k++) {
    const depth = k / (layers - 1);
    const base = height * (0.52 + 0.44 * depth ** 0.9);
    const rise = height * (0.3 - 0.12 * depth);
    const scale = (1.6 + 1.1 * depth) * (width / height / 1.33);
    const pan = (time ? Math.sin(time * Math.PI * 2) * 0.03 : 0) * (0.3 + depth);
    const points: Point[] = [];
    for (let i = 0; i <= 300; i++)
      points.push([(width * i) / 300, base - rise * (skyline(seed + k * 31, (i / 300) * scale + pan + k * 3.3) - 0.55)]);
    const ridge = new Path2D();
    ridge.moveTo(-2, height + 2);
    for (const [x, y] of points) ridge.lineTo(x, y);
    ridge.lineTo(width + 2, height + 2);
    ridge.closePath();
    const far = mix(mix(mid, light, 0.45), deep, depth * 0.9);
    const colour = mix(far, night, depth ** 1.6 * 0.92);
    paint.fillStyle = linear(
      paint,
      [0, base - rise * 0.5],
      [0, base + rise * 0.75],
      [
        [0, colour],
        [1, k < layers - 1 ? mix(colour, light, 0.36 * (1 - depth)) : darken(night, 0.4)],
      ],
    );
    paint.fill(ridge);
    aside(paint, () => {
      // the side that faces the sun
      paint.strokeStyle = linear(
        paint,
        [sun[0] - width * 0.5, 0],
        [sun[0] + width * 0.5, 0],
        [
          [0, alpha(light, 0)],
          [0.5, alpha(light, 0.55 * (1 - depth * 0.6))],
          [1, alpha(light, 0)],
        ],
      );
      paint.lineWidth = short * 0.0022;
      paint.beginPath();
      for (const [x, y] of points) paint.lineTo(x, y);
      paint.stroke();
    });
    if (k > layers - 3) {
      paint.fillStyle = mix(colour, night, 0.6);
      for (let i = 0; i < 60; i++) {
        const at = Math.floor(random() * 300);
        const [x, y] = points[at] as Point;
        if (noise(seed + k, x * 0.006) > 0) fir(paint, x, y + height * 0.01, height * between(random, 0.02, 0.05) * (0.6 + depth * 0.6));
      }
    }
    if (k === layers - 2) climberOn(easel, points);
  }
};

/** A small figure on the highest place near the subject. */
const climberOn = (easel: Easel, points: readonly Point[]): void => {
  const { width, height, focus, palette, paint } = easel;
  const near = points.filter(([x]) => Math.abs(x / width - focus) < 0.16);
  const top = near.reduce((best, point) => (point[1] < best[1] ? point : best));
  const night = darken(palette[0], 0.3);
  paintBody(
    paint,
    [top[0], top[1] + height * 0.004],
    height * 0.0125,
    bodyParts(POSES.reach, { hair: 'short', trousers: true }),
    [night, night, mix(palette[1], palette[2], 0.5), palette[3]],
    1,
  );
};

/** Night on the col: stars, the milky way, a lit tent. */
export const paintBivouac = (easel: Easel): void => {
  const { paint, width, height, palette, short, focus, seed, random } = easel;
  const [night, deep, mid, light] = palette;
  paint.fillStyle = linear(
    paint,
    [0, 0],
    [0, height],
    [
      [0, darken(night, 0.3)],
      [0.5, mix(night, deep, 0.7)],
      [0.78, mix(deep, mid, 0.45)],
      [1, mix(mid, light, 0.2)],
    ],
  );
  paint.fillRect(0, 0, width, height);
  adding(paint, () => {
    aside(paint, () => {
      paint.translate(width * (focus + 0.05), height * 0.35);
      paint.rotate(-0.95);
      for (let i = 0; i < 46; i++) {
        const at: Point = [short * between(random, -0.9, 0.9), short * 0.11 * (random() + random() + random() - 1.5)];
        glow(paint, at, short * between(random, 0.05, 0.2), mix(deep, light, random() * 0.6), 0.05);
      }
      for (let i = 0; i < 700; i++) {
        paint.fillStyle = alpha(mix(light, WHITE, random()), between(random, 0.1, 0.7));
        paint.fill(
          circle(
            short * between(random, -1, 1),
            short * 0.16 * (random() + random() + random() - 1.5),
            short * between(random, 0.0004, 0.0012),
          ),
        );
      }
    });
    for (let i = 0; i < 420; i++) {
      const big = random() ** 8;
      paint.fillStyle = alpha(mix(light, WHITE, random()), between(random, 0.2, 0.95));
      paint.fill(circle(width * random(), height * 0.75 * random(), short * (0.0006 + 0.0022 * big)));
    }
  });
  for (let k = 0; k < 4; k++) {
    const depth = k / 3;
    const base = height * (0.72 + 0.18 * depth);
    const points: Point[] = [];
    for (let i = 0; i <= 260; i++)
      points.push([
        (width * i) / 260,
        base - height * (0.22 - 0.14 * depth) * (skyline(seed + k * 13, (i / 260) * (2.2 + depth) * (width / height / 1.33)) - 0.5),
      ]);
    const ridge = new Path2D();
    ridge.moveTo(-2, height + 2);
    for (const [x, y] of points) ridge.lineTo(x, y);
    ridge.lineTo(width + 2, height + 2);
    ridge.closePath();
    paint.fillStyle = linear(
      paint,
      [0, base - height * 0.1],
      [0, height],
      [
        [0, mix(mix(deep, mid, 0.22), night, depth * 0.85)],
        [1, darken(night, 0.4)],
      ],
    );
    paint.fill(ridge);
    if (k === 3) tent(easel, points);
  }
};

const tent = (easel: Easel, points: readonly Point[]): void => {
  const { paint, short, focus } = easel;
  const [x, ground] = points[Math.round(260 * Math.min(0.95, focus))] as Point;
  const size = short * 0.09;
  const y = ground + size * 0.12;
  adding(paint, () => {
    glow(paint, [x, y - size * 0.3], size * 3.4, '#ffb056', 0.55);
  });
  paint.fillStyle = linear(
    paint,
    [x, y - size],
    [x, y],
    [
      [0, '#ffdf9c'],
      [0.55, '#ff9f3f'],
      [1, '#c9571c'],
    ],
  );
  paint.fill(
    curve(
      [
        [x - size, y],
        [x - size * 0.62, y - size * 0.62],
        [x, y - size * 0.88],
        [x + size * 0.62, y - size * 0.62],
        [x + size, y],
      ],
      true,
    ),
  );
  paint.strokeStyle = '#7c3211';
  paint.lineWidth = size * 0.03;
  paint.stroke(
    curve([
      [x - size, y],
      [x - size * 0.3, y - size * 0.72],
      [x + size * 0.16, y],
    ]),
  );
  paint.stroke(
    curve([
      [x + size, y],
      [x + size * 0.3, y - size * 0.76],
      [x - size * 0.16, y],
    ]),
  );
  paint.fillStyle = '#fff0c8';
  paint.fill(new Path2D(`M${x - size * 0.16} ${y}L${x + size * 0.02} ${y - size * 0.6}L${x + size * 0.2} ${y}Z`));
};
