import { alpha, BLACK, darken, lighten, mix, type Palette } from './colour.ts';
import { adding, aside, circle, createEasel, type Easel, linear, type Paint, type Point, radial } from './easel.ts';
import { beam, glow, stageFloor } from './light.ts';
import { between, layered, noise, pick, type Random } from './noise.ts';

/** What a canvas shows: a colour for each place (parts of the picture), and the way the brush goes there, in radians. */
interface Motif {
  colour: (x: number, y: number, random: Random) => string;
  way: (x: number, y: number) => number;
}

const sunOverWater = (seed: number, [night, deep, mid, light]: Palette, focus: number): Motif => {
  const [sunX, sunY, line] = [focus - 0.16 + 0.32 * ((seed % 7) / 7), 0.32, 0.56];
  return {
    colour: (x, y, random) => {
      const shift = (random() - 0.5) * 0.16;
      const distance = Math.hypot((x - sunX) * 1.2, y - sunY);
      if (y < line) {
        if (distance < 0.085) return lighten(light, 0.45 + shift);
        return mix(mix(light, mid, Math.min(1, distance * 1.9 + shift)), deep, Math.max(0, distance * 1.5 - 0.55 + shift));
      }
      const path = Math.abs(x - sunX - 0.03 * noise(seed, y * 30)) / (0.05 + (y - line) * 0.4);
      if (path < 1 && random() < 0.75) return mix(lighten(light, 0.2), mid, path + shift);
      return mix(mix(deep, mid, 0.3 + shift), night, (y - line) * 1.5 + shift);
    },
    way: (x, y) =>
      y < line ? Math.atan2(y - sunY, x - sunX) + Math.PI / 2 + 0.4 * noise(seed, x * 5, y * 5) : 0.12 * noise(seed, x * 7, y * 20),
  };
};

const garden = (seed: number, [night, deep, mid, light]: Palette): Motif => ({
  colour: (x, y, random) => {
    const leafy = mix('#1f6f63', deep, 0.35 + 0.3 * noise(seed, x * 4, y * 4));
    const bloom = noise(seed + 3, x * 9, y * 9 + 4) + 0.3 * (y - 0.4);
    if (bloom > 0.24) return pick(random, [mid, mid, lighten(mid, 0.35), light, mix(mid, deep, 0.4)]);
    if (bloom > 0.16) return lighten(light, 0.25);
    if (y < 0.3 + 0.08 * noise(seed, x * 5)) return mix(lighten(light, 0.35), mix(deep, mid, 0.35), y * 1.7 + 0.2 * random());
    return random() < 0.18 ? lighten('#7fc0a0', random() * 0.3) : mix(leafy, night, 0.5 * random() + 0.25 * (y > 0.75 ? 1 : 0));
  },
  way: (x, y) => -Math.PI / 2 + 0.9 * layered(seed, x * 5, y * 3, 2),
});

const current = (seed: number, [night, deep, mid, light]: Palette): Motif => ({
  colour: (x, y, random) => {
    const band = 0.5 + 0.5 * Math.sin(6 * layered(seed, x * 1.6, y * 1.6, 3) + y * 3);
    const choice = band + (random() - 0.5) * 0.3;
    if (choice < 0.2) return mix(night, deep, 0.7);
    if (choice < 0.46) return mix(deep, mid, 0.2 * random());
    if (choice < 0.68) return mix(mid, light, 0.25 * random());
    if (choice < 0.88) return mix(light, '#ffffff', 0.3 * random());
    return mix('#17a39c', light, 0.2);
  },
  way: (x, y) => 5 * layered(seed, x * 1.4, y * 1.4, 2) + 0.6,
});

