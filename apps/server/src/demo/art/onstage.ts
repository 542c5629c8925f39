import { alpha, darken, lighten, mix } from './colour.ts';
import { microphone, paintBackdrop } from './curtains.ts';
import { adding, aside, circle, createEasel, curve, type Easel, linear, oval, type Point, radial } from './easel.ts';
import { bigLeaf, bloom } from './botany.ts';
import { type Figure, paintBust } from './figures.ts';
import { glow } from './light.ts';
import { between, pick } from './noise.ts';
import { paintCello } from './strings.ts';
import { paintStrokes } from './strokes.ts';
import { paintVessel } from './vessels.ts';

/** What a performer has with them on the stage. */
export const PROPS = ['none', 'cello', 'microphone', 'pot', 'pan', 'canvas', 'flowers', 'glass', 'keys', 'rope'] as const;
export type Prop = (typeof PROPS)[number];

/** What stands behind the figure. */
const behind = (easel: Easel, prop: Prop, [x, y]: Point, unit: number): void => {
  const { paint, palette, short, seed } = easel;
  if (prop !== 'canvas') return;
  const [w, h] = [unit * 5.4, unit * 4.4];
  const canvas = createEasel({ width: Math.round(w), height: Math.round(h), palette, seed: seed * 4 });
  paintStrokes(canvas);
  aside(paint, () => {
    paint.translate(x - unit * 2.9, y + unit * 0.5);
    paint.rotate(-0.05);
    paint.shadowColor = alpha('#000000', 0.7);
    paint.shadowBlur = short * 0.05;
    paint.drawImage(canvas.canvas, -w / 2, -h / 2, w, h);
    paint.shadowColor = 'transparent';
    paint.fillStyle = linear(
      paint,
      [-w / 2, 0],
      [w / 2, 0],
      [
        [0, alpha(palette[0], 0.55)],
        [1, alpha(palette[0], 0.05)],
      ],
    );
    paint.fillRect(-w / 2, -h / 2, w, h);
  });
};

