import { alpha, BLACK, darken, lighten, mix, type Palette } from './colour.ts';
import { adding, aside, circle, curve, type Easel, linear, type Paint, Path2D, type Point, radial } from './easel.ts';
import { bokeh, glow, groundShadow, windowLight } from './light.ts';
import { between, layered, noise, pick, type Random } from './noise.ts';

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
export const paintVessel = (paint: Paint, random: Random, vessel: Vessel, [x, foot]: Point, width: number, height: number, palette: Palette, glaze: string): void => {
  const [night, deep, mid, light] = palette;
  const path = outline(vessel, x, foot, width, height);
  const half = width * 0.52;
  const seed = Math.floor(random() * 9999);
  groundShadow(paint, [x + width * 0.3, foot + width * 0.02], width * 0.62, width * 0.075, 0.55, width * 0.06);
  aside(paint, () => {
    paint.clip(path);
    paint.fillStyle = linear(paint, [x - half, 0], [x + half, 0], [[0, mix(deep, mid, 0.55)], [0.2, mix(mid, light, 0.7)], [0.34, lighten(light, 0.12)], [0.55, mid], [0.86, mix(night, deep, 0.75)], [1, mix(deep, mid, 0.4)]]);
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
    paint.fillStyle = linear(paint, [x - half, 0], [x + half, 0], [[0, mix(glaze, night, 0.5)], [0.22, mix(glaze, light, 0.45)], [0.33, mix(glaze, '#ffffff', 0.62)], [0.4, mix(glaze, light, 0.25)], [0.6, glaze], [0.9, mix(glaze, night, 0.72)], [1, mix(glaze, mid, 0.3)]]);
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
    paint.fillStyle = linear(paint, [0, foot - height * 0.25], [0, foot], [[0, alpha(night, 0)], [1, alpha(night, 0.5)]]);
    paint.fillRect(x - width, foot - height * 0.25, width * 2, height * 0.3);
  });
  const lip = width * widthAt(vessel, 1);
  paint.fillStyle = linear(paint, [x - lip, 0], [x + lip, 0], [[0, darken(glaze, 0.75)], [0.6, mix(glaze, night, 0.55)], [1, mix(glaze, mid, 0.2)]]);
  paint.beginPath();
  paint.ellipse(x, foot - height, lip, lip * 0.17, 0, 0, Math.PI * 2);
  paint.fill();
  paint.strokeStyle = linear(paint, [x - lip, 0], [x + lip, 0], [[0, lighten(light, 0.3)], [0.5, mix(glaze, light, 0.6)], [1, mix(glaze, light, 0.3)]]);
  paint.lineWidth = Math.max(1.5, width * 0.014);
  paint.stroke();
};

/** The glazes on a shelf of one potter: two of the palette, one that is theirs. */
const GLAZES = ['#2f5566', '#3d6b5f', '#e9e0d0', '#1f2c3b', '#8d9c8f'] as const;

const SHELVES: readonly (readonly (readonly [vessel: Vessel, x: number, width: number, height: number, foot: number])[])[] = [
  [['bottle', -0.3, 0.27, 0.62, 0], ['moon', 0.04, 0.42, 0.42, 0.03], ['cup', 0.36, 0.2, 0.21, 0.06]],
  [['jar', -0.2, 0.46, 0.56, 0], ['bottle', 0.2, 0.2, 0.68, -0.01], ['bowl', 0.4, 0.3, 0.15, 0.06]],
  [['moon', 0, 0.6, 0.6, 0.02], ['cup', -0.43, 0.18, 0.2, 0.06], ['cup', 0.43, 0.17, 0.18, 0.07]],
  [['cup', -0.5, 0.2, 0.22, 0.03], ['cup', -0.25, 0.2, 0.22, 0.045], ['cup', 0, 0.2, 0.22, 0.03], ['cup', 0.25, 0.2, 0.22, 0.045], ['cup', 0.5, 0.2, 0.22, 0.03], ['vase', 0.12, 0.3, 0.55, -0.03]],
  [['vase', -0.28, 0.36, 0.58, 0], ['bowl', 0.18, 0.5, 0.24, 0.05], ['bottle', 0.46, 0.16, 0.46, -0.01]],
];