const hills = (seed: number, [night, deep, mid, light]: Palette): Motif => {
  const ridge = (x: number, k: number): number => 0.36 + k * 0.13 + 0.1 * noise(seed + k, x * (2 + k));
  return {
    colour: (x, y, random) => {
      const shift = (random() - 0.5) * 0.2;
      for (let k = 3; k >= 0; k--)
        if (y > ridge(x, k))
          return [
            mix(mid, deep, 0.35 + shift),
            mix('#2f8f86', light, 0.25 + shift),
            mix(deep, mid, 0.3 + shift),
            mix(night, deep, 0.6 + shift),
          ][k] as string;
      return mix(lighten(light, 0.5), mix(light, mid, 0.6), y * 2.1 + shift);
    },
    way: (x, y) => 0.5 * noise(seed, x * 4, y * 4) + (y < 0.36 ? 0.1 : -0.3 + 0.6 * x),
  };
};

const MOTIFS = [sunOverWater, garden, current, hills] as const;

/** One stroke: a dozen bristles side by side, each a shade lighter or darker, that follow the way of the motif. */
const stroke = (paint: Paint, random: Random, motif: Motif, [w, h]: Point, start: Point, length: number, breadth: number): void => {
  const colour = motif.colour(start[0] / w, start[1] / h, random);
  const path: [number, number, number][] = [];
  let [x, y] = start;
  const step = length / 9;
  for (let i = 0; i <= 9; i++) {
    const angle = motif.way(x / w, y / h);
    path.push([x, y, angle]);
    x += Math.cos(angle) * step;
    y += Math.sin(angle) * step;
  }
  const bristles = Math.max(5, Math.min(13, Math.round(breadth / 2.6)));
  paint.lineCap = 'round';
  paint.lineWidth = (breadth / bristles) * 1.5;
  for (let b = 0; b < bristles; b++) {
    const out = (b / (bristles - 1) - 0.5) * breadth;
    const tone = random();
    paint.strokeStyle = alpha(tone > 0.5 ? lighten(colour, (tone - 0.5) * 0.5) : darken(colour, (0.5 - tone) * 0.5), 0.86);
    paint.beginPath();
    const late = Math.floor(random() * 2.4);
    const early = 10 - Math.floor(random() * 3.4);
    for (let i = late; i < early; i++) {
      const [px, py, angle] = path[i] as [number, number, number];
      paint.lineTo(px - Math.sin(angle) * out, py + Math.cos(angle) * out);
    }
    paint.stroke();
  }
};

/** Covers a picture with strokes: broad first, fine last. */
const paintMotif = (easel: Easel, motif: Motif): void => {
  const { paint, width, height, random } = easel;
  const measure = Math.sqrt(width * height);
  paint.fillStyle = mix(easel.palette[1], easel.palette[2], 0.4);
  paint.fillRect(0, 0, width, height);
  for (const [count, length, breadth] of [
    [340, 0.17, 0.052],
    [620, 0.1, 0.028],
    [820, 0.055, 0.014],
  ] as const)
    for (let i = 0; i < count; i++)
      stroke(
        paint,
        random,
        motif,
        [width, height],
        [width * between(random, -0.05, 1.02), height * between(random, -0.03, 1.03)],
        measure * length * between(random, 0.6, 1.2),
        measure * breadth * between(random, 0.7, 1.2),
      );
};

/** The surface of a painting, close. */
export const paintStrokes = (easel: Easel): void => {
  const motif = MOTIFS[easel.seed % MOTIFS.length] as (typeof MOTIFS)[number];
  paintMotif(easel, motif(easel.seed, easel.palette, easel.focus));
  easel.paint.fillStyle = linear(
    easel.paint,
    [0, 0],
    [easel.width, easel.height],
    [
      [0, alpha('#ffffff', 0.1)],
      [0.5, alpha('#ffffff', 0)],
      [1, alpha(BLACK, 0.25)],
    ],
  );
  easel.paint.fillRect(0, 0, easel.width, easel.height);
};