/** What stands before the figure. */
const before = (easel: Easel, prop: Prop, [x, y]: Point, unit: number): void => {
  const { paint, palette, height, width, random } = easel;
  const [night, deep, mid, light] = palette;
  if (prop === 'cello') paintCello(easel, [x - unit * 2.5, y + unit * 5.2], unit * 1.05, 0.12);
  if (prop === 'microphone') microphone(easel, x + unit * 0.75, y + unit * 6.8, unit * 5.9);
  if (prop === 'pot') {
    const foot = Math.min(height * 0.93, y + unit * 5);
    paint.fillStyle = linear(
      paint,
      [x - unit * 3, 0],
      [x + unit * 3, 0],
      [
        [0, darken(night, 0.2)],
        [0.7, mix(deep, mid, 0.5)],
        [1, mix(mid, light, 0.5)],
      ],
    );
    paint.fill(oval(x, foot + unit * 0.12, unit * 2.9, unit * 0.52));
    paint.fillStyle = linear(
      paint,
      [x - unit * 3, 0],
      [x + unit * 3, 0],
      [
        [0, mix(night, deep, 0.6)],
        [0.35, mix(deep, mid, 0.7)],
        [1, mix(night, deep, 0.8)],
      ],
    );
    paint.fill(oval(x, foot, unit * 2.86, unit * 0.48));
    paintVessel(paint, random, 'moon', [x, foot], unit * 2.5, unit * 2.3, palette, '#2f5566');
  }
  if (prop === 'glass') {
    const at: Point = [x - unit * 1.5, y + unit * 3.1];
    adding(paint, () => {
      glow(paint, at, unit * 3.4, '#ff8f33', 0.75);
      glow(paint, at, unit * 1.3, '#ffe2a0', 0.7);
    });
    paint.lineCap = 'round';
    paint.lineWidth = unit * 0.13;
    paint.strokeStyle = linear(
      paint,
      at,
      [x + unit * 3, height],
      [
        [0, '#ffb25a'],
        [0.25, mix(night, deep, 0.4)],
        [1, mix(deep, mid, 0.7)],
      ],
    );
    paint.stroke(curve([at, [x + unit * 3.2, height * 1.02]]));
    paint.fillStyle = radial(paint, [at[0] - unit * 0.2, at[1] - unit * 0.2], 0, unit * 0.95, [
      [0, '#fffdf0'],
      [0.4, '#ffd884'],
      [0.8, '#ff7a2a'],
      [1, '#cc2f1e'],
    ]);
    paint.fill(circle(at[0], at[1], unit * 0.86));
  }
  if (prop === 'flowers') {
    const at: Point = [x - unit * 0.5, y + unit * 3.6];
    for (let i = 0; i < 18; i++)
      bigLeaf(
        paint,
        [at[0], at[1] + unit],
        unit * between(random, 1.6, 2.6),
        unit * 0.36,
        -Math.PI / 2 + between(random, -1.3, 1.3),
        mix(night, mix(deep, mid, 0.7), random()),
        light,
        between(random, -1, 1),
      );
    const colours = [
      ['#5d0f2c', '#c93a5e', '#ffd3d0'],
      ['#6b1a10', '#e0623a', '#ffd9a8'],
      ['#5a5346', '#e6dcc6', '#fffdf4'],
      ['#6f4a0e', '#e0a52f', '#fff0bd'],
    ] as const;
    for (let i = 0; i < 8; i++) {
      const a = (i / 8) * Math.PI * 2 + 0.3;
      bloom(
        paint,
        random,
        [at[0] + Math.cos(a) * unit * (i % 2 ? 1.15 : 0.6), at[1] + Math.sin(a) * unit * (i % 2 ? 0.8 : 0.45)],
        unit * between(random, 0.62, 0.86),
        pick(random, colours),
        70,
      );
    }
  }
  if (prop === 'pan') {
    const at: Point = [x - unit * 0.3, y + unit * 4.2];
    paint.fillStyle = linear(
      paint,
      [at[0] - unit * 1.8, 0],
      [at[0] + unit * 1.8, 0],
      [
        [0, darken(night, 0.3)],
        [0.75, mix(deep, mid, 0.4)],
        [0.95, light],
        [1, mid],
      ],
    );
    paint.beginPath();
    paint.ellipse(at[0], at[1], unit * 1.8, unit * 0.42, 0, 0, Math.PI);
    paint.bezierCurveTo(at[0] - unit * 1.8, at[1] + unit * 0.9, at[0] + unit * 1.8, at[1] + unit * 0.9, at[0] + unit * 1.8, at[1]);
    paint.fill();
    paint.fillRect(at[0] + unit * 1.7, at[1] - unit * 0.08, unit * 2.4, unit * 0.22);
    paint.fillStyle = radial(paint, at, 0, unit * 1.7, [
      [0, '#ffd98a'],
      [1, '#a8571c'],
    ]);
    paint.beginPath();
    paint.ellipse(at[0], at[1], unit * 1.68, unit * 0.34, 0, 0, Math.PI * 2);
    paint.fill();
    adding(paint, () => {
      paint.filter = `blur(${(unit * 0.14).toFixed(1)}px)`;
      for (let i = 0; i < 7; i++) {
        const from = at[0] + unit * between(random, -1.2, 1.2);
        paint.strokeStyle = alpha(light, between(random, 0.12, 0.3));
        paint.lineWidth = unit * between(random, 0.1, 0.34);
        paint.stroke(
          curve([
            [from, at[1]],
            [from + unit * 0.4, at[1] - unit * 0.9],
            [from - unit * 0.3, at[1] - unit * 1.9],
            [from + unit * 0.3, at[1] - unit * 3],
          ]),
        );
      }
    });
  }
  if (prop === 'keys') {
    const top = Math.min(height * 0.86, y + unit * 4.3);
    paint.fillStyle = linear(
      paint,
      [0, top - unit * 0.5],
      [0, top],
      [
        [0, mix(deep, mid, 0.3)],
        [1, darken(night, 0.4)],
      ],
    );
    paint.fillRect(0, top - unit * 0.5, width, unit * 0.5);
    const key = unit * 0.42;
    for (let i = 0; i * key < width; i++) {
      paint.fillStyle = linear(
        paint,
        [0, top],
        [0, height],
        [
          [0, mix(light, deep, 0.7)],
          [0.35, lighten(light, 0.4)],
          [1, mix(light, deep, 0.25)],
        ],
      );
      paint.fillRect(i * key + 1, top, key - 2, height - top);
    }
    for (let i = 0; i * key < width; i++)
      if (![2, 6].includes(i % 7)) {
        paint.fillStyle = linear(
          paint,
          [i * key + key * 0.7, 0],
          [i * key + key * 1.26, 0],
          [
            [0, mix(deep, mid, 0.4)],
            [0.3, darken(night, 0.3)],
            [1, darken(night, 0.6)],
          ],
        );
        paint.fillRect(i * key + key * 0.7, top, key * 0.56, (height - top) * 0.62);
      }
  }
  if (prop === 'rope')
    for (const side of [-1, 1]) {
      const strap = curve([
        [x + side * unit * 0.95, y + unit * 1.95],
        [x + side * unit * 1.1, y + unit * 3.2],
        [x + side * unit * 0.5, y + unit * 5.2],
        [x + side * unit * 0.2, height * 1.02],
      ]);
      paint.lineWidth = unit * 0.24;
      paint.strokeStyle = darken(mid, 0.45);
      paint.stroke(strap);
      paint.lineWidth = unit * 0.16;
      paint.strokeStyle = side > 0 ? mix(mid, light, 0.5) : mid;
      paint.stroke(strap);
    }
  adding(paint, () => glow(paint, [x, height * 1.02], width * 0.5, mid, 0.3));
};

/** A performer before the curtain, in the light, with what they play or make. */
export const paintOnStage = (easel: Easel, figure: Figure, prop: Prop): void => {
  const { width, height, short, focus, palette, paint } = easel;
  const wide = width > height * 2;
  const unit = short * (wide ? 0.15 : prop === 'cello' ? 0.098 : 0.118);
  const at: Point = [
    width * (focus + (prop === 'cello' ? 0.06 : prop === 'canvas' ? 0.08 : 0)),
    height * (wide ? 0.4 : prop === 'none' ? 0.46 : 0.35),
  ];
  paintBackdrop(easel, at, unit * 2);
  behind(easel, prop, at, unit);
  paintBust(paint, at, unit, figure, palette, 0.11);
  before(easel, prop, at, unit);
};
