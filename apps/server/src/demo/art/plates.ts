import { alpha, BLACK, darken, lighten, mix, WHITE } from './colour.ts';
import { adding, aside, circle, curve, type Easel, linear, type Paint, Path2D, type Point, radial } from './easel.ts';
import { glow } from './light.ts';
import { between, noise, pick, type Random } from './noise.ts';
import { cutlery, leaf, paintPlate, paintTable, setting, spoon } from './table.ts';

/** A slice of citrus with its cells. */
const slice = (paint: Paint, random: Random, [x, y]: Point, radius: number, [peel, flesh, pith]: readonly [string, string, string]): void =>
  aside(paint, () => {
    paint.translate(x, y);
    paint.rotate(random() * 6.3);
    aside(paint, () => {
      paint.shadowColor = alpha(BLACK, 0.5);
      paint.shadowBlur = radius * 0.35;
      paint.shadowOffsetX = radius * 0.07;
      paint.shadowOffsetY = radius * 0.14;
      paint.fillStyle = peel;
      paint.fill(circle(0, 0, radius));
    });
    paint.fillStyle = pith;
    paint.fill(circle(0, 0, radius * 0.91));
    const cells = 9;
    for (let i = 0; i < cells; i++)
      aside(paint, () => {
        paint.rotate((i / cells) * Math.PI * 2);
        const cell = new Path2D(
          `M${radius * 0.12} 0L${radius * 0.7} ${-radius * 0.25}Q${radius * 0.92} 0 ${radius * 0.7} ${radius * 0.25}Z`,
        );
        paint.lineJoin = 'round';
        paint.fillStyle = radial(paint, [0, 0], 0, radius * 0.88, [
          [0, lighten(flesh, 0.55)],
          [0.45, flesh],
          [1, mix(flesh, peel, 0.6)],
        ]);
        paint.fill(cell);
        paint.clip(cell);
        for (let j = 0; j < 16; j++) {
          const [r, a] = [radius * between(random, 0.2, 0.82), between(random, -0.3, 0.3)];
          paint.strokeStyle = alpha(j % 2 ? WHITE : peel, between(random, 0.16, 0.42));
          paint.lineWidth = radius * 0.016;
          paint.beginPath();
          paint.moveTo(Math.cos(a) * r, Math.sin(a) * r);
          paint.lineTo(Math.cos(a * 1.15) * r * 1.14, Math.sin(a * 1.15) * r * 1.14);
          paint.stroke();
        }
      });
    paint.fillStyle = linear(
      paint,
      [-radius, -radius],
      [radius, radius],
      [
        [0, alpha(WHITE, 0.22)],
        [0.5, alpha(WHITE, 0)],
        [1, alpha(BLACK, 0.16)],
      ],
    );
    paint.fill(circle(0, 0, radius * 0.95));
  });

const CITRUS = [
  ['#c8451f', '#f07b3f', '#fff1d4'],
  ['#d99a1e', '#f6c044', '#fff5d6'],
  ['#dcb52c', '#f7de63', '#fffbe2'],
  ['#a3202c', '#d8455a', '#ffe6d8'],
  ['#7d9a2a', '#c3d75a', '#f6fbdc'],
] as const;