/** The canvas on its easel in the studio, under one lamp. */
export const paintStudio = (easel: Easel): void => {
  const { paint, width, height, palette, short, focus } = easel;
  const [night, deep, mid, light] = palette;
  paint.fillStyle = radial(paint, [width * focus, height * 0.36], 0, Math.max(width, height) * 0.75, [
    [0, mix(deep, mid, 0.45)],
    [0.5, mix(night, deep, 0.8)],
    [1, night],
  ]);
  paint.fillRect(0, 0, width, height);
  stageFloor(easel, 0.82, [width * focus, height * 0.94]);
  beam(
    paint,
    {
      from: [width * focus + short * 0.5, -height * 0.1],
      to: [width * focus, height],
      narrow: short * 0.03,
      wide: short * 0.42,
      colour: light,
      strength: 0.4,
    },
    short * 0.02,
  );
  const [w, h] = easel.seed % 2 ? [short * 0.74, short * 0.58] : [short * 0.52, short * 0.66];
  const [x, y] = [width * focus - w / 2, height * 0.44 - h / 2];
  paint.lineCap = 'round';
  for (const [fromX, toX] of [
    [0, -0.34],
    [0, 0.34],
    [0.02, 0.06],
  ] as const) {
    paint.strokeStyle = linear(
      paint,
      [width * focus - short * 0.3, 0],
      [width * focus + short * 0.3, 0],
      [
        [0, mix(night, '#3a2a1c', 0.7)],
        [1, mix('#8a6238', light, 0.25)],
      ],
    );
    paint.lineWidth = short * 0.026;
    paint.beginPath();
    paint.moveTo(width * focus + fromX * short, height * 0.44 - h * 0.72);
    paint.lineTo(width * focus + toX * short, height * 0.96);
    paint.stroke();
  }
  const canvas = createEasel({ width: Math.round(w), height: Math.round(h), palette, seed: easel.seed + 17 });
  const motif = MOTIFS[(easel.seed >> 1) % MOTIFS.length] as (typeof MOTIFS)[number];
  paintMotif(canvas, motif(easel.seed + 17, palette, 0.5));
  aside(paint, () => {
    paint.shadowColor = alpha(BLACK, 0.7);
    paint.shadowBlur = short * 0.06;
    paint.shadowOffsetX = -short * 0.03;
    paint.shadowOffsetY = short * 0.03;
    paint.fillStyle = '#e9dccb';
    paint.fillRect(x - 4, y - 4, w + 8, h + 8);
  });
  paint.drawImage(canvas.canvas, x, y, w, h);
  paint.fillStyle = linear(
    paint,
    [x + w, y],
    [x, y + h],
    [
      [0, alpha('#ffffff', 0.16)],
      [0.5, alpha('#ffffff', 0)],
      [1, alpha(BLACK, 0.36)],
    ],
  );
  paint.fillRect(x, y, w, h);
  paint.fillStyle = linear(
    paint,
    [0, y + h],
    [0, y + h + short * 0.04],
    [
      [0, '#a9794a'],
      [1, '#3b2615'],
    ],
  );
  paint.fillRect(x - short * 0.02, y + h + 3, w + short * 0.04, short * 0.028);
};

