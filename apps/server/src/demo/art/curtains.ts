import { alpha, BLACK, darken, lighten, mix } from './colour.ts';
import { adding, aside, circle, type Easel, linear, Path2D, type Point } from './easel.ts';
import { beam, bokeh, glow, stageFloor } from './light.ts';
import { between } from './noise.ts';

/** Folds of velvet over a part of the picture, from one x to another; they swing a little where they are pulled aside. */
export const paintFolds = (easel: Easel, from: number, to: number, bottom: number, brightness = 1, swing = 0): void => {
  const { paint, height, width, palette, random } = easel;
  const [night, deep, mid] = palette;
  const step = Math.max(1, width / 640);
  const waves = [between(random, 0.011, 0.017), between(random, 0.027, 0.041), between(random, 0.003, 0.005)] as const;
  const shift = [random() * 7, random() * 7, random() * 7] as const;
  aside(paint, () => {
    for (let x = from; x < to; x += step) {
      const at = (x * 1280) / width;
      const fold =
        0.5 +
        0.34 * Math.sin(at * waves[0] * 5 + shift[0] + 1.6 * Math.sin(at * waves[2] * 3 + shift[2])) +
        0.16 * Math.sin(at * waves[1] * 3.3 + shift[1]);
      const lit = Math.max(0, fold) ** 1.5 * brightness;
      const top = mix(darken(night, 0.3), deep, lit * 0.55);
      const middle = mix(mix(night, deep, 0.18), mix(deep, mid, 0.42), lit);
      paint.fillStyle = linear(
        paint,
        [x, 0],
        [x, bottom],
        [
          [0, top],
          [0.5, middle],
          [0.88, mix(mix(night, deep, 0.1), deep, lit * 0.85)],
          [1, mix(night, deep, lit * 0.42)],
        ],
      );
      const pull = swing * Math.sin(((x - from) / Math.max(1, to - from)) * Math.PI) * width * 0.02;
      paint.fillRect(x, 0, step + 0.8, bottom + pull);
    }
  });
  paint.fillStyle = linear(
    paint,
    [0, 0],
    [0, height * 0.3],
    [
      [0, alpha(BLACK, 0.5)],
      [1, alpha(BLACK, 0)],
    ],
  );
  paint.fillRect(from, 0, to - from, height * 0.3);
};

/** A row of bulbs along the edge of the stage. */
export const footlights = (easel: Easel, y: number, count: number): void => {
  const { paint, width, palette } = easel;
  const size = width / count / 7;
  adding(paint, () => {
    for (let i = 0; i < count; i++) {
      const at: Point = [(width * (i + 0.5)) / count, y];
      glow(paint, at, size * 9, palette[3], 0.3);
      paint.fillStyle = lighten(palette[3], 0.5);
      paint.fill(circle(at[0], at[1], size * 0.8));
    }
  });
};

/** The backdrop of a show: curtain, three beams, lights out of focus. The subject comes next. */
export const paintBackdrop = (easel: Easel, [x, y]: Point, reach: number): void => {
  const { paint, width, height, palette, short } = easel;
  const [, , mid, light] = palette;
  paintFolds(easel, 0, width, height, 0.9);
  adding(paint, () => {
    glow(paint, [x, y], short * 0.85, mid, 0.62);
    glow(paint, [x + reach * 0.3, y - reach * 0.4], short * 0.46, light, 0.55);
  });
  const blur = short * 0.018;
  beam(
    paint,
    {
      from: [x - width * 0.42, -height * 0.06],
      to: [x - reach, height * 0.98],
      narrow: short * 0.008,
      wide: reach * 2,
      colour: light,
      strength: 0.3,
    },
    blur,
  );
  beam(
    paint,
    {
      from: [x + width * 0.4, -height * 0.06],
      to: [x + reach, height * 0.98],
      narrow: short * 0.008,
      wide: reach * 2,
      colour: mid,
      strength: 0.5,
    },
    blur,
  );
  beam(
    paint,
    { from: [x + reach * 0.6, -height * 0.06], to: [x, height], narrow: short * 0.01, wide: reach * 2.5, colour: light, strength: 0.26 },
    blur,
  );
  bokeh(easel, 22, [0.04, 0.62], short * 0.035, 0.9);
};