/** Pots on a shelf in window light. */
export const paintVessels = (easel: Easel): void => {
  const { paint, width, height, palette, short, focus, random } = easel;
  const [night, deep, mid, light] = palette;
  const shelf = height * (width > height * 2 ? 0.84 : 0.78);
  paint.fillStyle = linear(paint, [0, 0], [width * 0.5, height], [[0, mix(mid, light, 0.42)], [0.5, mix(deep, mid, 0.75)], [1, mix(night, deep, 0.9)]]);
  paint.fillRect(0, 0, width, height);
  for (let i = 0; i < 260; i++) {
    paint.fillStyle = alpha(i % 2 ? night : light, 0.035);
    paint.fillRect(width * random(), height * random(), short * between(random, 0.02, 0.16), short * 0.002);
  }
  windowLight(easel, [width * (focus - 0.2), -height * 0.06], short * 0.95, light, 0.26);
  adding(paint, () => glow(paint, [width * (focus - 0.35), 0], short, light, 0.3));
  paint.fillStyle = linear(paint, [0, shelf], [0, height], [[0, mix(deep, mid, 0.5)], [0.12, mix(night, deep, 0.95)], [1, mix(night, deep, 0.2)]]);
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
      paintVessel(paint, random, vessel, [width * focus + x * scale, shelf + (0.055 + down) * scale], w * scale, h * scale, palette, glazes[i % 3] as string);
    });
};

/** A bowl on the wheel from above: rings of wet clay that turn. */
export const paintWheel = (easel: Easel): void => {
  const { paint, width, height, palette, short, focus, random, seed, time } = easel;
  const [night, deep, mid, light] = palette;
  paint.fillStyle = linear(paint, [0, 0], [width, height], [[0, mix(deep, mid, 0.35)], [0.5, mix(night, deep, 0.85)], [1, night]]);
  paint.fillRect(0, 0, width, height);
  const centre: Point = [width * focus, height * 0.54];
  const squash = 0.86;
  aside(paint, () => {
    paint.translate(...centre);
    paint.scale(1, squash);
    const disc = short * 0.5;
    aside(paint, () => {
      paint.shadowColor = alpha(BLACK, 0.8);
      paint.shadowBlur = short * 0.08;
      paint.shadowOffsetY = short * 0.05;
      paint.fillStyle = mix(night, deep, 0.6);
      paint.fill(circle(0, 0, disc));
    });
    const steel = paint.createConicGradient(0.4, 0, 0);
    for (let i = 0; i <= 12; i++) steel.addColorStop(i / 12, mix(mix(night, deep, 0.7), mix(mid, light, 0.3), i % 3 === 0 ? 0.4 : 0.16));
    paint.fillStyle = steel;
    paint.fill(circle(0, 0, disc * 0.98));
    for (let i = 0; i < 34; i++) {
      paint.strokeStyle = alpha(i % 2 ? night : light, between(random, 0.05, 0.2));
      paint.lineWidth = short * 0.002;
      paint.stroke(circle(0, 0, disc * between(random, 0.6, 0.98)));
    }
    // slip flung over the disc
    aside(paint, () => {
      paint.rotate(time * Math.PI * 2);
      for (let i = 0; i < 70; i++) {
        const angle = random() * Math.PI * 2;
        const reach = disc * between(random, 0.66, 0.96);
        const long = between(random, 0.01, 0.12);
        paint.strokeStyle = alpha(mix(mid, light, random() * 0.5), between(random, 0.3, 0.85));
        paint.lineWidth = short * between(random, 0.002, 0.008);
        paint.lineCap = 'round';
        paint.beginPath();
        paint.arc(0, 0, reach, angle, angle + long);
        paint.stroke();
      }
    });
    const rim = disc * 0.68;
    aside(paint, () => {
      paint.shadowColor = alpha(BLACK, 0.7);
      paint.shadowBlur = short * 0.06;
      paint.shadowOffsetX = short * 0.03;
      paint.shadowOffsetY = short * 0.04;
      paint.fillStyle = mid;
      paint.fill(circle(0, 0, rim));
    });
    paint.fillStyle = linear(paint, [-rim, -rim], [rim, rim], [[0, lighten(light, 0.2)], [0.4, mix(mid, light, 0.35)], [1, mix(deep, mid, 0.35)]]);
    paint.fill(circle(0, 0, rim));
    const inside = rim * 0.84;
    paint.fillStyle = linear(paint, [-inside, -inside], [inside, inside], [[0, mix(night, deep, 0.75)], [0.55, mix(deep, mid, 0.75)], [1, mix(mid, light, 0.62)]]);
    paint.fill(circle(0, 0, inside));
    // the spiral the thumbs left
    for (let turn = 0; turn < 11; turn++) {
      const base = inside * (1 - turn / 11.6);
      const points: Point[] = [];
      for (let i = 0; i <= 60; i++) {
        const a = (i / 60) * Math.PI * 2;
        const r = base - (inside / 11.6) * (i / 60) + inside * 0.012 * layered(seed, Math.cos(a + time * 6.283) * 2 + turn, Math.sin(a + time * 6.283) * 2, 2);
        points.push([Math.cos(a) * r, Math.sin(a) * r]);
      }
      paint.lineWidth = short * 0.0085;
      paint.strokeStyle = linear(paint, [-inside, -inside], [inside, inside], [[0, alpha(BLACK, 0.34)], [0.5, alpha(mid, 0.2)], [1, alpha(lighten(light, 0.3), 0.5)]]);
      paint.stroke(curve(points));
    }
    adding(paint, () => {
      const wet = paint.createConicGradient(2.4 + 0.15 * Math.sin(time * Math.PI * 2), 0, 0);
      for (const [at, strength] of [[0, 0], [0.07, 0.3], [0.15, 0], [0.5, 0], [0.57, 0.14], [0.64, 0], [1, 0]] as const) wet.addColorStop(at, alpha(light, strength));
      paint.fillStyle = wet;
      paint.fill(circle(0, 0, rim));
    });
  });
  adding(paint, () => glow(paint, [width * (focus - 0.3), 0], short * 0.9, light, 0.3));
};

