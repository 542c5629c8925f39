import { alpha, mix, type Palette } from './colour.ts';
import { adding, type Easel, type Point } from './easel.ts';
import { wash } from './light.ts';
import { between, type Random } from './noise.ts';

interface Veil {
  colour: string;
  light: string;
  /** Lines across the width of the cloth. */
  lines: number;
  strength: number;
  /** The cloth: a point for a place along it (0 to 1) and across it (-1 to 1). */
  at: (along: number, across: number) => Point;
}

/** A twisted band of cloth between two ends; its folds open and close with the time. */
export const twistedBand = (random: Random, from: Point, to: Point, sway: number, breadth: number, time: number, slack = 1): Veil['at'] => {
  const turns = between(random, 0.4, 0.85) * slack;
  const phases = Array.from({ length: 6 }, () => random() * Math.PI * 2);
  const [a, b, c, d, e] = phases as [number, number, number, number, number];
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  const normal: Point = [-dy / length, dx / length];
  const now = time * Math.PI * 2;
  return (s, w) => {
    const bend =
      sway * (Math.sin(s * 4.1 + a + 0.35 * Math.sin(now)) * (0.35 + 0.65 * s) + 0.4 * Math.sin(s * 8.3 + b + 0.5 * Math.sin(now + c)));
    const twist = Math.cos(s * Math.PI * turns * 2 + d + w * 1.25 + 0.45 * Math.sin(now + e));
    const lean = Math.sin(s * Math.PI * turns * 2 + d + w * 0.6);
    const out = bend + w * breadth * twist * (0.5 + 0.5 * Math.sin(s * 2.6 + c) ** 2 + 0.25);
    const slide = w * breadth * 0.4 * lean;
    return [from[0] + dx * s + normal[0] * out + (dx / length) * slide, from[1] + dy * s + normal[1] * out + (dy / length) * slide];
  };
};

/** Draws a cloth as many thin lines of light: where it folds they crowd and shine. */
export const paintVeil = (easel: Easel, { at, colour, light, lines, strength }: Veil, steps = 64): void =>
  adding(easel.paint, () => {
    const { paint } = easel;
    // wide enough that neighbours overlap: satin, not wire
    paint.lineWidth = Math.max(1.2, easel.short / 340);
    for (let i = 0; i < lines; i++) {
      const across = (i / (lines - 1)) * 2 - 1;
      const edge = Math.abs(across) ** 6;
      paint.strokeStyle = alpha(
        mix(colour, light, 0.12 + 0.5 * edge + 0.3 * ((across + 1) / 2) ** 3),
        0.52 * strength * (0.5 + 0.5 * Math.cos(across * 1.5) + edge * 1.6),
      );
      paint.beginPath();
      for (let s = 0; s <= steps; s++) {
        const [x, y] = at(s / steps, across);
        if (s) paint.lineTo(x, y);
        else paint.moveTo(x, y);
      }
      paint.stroke();
    }
  });

/** Several veils across the picture; each palette colour is one cloth. */
export const paintVeils = (easel: Easel, count: number, strength = 1, palette: Palette = easel.palette): void => {
  const { width, height, short, random, focus, time } = easel;
  // a small picture needs fewer lines to look like cloth
  const lines = Math.round(Math.min(170, Math.max(80, short / 5)));
  const upright = width / height < 1.5 || focus > 0.6;
  for (let k = 0; k < count; k++) {
    const centre = width * (focus + between(random, -0.1, 0.1));
    const reach = upright ? width * 0.22 : width * 0.3;
    const tilt = between(random, -1, 1);
    const from: Point = upright || k % 2 ? [centre - tilt * reach, -height * 0.12] : [-width * 0.08, height * between(random, 0.2, 0.8)];
    const to: Point = upright || k % 2 ? [centre + tilt * reach, height * 1.12] : [width * 1.08, height * between(random, 0.2, 0.8)];
    const colour = [palette[2], mix(palette[1], palette[2], 0.55), mix(palette[2], palette[3], 0.35)][k % 3] as string;
    paintVeil(easel, {
      at: twistedBand(random, from, to, short * between(random, 0.12, 0.26), short * between(random, 0.26, 0.5), time),
      colour,
      light: palette[3],
      lines,
      strength: (strength * between(random, 0.085, 0.13) * 170) / lines,
    });
  }
};

/** Movement itself: cloth in light on a dark ground. */
export const paintRibbons = (easel: Easel): void => {
  const { width, height, palette, focus } = easel;
  wash(easel, [width * focus, height * 0.4], Math.max(width, height) * 0.72, [
    mix(palette[1], palette[2], 0.1),
    mix(palette[0], palette[1], 0.8),
    palette[0],
  ]);
  paintVeils(easel, 4);
};
