import { type BodyStyle, bodyParts, paintBody, POSES, type PoseName } from './bodies.ts';
import { paintBackdrop, paintFolds } from './curtains.ts';
import { alpha, BLACK, darken, lighten, mix } from './colour.ts';
import { adding, aside, circle, curve, type Easel, linear, Path2D, type Point } from './easel.ts';
import { beam, bokeh, glow, stageFloor, wash } from './light.ts';
import { between, pick } from './noise.ts';
import { paintVeil, paintVeils, twistedBand } from './ribbons.ts';

/** A dancer on the boards, with the cloth of the movement behind. */
const paintOnBoards = (easel: Easel, poses: readonly PoseName[], style: BodyStyle, skirted = false): void => {
  const { paint, width, height, palette, short, focus, random } = easel;
  const [night, deep, mid, light] = palette;
  const horizon = 0.76;
  const x = width * focus;
  paint.fillStyle = linear(
    paint,
    [0, 0],
    [0, height * horizon],
    [
      [0, darken(night, 0.25)],
      [0.55, mix(night, deep, 0.85)],
      [1, mix(deep, mid, 0.4)],
    ],
  );
  paint.fillRect(0, 0, width, height);
  adding(paint, () => {
    glow(paint, [x, height * 0.46], short * 0.62, mid, 0.8);
    glow(paint, [x + short * 0.06, height * 0.36], short * 0.36, light, 0.5);
  });
  paintVeils(easel, 2, 0.75);
  stageFloor(easel, horizon, [x, height * 0.88]);
  beam(
    paint,
    {
      from: [x + short * 0.5, -height * 0.1],
      to: [x, height * 0.92],
      narrow: short * 0.015,
      wide: short * 0.34,
      colour: light,
      strength: 0.42,
    },
    short * 0.016,
  );
  beam(
    paint,
    {
      from: [x - short * 0.55, -height * 0.1],
      to: [x, height * 0.92],
      narrow: short * 0.012,
      wide: short * 0.3,
      colour: mid,
      strength: 0.5,
    },
    short * 0.018,
  );
  const name = pick(random, poses);
  const pose = POSES[name];
  const unit = Math.min(height * 0.078, width * 0.1);
  const side = random() < 0.5 ? 1 : -1;
  const ground = height * 0.87;
  const parts = bodyParts(pose, style, skirted ? skirt(pose.hip, random) : []);
  aside(paint, () => {
    paint.globalAlpha = 0.3;
    paint.translate(0, ground * 2);
    paint.scale(1, -1);
    paint.beginPath();
    paint.rect(0, ground - unit * 2.6, width, unit * 2.7);
    paint.clip();
    paintBody(paint, [x, ground], unit, parts, palette, side);
  });
  paintBody(paint, [x, ground], unit, parts, palette, side, skirted ? 0.2 : 0);
};

/** A long dress that swings: a bell of cloth with frills. */
const skirt = ([x, y]: Point, random: () => number): Path2D[] => {
  const swing = between(random, 0.6, 1.5);
  const tiers: Path2D[] = [];
  for (let tier = 3; tier >= 0; tier--) {
    const low = y + 1.15 + tier * 0.92;
    const wide = 0.85 + tier * (0.42 + swing * 0.18);
    const drift = -swing * tier * 0.26;
    const edge: Point[] = [];
    for (let i = 0; i <= 10; i++) edge.push([x + drift + wide - (2 * wide * i) / 10, low + (i % 2 ? 0.2 : -0.08) + 0.12 * Math.sin(i)]);
    tiers.push(
      curve(
        [
          [x - 0.46, y - 0.3],
          [x + 0.46, y - 0.3],
          [x + 0.62 + tier * 0.1, y + 0.5 + tier * 0.5],
          ...edge,
          [x - 0.62 - tier * 0.16, y + 0.5 + tier * 0.5],
        ],
        true,
      ),
    );
  }
  return tiers;
};