/** The mouth of the kiln in the night: pots as shadows before the fire. */
export const paintKiln = (easel: Easel): void => {
  const { paint, width, height, palette, short, focus, random } = easel;
  const [night, deep] = palette;
  const [ember, flame, heart] = ['#c2401a', '#ff9a3d', '#fff0c0'];
  paint.fillStyle = night;
  paint.fillRect(0, 0, width, height);
  const brick = short * 0.095;
  for (let row = 0; row * brick * 0.5 < height; row++) {
    for (let column = -1; column * brick < width + brick; column++) {
      const [x, y] = [column * brick + (row % 2 ? brick / 2 : 0), row * brick * 0.5];
      const distance = Math.hypot(x + brick / 2 - width * focus, y - height * 0.56) / short;
      const lit = Math.max(0, 1 - distance * 1.15) ** 1.4;
      paint.fillStyle = mix(mix(darken(night, 0.3), deep, 0.28 * random()), ember, lit * between(random, 0.5, 0.85));
      paint.beginPath();
      paint.roundRect(x + 1.5, y + 1.5, brick - 3, brick * 0.5 - 3, brick * 0.04);
      paint.fill();
    }
  }
  const [x, floor, half, top] = [width * focus, height * 0.83, short * 0.33, height * 0.22];
  const mouth = new Path2D();
  mouth.moveTo(x - half, floor);
  mouth.lineTo(x - half, top + half * 0.9);
  mouth.bezierCurveTo(x - half, top - half * 0.1, x + half, top - half * 0.1, x + half, top + half * 0.9);
  mouth.lineTo(x + half, floor);
  mouth.closePath();
  aside(paint, () => {
    paint.shadowColor = flame;
    paint.shadowBlur = short * 0.2;
    paint.fillStyle = flame;
    paint.fill(mouth);
  });
  aside(paint, () => {
    paint.clip(mouth);
    paint.fillStyle = radial(paint, [x, floor - half * 0.9], 0, half * 1.9, [[0, '#fffbe8'], [0.25, heart], [0.55, flame], [1, ember]]);
    paint.fillRect(x - half, 0, half * 2, height);
    adding(paint, () => {
      for (let i = 0; i < 26; i++) {
        const at = x + half * between(random, -1, 1);
        const tall = half * between(random, 0.5, 1.7);
        paint.fillStyle = linear(paint, [0, floor], [0, floor - tall], [[0, alpha(heart, 0.24)], [1, alpha(flame, 0)]]);
        paint.fill(curve([[at - half * 0.12, floor], [at - half * 0.06, floor - tall * 0.5], [at + half * 0.05 * (random() - 0.5), floor - tall], [at + half * 0.08, floor - tall * 0.45], [at + half * 0.12, floor]], true));
      }
    });
    const dark: Palette = [darken(night, 0.5), '#2a0d05', '#5c1c08', '#a8400f'];
    const line: [Vessel, number, number, number][] = [['bottle', -0.62, 0.34, 0.95], ['moon', -0.12, 0.56, 0.55], ['jar', 0.44, 0.46, 0.7], ['cup', 0.8, 0.24, 0.26]];
    for (const [vessel, at, w, h] of line) paintVessel(paint, random, vessel, [x + at * half, floor + half * 0.02], w * half, h * half, dark, '#3a1206');
    adding(paint, () => glow(paint, [x, floor - half], half * 1.5, flame, 0.35));
  });
  paint.strokeStyle = alpha(heart, 0.6);
  paint.lineWidth = short * 0.006;
  paint.stroke(mouth);
  adding(paint, () => {
    for (let i = 0; i < 120; i++) {
      const rise = random() ** 1.5;
      paint.fillStyle = alpha(mix(flame, heart, random()), 0.9 * (1 - rise));
      paint.fill(circle(x + half * between(random, -1, 1) * (1 + rise), floor - height * 0.8 * rise, short * between(random, 0.001, 0.0035)));
    }
    aside(paint, () => {
      paint.translate(x, floor);
      paint.scale(1, 0.22);
      glow(paint, [0, 0], half * 2.2, flame, 0.7);
    });
  });
  bokeh(easel, 8, [0.1, 0.9], short * 0.02, 0.4);
};