/** Winter citrus in a wreath. */
export const paintCitrus = (easel: Easel): void => {
  const { paint, palette, random } = easel;
  paintTable(easel);
  const { centre, radius } = setting(easel);
  cutlery(easel, centre, radius);
  paintPlate(paint, centre, radius, mix(palette[3], '#f2ead8', 0.6), palette[1]);
  const count = 8;
  const start = random() * 6;
  for (let i = 0; i < count; i++) {
    const angle = start + (i / count) * Math.PI * 2;
    const out = radius * (0.44 + 0.03 * (i % 2));
    slice(
      paint,
      random,
      [centre[0] + Math.cos(angle) * out, centre[1] + Math.sin(angle) * out],
      radius * between(random, 0.18, 0.225),
      pick(random, CITRUS),
    );
  }
  slice(paint, random, centre, radius * 0.26, CITRUS[3]);
  for (let i = 0; i < 18; i++) {
    const [angle, out] = [random() * 6.3, radius * between(random, 0.14, 0.66)];
    leaf(
      paint,
      [centre[0] + Math.cos(angle) * out, centre[1] + Math.sin(angle) * out],
      radius * between(random, 0.03, 0.055),
      random() * 6,
      mix('#2f6a2a', '#83a83f', random()),
    );
  }
  for (let i = 0; i < 12; i++) {
    const [angle, out] = [random() * 6.3, radius * between(random, 0.1, 0.62)];
    paint.fillStyle = radial(paint, [centre[0] + Math.cos(angle) * out - 2, centre[1] + Math.sin(angle) * out - 2], 0, radius * 0.034, [
      [0, '#ff9aa0'],
      [0.4, '#c01f38'],
      [1, '#6d0d20'],
    ]);
    paint.fill(circle(centre[0] + Math.cos(angle) * out, centre[1] + Math.sin(angle) * out, radius * 0.03));
  }
};

const SOUPS = [
  ['#f2a53d', '#b9541d', '#fff4d8'],
  ['#c9323a', '#7c1524', '#ffe9d8'],
  ['#8fae4a', '#476a22', '#f9fbe4'],
  ['#e0b04a', '#9a6a1c', '#fff8e2'],
] as const;

/** A bowl of soup, a spiral of cream, seeds and leaves. */
export const paintSoup = (easel: Easel): void => {
  const { paint, palette, random } = easel;
  paintTable(easel);
  const { centre, radius } = setting(easel);
  const [x, y] = centre;
  paintPlate(paint, centre, radius, mix(palette[3], palette[1], 0.12), palette[0]);
  paintPlate(paint, centre, radius * 0.84, mix(palette[0], palette[1], 0.55), palette[0]);
  const [warm, edge, cream] = pick(random, SOUPS);
  paint.fillStyle = radial(paint, [x - radius * 0.2, y - radius * 0.22], 0, radius * 0.8, [
    [0, lighten(warm, 0.18)],
    [0.5, warm],
    [1, edge],
  ]);
  paint.fill(circle(x, y, radius * 0.66));
  aside(paint, () => {
    paint.clip(circle(x, y, radius * 0.65));
    paint.lineCap = 'round';
    const start = random() * 6;
    for (let a = 0; a < 15; a += 0.06) {
      const out = radius * (0.05 + a * 0.032);
      const wide = radius * (0.018 + 0.022 * Math.abs(Math.sin(a * 1.3)));
      paint.fillStyle = alpha(cream, 0.82);
      paint.fill(circle(x + Math.cos(a + start) * out, y + Math.sin(a + start) * out, wide));
    }
    for (let i = 0; i < 9; i++) {
      const a = start + (i / 9) * Math.PI * 2;
      paint.strokeStyle = alpha(i % 2 ? cream : warm, 0.8);
      paint.lineWidth = radius * 0.012;
      paint.stroke(
        curve([
          [x + Math.cos(a) * radius * 0.08, y + Math.sin(a) * radius * 0.08],
          [x + Math.cos(a + 0.12) * radius * 0.3, y + Math.sin(a + 0.12) * radius * 0.3],
          [x + Math.cos(a + 0.4) * radius * 0.56, y + Math.sin(a + 0.4) * radius * 0.56],
        ]),
      );
    }
    adding(paint, () => glow(paint, [x - radius * 0.3, y - radius * 0.36], radius * 0.34, WHITE, 0.3));
  });
  for (let i = 0; i < 36; i++) {
    const [a, out] = [random() * 6.3, radius * 0.6 * Math.sqrt(random())];
    const at: Point = [x + Math.cos(a) * out, y + Math.sin(a) * out];
    if (i % 3) {
      paint.fillStyle = mix('#3a2412', '#e8c98a', random());
      paint.beginPath();
      paint.ellipse(...at, radius * 0.018, radius * 0.01, random() * 3, 0, 6.3);
      paint.fill();
    } else leaf(paint, at, radius * between(random, 0.03, 0.06), random() * 6, mix('#24521f', '#6f9c3c', random()));
  }
  spoon(easel, centre, radius);
};