/** A dancer in movement. */
export const paintDancer = (easel: Easel): void =>
  paintOnBoards(easel, ['arabesque', 'leap', 'reach', 'spin', 'lunge'], { hair: 'afro', trousers: true });

/** Flamenco: the hat, the heel, or the dress. */
export const paintFlamenco = (easel: Easel): void => {
  const dressed = easel.seed % 2 === 0;
  paintOnBoards(easel, ['flamenco', 'stamp'], { hair: dressed ? 'bun' : 'hat', trousers: !dressed }, dressed);
};

/** Dust that hangs in the light. */
const dust = (easel: Easel, count: number): void =>
  adding(easel.paint, () => {
    const { paint, width, height, random, palette, short } = easel;
    for (let i = 0; i < count; i++) {
      paint.fillStyle = alpha(palette[3], between(random, 0.05, 0.45));
      paint.fill(circle(width * random(), height * random(), short * between(random, 0.0006, 0.0022)));
    }
  });

/** High up on two silks, upside down. */
export const paintSilks = (easel: Easel): void => {
  const { paint, width, height, palette, short, focus, random, time } = easel;
  const [night, deep, mid, light] = palette;
  const x = width * focus;
  wash(easel, [x, height * 0.3], Math.max(width, height) * 0.8, [mix(deep, mid, 0.55), deep, mix(night, deep, 0.45), night]);
  beam(
    paint,
    {
      from: [x + short * 0.4, -height * 0.1],
      to: [x - short * 0.1, height * 1.1],
      narrow: short * 0.02,
      wide: short * 0.42,
      colour: light,
      strength: 0.4,
    },
    short * 0.02,
  );
  beam(
    paint,
    {
      from: [x - short * 0.5, -height * 0.1],
      to: [x + short * 0.1, height * 1.1],
      narrow: short * 0.015,
      wide: short * 0.3,
      colour: mid,
      strength: 0.5,
    },
    short * 0.02,
  );
  bokeh(easel, 14, [0.0, 0.7], short * 0.03, 0.7);
  const wide = width > height * 2;
  const unit = short * (wide ? 0.112 : between(random, 0.078, 0.096));
  const pose = POSES[wide ? 'hang' : ((['hang', 'soar', 'bow'] as const)[easel.seed % 3] ?? 'hang')];
  const side = easel.seed % 2 ? 1 : -1;
  const sway = Math.sin(time * Math.PI * 2) * unit * 0.4;
  const hip: Point = [x + sway, height * (wide ? 0.5 : 0.53)];
  const onBody = ([px, py]: Point = pose.hip): Point => [hip[0] + (px - pose.hip[0]) * unit * side, hip[1] + (py - pose.hip[1]) * unit];
  const body = (): void =>
    paintBody(paint, [hip[0] - pose.hip[0] * unit * side, hip[1] - pose.hip[1] * unit], unit, bodyParts(pose), palette, side);
  const cloth = (from: Point, to: Point, breadth: number, strength: number): void =>
    paintVeil(easel, {
      at: twistedBand(random, from, to, short * 0.012, breadth, time, 0.45),
      colour: mix(mid, light, 0.25),
      light,
      lines: Math.round(Math.min(110, Math.max(50, short / 8))),
      strength: (strength * 110) / Math.min(110, Math.max(50, short / 8)),
    });
  cloth([x - unit * 0.5, -height * 0.05], hip, unit * 0.62, 0.085);
  cloth(onBody(pose.legs[1][1]), [x - side * unit * 1.7, height * 1.08], unit * 0.9, 0.085);
  body();
  cloth(
    [x + unit * 0.5, -height * 0.05],
    pose === POSES.soar ? onBody(pose.arms[0][1]) : [hip[0] + 0.15 * unit, hip[1] - 0.1 * unit],
    unit * 0.5,
    0.11,
  );
  cloth([hip[0] + unit * 0.2, hip[1] + unit * 0.1], [x + unit * 1.6, height * 1.08], unit * 1.15, 0.08);
  dust(easel, 90);
};