/** A wooden palette with the colours of the day. */
export const paintPigments = (easel: Easel): void => {
  const { paint, width, height, palette, short, focus, random, seed } = easel;
  const [night, deep, mid, light] = palette;
  paint.fillStyle = linear(
    paint,
    [0, 0],
    [width, height],
    [
      [0, mix(deep, mid, 0.25)],
      [0.6, mix(night, deep, 0.8)],
      [1, night],
    ],
  );
  paint.fillRect(0, 0, width, height);
  aside(paint, () => {
    paint.translate(width * focus, height * 0.53);
    paint.rotate(-0.2);
    const [across, down] = [short * 0.62, short * 0.42];
    aside(paint, () => {
      paint.shadowColor = alpha(BLACK, 0.75);
      paint.shadowBlur = short * 0.08;
      paint.shadowOffsetX = short * 0.03;
      paint.shadowOffsetY = short * 0.05;
      paint.fillStyle = linear(
        paint,
        [-across, -down],
        [across, down],
        [
          [0, '#e0b27a'],
          [0.5, '#b57f45'],
          [1, '#6d4420'],
        ],
      );
      paint.beginPath();
      paint.ellipse(0, 0, across, down, 0, 0, Math.PI * 2);
      paint.ellipse(across * 0.52, down * 0.46, across * 0.085, down * 0.14, -0.5, 0, Math.PI * 2, true);
      paint.fill();
    });
    paint.beginPath();
    paint.ellipse(0, 0, across, down, 0, 0, Math.PI * 2);
    paint.clip();
    for (let i = 0; i < 70; i++) {
      const y = -down + (2 * down * i) / 70;
      paint.strokeStyle = alpha(i % 3 ? '#5a3517' : '#ffe0b0', i % 3 ? 0.13 : 0.1);
      paint.lineWidth = between(random, 0.8, 2.4);
      paint.beginPath();
      for (let s = 0; s <= 10; s++) paint.lineTo(-across + (2 * across * s) / 10, y + short * 0.03 * noise(seed, s * 0.5, i * 0.12));
      paint.stroke();
    }
    const colours = [mid, light, deep, '#17a39c', lighten(light, 0.7), mix(mid, light, 0.5), '#c22f3a', lighten(deep, 0.35), '#f0b429'];
    const motif: Motif = {
      colour: (x, y) => colours[Math.floor(Math.abs(layered(seed, x * 4, y * 4, 2)) * 22) % colours.length] as string,
      way: (x, y) => 4 * noise(seed, x * 3, y * 3),
    };
    // mixed in the middle
    for (let i = 0; i < 46; i++) {
      const at: Point = [across * between(random, -0.4, 0.3), down * between(random, -0.2, 0.5)];
      stroke(
        paint,
        random,
        { colour: () => mix(pick(random, colours), pick(random, colours), 0.5), way: (x, y) => motif.way(x + at[0], y + at[1]) + i },
        [width, height],
        at,
        short * between(random, 0.06, 0.16),
        short * between(random, 0.02, 0.05),
      );
    }
    colours.forEach((colour, i) => {
      const a = Math.PI * (0.78 + (1.3 * i) / (colours.length - 1));
      blob(paint, random, [Math.cos(a) * across * 0.76, Math.sin(a) * down * 0.72], short * between(random, 0.045, 0.062), colour);
    });
  });
  adding(paint, () => glow(paint, [width * (focus - 0.3), 0], short, light, 0.22));
};

/** A heap of wet paint. */
const blob = (paint: Paint, random: Random, [x, y]: Point, size: number, colour: string): void => {
  const layers = 5;
  for (let i = 0; i < layers; i++) {
    const radius = size * (1 - i * 0.17);
    const at: Point = [x + size * 0.12 * i * between(random, -1, 1), y - size * 0.07 * i];
    aside(paint, () => {
      paint.shadowColor = alpha(BLACK, 0.45);
      paint.shadowBlur = size * 0.24;
      paint.shadowOffsetX = size * 0.08;
      paint.shadowOffsetY = size * 0.12;
      paint.fillStyle = radial(paint, [at[0] - radius * 0.4, at[1] - radius * 0.4], 0, radius * 1.5, [
        [0, lighten(colour, 0.4)],
        [0.35, colour],
        [1, darken(colour, 0.45)],
      ]);
      paint.beginPath();
      paint.ellipse(at[0], at[1], radius * 1.12, radius * 0.92, random() * 3, 0, Math.PI * 2);
      paint.fill();
    });
  }
  paint.fillStyle = alpha('#ffffff', 0.7);
  paint.fill(circle(x - size * 0.28, y - size * 0.5, size * 0.09));
};