/** A tart: berries as seeds of a sunflower, on cream, in a crust. */
export const paintTart = (easel: Easel): void => {
  const { paint, palette, random, seed } = easel;
  paintTable(easel);
  const { centre, radius } = setting(easel);
  const [x, y] = centre;
  paintPlate(paint, centre, radius, mix(palette[3], '#ffffff', 0.2), palette[1]);
  const crust: Point[] = [];
  for (let i = 0; i < 72; i++) {
    const a = (i / 72) * Math.PI * 2;
    const out = radius * (0.7 + (i % 2 ? 0.018 : -0.012) + 0.012 * noise(seed, i * 0.4));
    crust.push([x + Math.cos(a) * out, y + Math.sin(a) * out]);
  }
  aside(paint, () => {
    paint.shadowColor = alpha(BLACK, 0.6);
    paint.shadowBlur = radius * 0.1;
    paint.shadowOffsetX = radius * 0.03;
    paint.shadowOffsetY = radius * 0.05;
    paint.fillStyle = linear(
      paint,
      [x - radius * 0.7, y - radius * 0.7],
      [x + radius * 0.7, y + radius * 0.7],
      [
        [0, '#f0c98a'],
        [0.5, '#c98d45'],
        [1, '#84501f'],
      ],
    );
    paint.fill(curve(crust, true));
  });
  paint.fillStyle = radial(paint, [x - radius * 0.15, y - radius * 0.2], 0, radius * 0.66, [
    [0, '#fff6dd'],
    [0.8, '#f3dfae'],
    [1, '#b98a4a'],
  ]);
  paint.fill(circle(x, y, radius * 0.61));
  const fruits = pick(random, [
    ['#7a1230', '#c4213f'],
    ['#23285e', '#4a4fa0'],
    ['#a8321a', '#ee7a3a'],
  ] as const);
  const count = 150;
  for (let i = count; i > 0; i--) {
    const out = radius * 0.575 * Math.sqrt(i / count);
    const a = i * 2.399963;
    const size = radius * between(random, 0.042, 0.053);
    const at: Point = [x + Math.cos(a) * out, y + Math.sin(a) * out];
    const colour = mix(fruits[0], fruits[1], random());
    aside(paint, () => {
      paint.shadowColor = alpha(BLACK, 0.5);
      paint.shadowBlur = size * 0.5;
      paint.shadowOffsetX = size * 0.16;
      paint.shadowOffsetY = size * 0.22;
      paint.fillStyle = radial(paint, [at[0] - size * 0.35, at[1] - size * 0.4], 0, size * 1.35, [
        [0, lighten(colour, 0.62)],
        [0.22, lighten(colour, 0.12)],
        [0.65, colour],
        [1, darken(colour, 0.6)],
      ]);
      paint.fill(circle(...at, size));
    });
    paint.fillStyle = alpha(WHITE, 0.75);
    paint.fill(circle(at[0] - size * 0.34, at[1] - size * 0.4, size * 0.13));
  }
  for (let i = 0; i < 9; i++) {
    const [a, out] = [random() * 6.3, radius * between(random, 0.1, 0.55)];
    leaf(paint, [x + Math.cos(a) * out, y + Math.sin(a) * out], radius * 0.06, random() * 6, mix('#2d6a35', '#7fb05a', random()));
  }
  adding(paint, () => {
    for (let i = 0; i < 260; i++) {
      const [a, out] = [random() * 6.3, radius * 0.9 * Math.sqrt(random())];
      paint.fillStyle = alpha(WHITE, between(random, 0.1, 0.5));
      paint.fill(circle(x + Math.cos(a) * out, y + Math.sin(a) * out, radius * between(random, 0.001, 0.004)));
    }
  });
};