const stool = (easel: Easel, x: number, ground: number, size: number): void => {
  const { paint, palette } = easel;
  aside(paint, () => {
    paint.lineCap = 'round';
    for (const [dx, foot] of [
      [-0.16, -0.26],
      [0.16, 0.26],
      [-0.05, -0.1],
      [0.05, 0.1],
    ] as const) {
      paint.strokeStyle = darken(palette[0], 0.4);
      paint.lineWidth = size * 0.045;
      paint.beginPath();
      paint.moveTo(x + dx * size, ground - size);
      paint.lineTo(x + foot * size, ground);
      paint.stroke();
    }
    paint.beginPath();
    paint.moveTo(x - size * 0.21, ground - size * 0.4);
    paint.lineTo(x + size * 0.21, ground - size * 0.4);
    paint.stroke();
    paint.fillStyle = linear(
      paint,
      [x - size * 0.3, 0],
      [x + size * 0.3, 0],
      [
        [0, darken(palette[0], 0.3)],
        [0.6, palette[1]],
        [1, palette[2]],
      ],
    );
    paint.beginPath();
    paint.roundRect(x - size * 0.27, ground - size * 1.06, size * 0.54, size * 0.11, size * 0.05);
    paint.fill();
    paint.strokeStyle = alpha(palette[3], 0.9);
    paint.lineWidth = size * 0.018;
    paint.beginPath();
    paint.moveTo(x - size * 0.24, ground - size * 1.06);
    paint.lineTo(x + size * 0.25, ground - size * 1.06);
    paint.stroke();
  });
};

/** A microphone on its stand, lit from above. */
export const microphone = (easel: Easel, x: number, ground: number, size: number): void => {
  const { paint, palette } = easel;
  aside(paint, () => {
    paint.strokeStyle = linear(
      paint,
      [x - size * 0.03, 0],
      [x + size * 0.03, 0],
      [
        [0, darken(palette[0], 0.5)],
        [1, mix(palette[1], palette[2], 0.6)],
      ],
    );
    paint.lineWidth = size * 0.022;
    paint.beginPath();
    paint.moveTo(x, ground);
    paint.lineTo(x, ground - size * 0.9);
    paint.stroke();
    paint.fillStyle = darken(palette[0], 0.5);
    paint.beginPath();
    paint.ellipse(x, ground, size * 0.17, size * 0.032, 0, 0, Math.PI * 2);
    paint.fill();
    paint.translate(x, ground - size * 0.92);
    paint.rotate(-0.35);
    paint.fillStyle = linear(
      paint,
      [-size * 0.06, 0],
      [size * 0.06, 0],
      [
        [0, darken(palette[0], 0.4)],
        [0.7, mix(palette[1], palette[2], 0.6)],
        [1, palette[3]],
      ],
    );
    paint.beginPath();
    paint.roundRect(-size * 0.032, -size * 0.02, size * 0.064, size * 0.17, size * 0.02);
    paint.fill();
    paint.beginPath();
    paint.ellipse(0, -size * 0.06, size * 0.058, size * 0.075, 0, 0, Math.PI * 2);
    paint.fill();
    paint.strokeStyle = alpha(BLACK, 0.35);
    paint.lineWidth = size * 0.005;
    for (let i = -3; i <= 3; i++) {
      paint.beginPath();
      paint.moveTo(i * size * 0.015, -size * 0.125);
      paint.lineTo(i * size * 0.017, 0);
      paint.moveTo(-size * 0.055, -size * 0.06 + i * size * 0.018);
      paint.lineTo(size * 0.055, -size * 0.06 + i * size * 0.018);
      paint.stroke();
    }
  });
};

