import { alpha, BLACK, darken, lighten, mix, type Palette } from './colour.ts';
import { adding, aside, circle, curve, type Easel, linear, type Paint, Path2D, type Point } from './easel.ts';
import { glow, groundShadow, windowLight } from './light.ts';
import { between, noise, pick, type Random } from './noise.ts';

/** Half widths of a thrown pot from foot to lip, as parts of its width. */
const PROFILES = {
  jar: [0.26, 0.4, 0.5, 0.48, 0.36, 0.22, 0.24],
  bottle: [0.3, 0.44, 0.5, 0.42, 0.22, 0.1, 0.1, 0.14],
  bowl: [0.2, 0.24, 0.36, 0.45, 0.5],
  cup: [0.36, 0.44, 0.47, 0.48, 0.5],
  moon: [0.2, 0.4, 0.5, 0.5, 0.4, 0.22, 0.24],
  vase: [0.3, 0.36, 0.46, 0.5, 0.44, 0.3, 0.36],
} as const;
export type Vessel = keyof typeof PROFILES;

/** The half width at a height of 0 (foot) to 1 (lip). */
const widthAt = (vessel: Vessel, at: number): number => {
  const profile: readonly number[] = PROFILES[vessel];
  const place = at * (profile.length - 1);
  const step = Math.min(profile.length - 2, Math.floor(place));
  const t = place - step;
  const get = (i: number): number => profile[Math.min(profile.length - 1, Math.max(0, i))] as number;
  const [a, b, c, d] = [get(step - 1), get(step), get(step + 1), get(step + 2)];
  return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t);
};

const outline = (vessel: Vessel, x: number, foot: number, width: number, height: number): Path2D => {
  const points: Point[] = [];
  for (let i = 0; i <= 40; i++) points.push([x + width * widthAt(vessel, i / 40), foot - (height * i) / 40]);
  for (let i = 40; i >= 0; i--) points.push([x - width * widthAt(vessel, i / 40), foot - (height * i) / 40]);
  const path = new Path2D();
  points.forEach(([px, py], i) => (i ? path.lineTo(px, py) : path.moveTo(px, py)));
  path.quadraticCurveTo(x, foot + width * 0.07, points[0]?.[0] ?? x, foot);
  path.closePath();
  return path;
};

/** One pot, lit from the left: clay below, a glaze that ran above, speckles, rings of the wheel. */
export const paintVessel = (
  paint: Paint,
  random: Random,
  vessel: Vessel,
  [x, foot]: Point,
  width: number,
  height: number,
  palette: Palette,
  glaze: string,
): void => {
  const [night, deep, mid, light] = palette;
  const path = outline(vessel, x, foot, width, height);
  const half = width * 0.52;
  const seed = Math.floor(random() * 9999);
  groundShadow(paint, [x + width * 0.3, foot + width * 0.02], width * 0.62, width * 0.075, 0.55, width * 0.06);
  aside(paint, () => {
    paint.clip(path);
    paint.fillStyle = linear(
      paint,
      [x - half, 0],
      [x + half, 0],
      [
        [0, mix(deep, mid, 0.55)],
        [0.2, mix(mid, light, 0.7)],
        [0.34, lighten(light, 0.12)],
        [0.55, mid],
        [0.86, mix(night, deep, 0.75)],
        [1, mix(deep, mid, 0.4)],
      ],
    );
    paint.fillRect(x - width, foot - height * 1.1, width * 2, height * 1.3);
    for (let i = 0; i < 26; i++) {
      const at = i / 26;
      const y = foot - height * at;
      const reach = width * widthAt(vessel, at);
      paint.strokeStyle = i % 2 ? alpha(BLACK, 0.1) : alpha(light, 0.12);
      paint.lineWidth = height * 0.008;
      paint.beginPath();
      paint.ellipse(x, y, reach, reach * 0.15, 0, 0, Math.PI);
      paint.stroke();
    }
    // the glaze: a wash with an edge that ran
    const line = between(random, 0.35, 0.6);
    const edge: Point[] = [];
    for (let i = 0; i <= 16; i++) {
      const t = i / 16;
      const run = height * 0.11 * noise(seed, t * 4.5) + height * 0.05 * noise(seed + 5, t * 11) + width * 0.07 * Math.sin(t * Math.PI);
      edge.push([x - width * 0.6 + width * 1.2 * t, foot - height * line + run]);
    }
    const pool = curve(edge);
    pool.lineTo(x + width, foot - height * 1.2);
    pool.lineTo(x - width, foot - height * 1.2);
    pool.closePath();
    paint.fillStyle = linear(
      paint,
      [x - half, 0],
      [x + half, 0],
      [
        [0, mix(glaze, night, 0.5)],
        [0.22, mix(glaze, light, 0.45)],
        [0.33, mix(glaze, '#ffffff', 0.62)],
        [0.4, mix(glaze, light, 0.25)],
        [0.6, glaze],
        [0.9, mix(glaze, night, 0.72)],
        [1, mix(glaze, mid, 0.3)],
      ],
    );
    paint.globalAlpha = 0.94;
    paint.fill(pool);
    paint.globalAlpha = 1;
    paint.strokeStyle = alpha(mix(glaze, light, 0.6), 0.55);
    paint.lineWidth = width * 0.012;
    paint.stroke(curve(edge));
    for (let i = 0; i < 120; i++) {
      const at = random();
      paint.fillStyle = alpha(random() < 0.7 ? night : light, between(random, 0.15, 0.5));
      paint.fill(circle(x + width * between(random, -0.5, 0.5), foot - height * at, width * between(random, 0.002, 0.007)));
    }
    adding(paint, () => {
      paint.filter = `blur(${(width * 0.02).toFixed(1)}px)`;
      paint.fillStyle = alpha(light, 0.42);
      paint.beginPath();
      paint.ellipse(x - width * 0.24, foot - height * 0.68, width * 0.035, height * 0.16, 0.08, 0, Math.PI * 2);
      paint.fill();
    });
    paint.fillStyle = linear(
      paint,
      [0, foot - height * 0.25],
      [0, foot],
      [
        [0, alpha(night, 0)],
        [1, alpha(night, 0.5)],
      ],
    );
    paint.fillRect(x - width, foot - height * 0.25, width * 2, height * 0.3);
  });
  const lip = width * widthAt(vessel, 1);
  paint.fillStyle = linear(
    paint,
    [x - lip, 0],
    [x + lip, 0],
    [
      [0, darken(glaze, 0.75)],
      [0.6, mix(glaze, night, 0.55)],
      [1, mix(glaze, mid, 0.2)],
    ],
  );
  paint.beginPath();
  paint.ellipse(x, foot - height, lip, lip * 0.17, 0, 0, Math.PI * 2);
  paint.fill();
  paint.strokeStyle = linear(
    paint,
    [x - lip, 0],
    [x + lip, 0],
    [
      [0, lighten(light, 0.3)],
      [0.5, mix(glaze, light, 0.6)],
      [1, mix(glaze, light, 0.3)],
    ],
  );
  paint.lineWidth = Math.max(1.5, width * 0.014);
  paint.stroke();
};