/** Seated in a steel ring above the stage. */
export const paintHoop = (easel: Easel): void => {
  const { paint, width, height, palette, short, focus, time } = easel;
  const x = width * focus;
  paintBackdrop(easel, [x, height * 0.42], short * 0.24);
  const unit = short * 0.08;
  const side = easel.seed % 2 ? 1 : -1;
  const swing = Math.sin(time * Math.PI * 2) * 0.05;
  aside(paint, () => {
    paint.translate(x, -height * 0.1);
    paint.rotate(swing);
    paint.scale(side, 1);
    paint.translate(-x, height * 0.1);
    const centre: Point = [x - unit * 0.1, height * 0.5];
    const radius = unit * 3.15;
    const steel = (from: number, to: number): void => {
      paint.lineWidth = unit * 0.17;
      paint.strokeStyle = linear(
        paint,
        [x - radius, 0],
        [x + radius, 0],
        [
          [0, mix(palette[0], palette[1], 0.6)],
          [0.55, palette[1]],
          [0.8, palette[3]],
          [1, lighten(palette[3], 0.5)],
        ],
      );
      paint.beginPath();
      paint.arc(centre[0], centre[1], radius, from, to);
      paint.stroke();
    };
    paint.strokeStyle = alpha(palette[3], 0.7);
    paint.lineWidth = unit * 0.07;
    paint.beginPath();
    for (const out of [-0.5, 0.5]) {
      paint.moveTo(x, -height * 0.1);
      paint.lineTo(centre[0] + out * unit, centre[1] - radius);
    }
    paint.stroke();
    steel(0, Math.PI * 2);
    paintBody(paint, [x - unit * 1.1, centre[1] + radius + 3.15 * unit], unit, bodyParts(POSES.ring), palette, 1);
    steel(Math.PI * 1.6, Math.PI * 1.98);
  });
  dust(easel, 70);
  paint.fillStyle = linear(
    paint,
    [0, height * 0.75],
    [0, height],
    [
      [0, alpha(BLACK, 0)],
      [1, alpha(BLACK, 0.55)],
    ],
  );
  paint.fillRect(0, height * 0.75, width, height * 0.25);
};

/** The wings: the dancer waits behind the edge of the curtain, the stage is bright. */
export const paintWings = (easel: Easel): void => {
  const { paint, width, height, palette, short, focus, random } = easel;
  const x = width * Math.min(focus, 0.62);
  wash(easel, [x + short * 0.1, height * 0.42], Math.max(width, height) * 0.7, [
    lighten(palette[3], 0.25),
    palette[3],
    palette[2],
    mix(palette[1], palette[2], 0.3),
    palette[0],
  ]);
  stageFloor(easel, 0.8, [x, height * 0.86]);
  beam(
    paint,
    {
      from: [x + short * 0.3, -height * 0.1],
      to: [x - short * 0.1, height],
      narrow: short * 0.05,
      wide: short * 0.4,
      colour: palette[3],
      strength: 0.5,
    },
    short * 0.02,
  );
  const unit = height * 0.085;
  paintBody(
    paint,
    [x - short * 0.02, height * 0.93],
    unit,
    bodyParts(POSES[pick(random, ['reach', 'spin', 'flamenco'] as const)], { hair: 'bun' }),
    [darken(palette[0], 0.4), palette[0], palette[2], palette[3]],
    1,
  );
  for (const [from, to] of [
    [0, x - short * 0.28],
    [x + short * 0.36, width],
  ] as const) {
    if (to <= from) continue;
    aside(paint, () => {
      const edge = new Path2D();
      edge.rect(from, 0, to - from, height);
      paint.shadowColor = alpha(BLACK, 0.8);
      paint.shadowBlur = short * 0.08;
      paint.fillStyle = palette[0];
      paint.fill(edge);
      paint.shadowColor = 'transparent';
      paint.clip(edge);
      paintFolds(easel, from, to, height, 0.7);
    });
  }
};