/** An empty stage before the show: parted curtain, one beam, a stool or a microphone. */
export const paintStage = (easel: Easel): void => {
  const { paint, width, height, palette, short, focus, random } = easel;
  const [night, deep, mid, light] = palette;
  const horizon = 0.72;
  const x = width * focus;
  paint.fillStyle = linear(
    paint,
    [0, 0],
    [0, height * horizon],
    [
      [0, darken(night, 0.3)],
      [0.6, mix(night, deep, 0.7)],
      [1, mix(deep, mid, 0.25)],
    ],
  );
  paint.fillRect(0, 0, width, height);
  adding(paint, () => glow(paint, [x, height * 0.52], short * 0.7, mid, 0.45));
  stageFloor(easel, horizon, [x, height * 0.86]);
  const size = short * 0.34;
  const swayed = Math.sin(easel.time * Math.PI * 2) * width * 0.02;
  beam(
    paint,
    {
      from: [x + width * 0.08 + swayed, -height * 0.1],
      to: [x, height * 0.95],
      narrow: short * 0.02,
      wide: short * 0.3,
      colour: light,
      strength: 0.62,
    },
    short * 0.016,
  );
  beam(
    paint,
    {
      from: [x - width * 0.3 - swayed, -height * 0.1],
      to: [x - short * 0.02, height * 0.95],
      narrow: short * 0.012,
      wide: short * 0.2,
      colour: mid,
      strength: 0.5,
    },
    short * 0.02,
  );
  const mic = random() < 0.55;
  if (mic) {
    microphone(easel, x, height * 0.87, size * 1.35);
    stool(easel, x + short * 0.2, height * 0.88, size * 0.62);
  } else stool(easel, x, height * 0.87, size * 0.9);
  const parted = Math.min(width * 0.34, x - short * 0.3);
  for (const [from, to] of [
    [0, parted],
    [Math.min(width, x + (x - parted) * 0.92), width],
  ] as const) {
    if (to - from < 8) continue;
    const clip = new Path2D();
    clip.rect(from, 0, to - from, height * 0.93);
    aside(paint, () => {
      paint.shadowColor = alpha(BLACK, 0.7);
      paint.shadowBlur = short * 0.06;
      paint.fillStyle = night;
      paint.fill(clip);
    });
    aside(paint, () => {
      paint.clip(clip);
      paintFolds(easel, from, to, height * 0.93, 1.05);
    });
  }
  footlights(easel, height * 0.965, Math.round(width / (short * 0.085)));
};

/** The house seen from the stage: rows of empty seats, the lights of the balcony. */
export const paintSeats = (easel: Easel): void => {
  const { paint, width, height, palette, short, random } = easel;
  const [night, deep, mid, light] = palette;
  paint.fillStyle = linear(
    paint,
    [0, 0],
    [0, height],
    [
      [0, darken(night, 0.2)],
      [0.4, mix(night, deep, 0.7)],
      [1, night],
    ],
  );
  paint.fillRect(0, 0, width, height);
  const x = width * easel.focus;
  adding(paint, () => {
    glow(paint, [x, height * 0.1], short * 0.9, mid, 0.5);
    for (let i = -9; i <= 9; i++) {
      const at: Point = [width * 0.5 + i * width * 0.056, height * (0.2 + 0.0011 * i * i)];
      glow(paint, at, short * 0.05, light, 0.55);
      paint.fillStyle = lighten(light, 0.4);
      paint.fill(circle(at[0], at[1], short * 0.006));
    }
  });
  paint.strokeStyle = alpha(light, 0.35);
  paint.lineWidth = short * 0.006;
  paint.beginPath();
  paint.moveTo(-10, height * 0.325);
  paint.quadraticCurveTo(width / 2, height * 0.18, width + 10, height * 0.325);
  paint.stroke();
  bokeh(easel, 16, [0.02, 0.3], short * 0.03, 0.8);
  const rows = 8;
  for (let row = 0; row < rows; row++) {
    const depth = row / (rows - 1);
    const size = short * (0.05 + 0.13 * depth ** 1.5);
    const base = height * (0.4 + 0.6 * depth ** 1.25);
    const shift = row % 2 ? size * 0.55 : 0;
    const count = Math.ceil(width / (size * 1.1)) + 2;
    for (let i = -1; i < count; i++) {
      const seatX = i * size * 1.1 - shift;
      const bend = ((seatX + size / 2 - width / 2) / width) ** 2 * size * 1.1;
      const lit = Math.exp(-(((seatX + size / 2 - x) / (width * 0.33)) ** 2)) * between(random, 0.8, 1);
      paint.fillStyle = linear(
        paint,
        [0, base - size + bend],
        [0, base + size * 0.5 + bend],
        [
          [0, mix(mix(night, deep, 0.7), mix(mid, light, 0.25), lit * (1 - depth * 0.55))],
          [0.14, mix(mix(night, deep, 0.5), mid, lit * 0.55 * (1 - depth * 0.5))],
          [1, darken(mix(night, deep, 0.25 * (1 - depth)), 0.3)],
        ],
      );
      paint.beginPath();
      paint.roundRect(seatX, base - size + bend, size, size * 1.7, [size * 0.34, size * 0.34, 0, 0]);
      paint.fill();
    }
  }
  beam(
    paint,
    {
      from: [x - width * 0.25, -height * 0.1],
      to: [x + width * 0.1, height * 0.9],
      narrow: short * 0.01,
      wide: short * 0.28,
      colour: light,
      strength: 0.34,
    },
    short * 0.02,
  );
};