/** The glazes on a shelf of one potter: two of the palette, one that is theirs. */
const GLAZES = ['#2f5566', '#3d6b5f', '#e9e0d0', '#1f2c3b', '#8d9c8f'] as const;

const SHELVES: readonly (readonly (readonly [vessel: Vessel, x: number, width: number, height: number, foot: number])[])[] = [
  [
    ['bottle', -0.3, 0.27, 0.62, 0],
    ['moon', 0.04, 0.42, 0.42, 0.03],
    ['cup', 0.36, 0.2, 0.21, 0.06],
  ],
  [
    ['jar', -0.2, 0.46, 0.56, 0],
    ['bottle', 0.2, 0.2, 0.68, -0.01],
    ['bowl', 0.4, 0.3, 0.15, 0.06],
  ],
  [
    ['moon', 0, 0.6, 0.6, 0.02],
    ['cup', -0.43, 0.18, 0.2, 0.06],
    ['cup', 0.43, 0.17, 0.18, 0.07],
  ],
  [
    ['cup', -0.5, 0.2, 0.22, 0.03],
    ['cup', -0.25, 0.2, 0.22, 0.045],
    ['cup', 0, 0.2, 0.22, 0.03],
    ['cup', 0.25, 0.2, 0.22, 0.045],
    ['cup', 0.5, 0.2, 0.22, 0.03],
    ['vase', 0.12, 0.3, 0.55, -0.03],
  ],
  [
    ['vase', -0.28, 0.36, 0.58, 0],
    ['bowl', 0.18, 0.5, 0.24, 0.05],
    ['bottle', 0.46, 0.16, 0.46, -0.01],
  ],
];

/** Pots on a shelf in window light. */
export const paintVessels = (easel: Easel): void => {
  const { paint, width, height, palette, short, focus, random } = easel;
  const [night, deep, mid, light] = palette;
  const shelf = height * (width > height * 2 ? 0.84 : 0.78);
  paint.fillStyle = linear(
    paint,
    [0, 0],
    [width * 0.5, height],
    [
      [0, mix(mid, light, 0.42)],
      [0.5, mix(deep, mid, 0.75)],
      [1, mix(night, deep, 0.9)],
    ],
  );
  paint.fillRect(0, 0, width, height);
  for (let i = 0; i < 260; i++) {
    paint.fillStyle = alpha(i % 2 ? night : light, 0.035);
    paint.fillRect(width * random(), height * random(), short * between(random, 0.02, 0.16), short * 0.002);
  }
  windowLight(easel, [width * (focus - 0.2), -height * 0.06], short * 0.95, light, 0.26);
  adding(paint, () => glow(paint, [width * (focus - 0.35), 0], short, light, 0.3));
  paint.fillStyle = linear(
    paint,
    [0, shelf],
    [0, height],
    [
      [0, mix(deep, mid, 0.5)],
      [0.12, mix(night, deep, 0.95)],
      [1, mix(night, deep, 0.2)],
    ],
  );
  paint.fillRect(0, shelf, width, height - shelf);
  for (let i = 0; i < 16; i++) {
    paint.fillStyle = alpha(i % 2 ? BLACK : light, 0.06);
    paint.fillRect(0, shelf + (height - shelf) * random() ** 2, width, between(random, 1, 4));
  }
  const group = pick(random, SHELVES);
  const scale = short * (width > height * 2 ? 1.1 : 1);
  const glazes = [pick(random, GLAZES), pick(random, GLAZES), pick(random, GLAZES)];
  [...group]
    .sort((one, other) => one[4] - other[4])
    .forEach(([vessel, x, w, h, down], i) => {
      paintVessel(
        paint,
        random,
        vessel,
        [width * focus + x * scale, shelf + (0.055 + down) * scale],
        w * scale,
        h * scale,
        palette,
        glazes[i % 3] as string,
      );
    });
};
