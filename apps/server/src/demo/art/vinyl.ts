import { alpha, BLACK, darken, lighten, mix, WHITE } from './colour.ts';
import { adding, aside, circle, curve, type Easel, linear, type Paint, type Point, radial } from './easel.ts';
import { bokeh, glow, wash } from './light.ts';
import { between, layered, pick } from './noise.ts';

/** A record that plays; two cones of light turn on its grooves. */
export const paintVinyl = (easel: Easel): void => {
  const { paint, width, height, palette, short, focus, random, time } = easel;
  const [night, deep, mid, light] = palette;
  wash(easel, [width * 0.1, 0], Math.max(width, height) * 1.1, [mix(deep, mid, 0.5), deep, night]);
  const wide = width > height * 2;
  const centre: Point = [width * (focus + 0.04), height * (wide ? 0.86 : 0.55)];
  const radius = short * (wide ? 0.98 : 0.57);
  const spin = time * Math.PI * 4 + random() * 3;
  aside(paint, () => {
    paint.shadowColor = alpha(BLACK, 0.75);
    paint.shadowBlur = short * 0.08;
    paint.shadowOffsetY = short * 0.03;
    paint.fillStyle = '#0b0a0d';
    paint.fill(circle(...centre, radius));
  });
  for (let i = 0; i < 110; i++) {
    const at = 0.36 + (0.62 * i) / 110;
    const gap = i % 27 === 0;
    paint.strokeStyle = gap ? alpha(BLACK, 0.8) : alpha(WHITE, between(random, 0.012, 0.06));
    paint.lineWidth = short * (gap ? 0.004 : 0.0014);
    paint.stroke(circle(...centre, radius * at));
  }
  aside(paint, () => {
    paint.clip(circle(...centre, radius * 0.99));
    paint.globalCompositeOperation = 'lighter';
    const sheen = paint.createConicGradient(0.7 + 0.05 * Math.sin(spin), ...centre);
    const stops: [number, string, number][] = [
      [0.0, mid, 0],
      [0.07, light, 0.5],
      [0.13, mid, 0.04],
      [0.3, mid, 0],
      [0.36, mid, 0.28],
      [0.42, mid, 0],
      [0.5, light, 0],
      [0.57, mix(mid, light, 0.5), 0.5],
      [0.63, mid, 0.03],
      [0.8, mid, 0],
      [0.87, mid, 0.24],
      [0.93, mid, 0],
      [1, mid, 0],
    ];
    for (const [at, colour, strength] of stops) sheen.addColorStop(at, alpha(colour, strength));
    paint.fillStyle = sheen;
    paint.fillRect(centre[0] - radius, centre[1] - radius, radius * 2, radius * 2);
  });
  aside(paint, () => {
    paint.translate(...centre);
    paint.rotate(spin);
    paint.fillStyle = mid;
    paint.fill(circle(0, 0, radius * 0.33));
    paint.fillStyle = light;
    paint.beginPath();
    paint.arc(0, 0, radius * 0.33, -Math.PI / 2, Math.PI / 2);
    paint.fill();
    paint.fillStyle = deep;
    for (let i = 0; i < 4; i++)
      paint.fillRect(radius * 0.08, -radius * 0.14 + i * radius * 0.085, radius * (0.2 - (i % 2) * 0.06), radius * 0.022);
    paint.strokeStyle = alpha(deep, 0.5);
    paint.lineWidth = radius * 0.01;
    paint.stroke(circle(0, 0, radius * 0.29));
    paint.fillStyle = night;
    paint.fill(circle(0, 0, radius * 0.032));
  });
  paintArm(
    paint,
    [centre[0] + radius * 1.0, centre[1] - radius * 1.02],
    [centre[0] + radius * 0.34, centre[1] + radius * 0.38],
    short,
    palette,
  );
};

const paintArm = (paint: Paint, from: Point, to: Point, short: number, palette: Easel['palette']): void =>
  aside(paint, () => {
    paint.shadowColor = alpha(BLACK, 0.65);
    paint.shadowBlur = short * 0.03;
    paint.shadowOffsetX = short * 0.012;
    paint.shadowOffsetY = short * 0.03;
    paint.lineCap = 'round';
    paint.lineJoin = 'round';
    paint.lineWidth = short * 0.017;
    const steel = linear(paint, from, to, [
      [0, '#8d868c'],
      [0.3, '#f3edf0'],
      [0.6, '#a69fa5'],
      [1, '#e6dfe3'],
    ]);
    paint.strokeStyle = steel;
    const knee: Point = [from[0] + (to[0] - from[0]) * 0.62 + short * 0.07, from[1] + (to[1] - from[1]) * 0.66];
    paint.stroke(curve([from, [(from[0] + knee[0]) / 2 + short * 0.02, (from[1] + knee[1]) / 2], knee, to]));
    paint.fillStyle = radial(paint, from, 0, short * 0.085, [
      [0, '#f5eff2'],
      [0.45, '#8a8389'],
      [1, '#3c363b'],
    ]);
    paint.fill(circle(...from, short * 0.085));
    paint.translate(...to);
    paint.rotate(Math.atan2(to[1] - knee[1], to[0] - knee[0]));
    paint.fillStyle = linear(
      paint,
      [0, -short * 0.02],
      [0, short * 0.02],
      [
        [0, '#5b545a'],
        [1, darken(palette[0], 0.2)],
      ],
    );
    paint.beginPath();
    paint.roundRect(-short * 0.02, -short * 0.021, short * 0.1, short * 0.042, short * 0.008);
    paint.fill();
    paint.fillStyle = palette[3];
    paint.fillRect(short * 0.05, -short * 0.006, short * 0.022, short * 0.012);
  });

/** A modular synthesizer in the dark: knobs, lamps, patch cables. */
export const paintSynth = (easel: Easel): void => {
  const { paint, width, height, palette, short, random, time } = easel;
  const [night, deep, mid, light] = palette;
  wash(easel, [width * easel.focus, height * 0.2], Math.max(width, height) * 0.9, [
    mix(night, deep, 0.8),
    mix(night, deep, 0.35),
    darken(night, 0.3),
  ]);
  const cell = short * 0.15;
  const jacks: Point[] = [];
  aside(paint, () => {
    paint.transform(1, -0.09, 0.1, 1, -width * 0.06, height * 0.05);
    const columns = Math.ceil(width / cell) + 2;
    const rows = Math.ceil(height / cell) + 2;
    for (let column = -1; column < columns; column++) {
      if (column % 3 === 0) {
        const panel = linear(
          paint,
          [0, 0],
          [0, height],
          [
            [0, mix(night, deep, between(random, 0.3, 0.75))],
            [1, mix(night, deep, 0.1)],
          ],
        );
        paint.fillStyle = panel;
        paint.fillRect(column * cell - cell / 2 + 2, -height * 0.2, cell * 3 - 4, height * 1.5);
        paint.strokeStyle = alpha(mid, 0.2);
        paint.lineWidth = 1.5;
        paint.strokeRect(column * cell - cell / 2 + 2, -height * 0.2, cell * 3 - 4, height * 1.5);
      }
      for (let row = -1; row < rows; row++) {
        const at: Point = [column * cell + cell * 0.02, row * cell + cell * 0.5];
        const kind = random();
        if (kind < 0.42)
          knob(
            paint,
            at,
            cell * pick(random, [0.24, 0.3, 0.36]),
            between(random, -2.4, 2.4) + 0.5 * Math.sin(time * Math.PI * 2 + column),
            easel.palette,
          );
        else if (kind < 0.72) {
          jacks.push(at);
          jack(paint, at, cell * 0.15, easel.palette);
        } else if (kind < 0.88) fader(paint, at, cell, (0.5 + 0.5 * Math.sin(random() * 6 + time * Math.PI * 2)) * 0.8, easel.palette);
        else lamp(paint, at, cell, random() < 0.5 ? light : mid, 0.45 + 0.55 * Math.abs(Math.sin(time * Math.PI * 4 + column * 1.7 + row)));
      }
    }
    const colours = [mid, light, mix(mid, light, 0.5), lighten(deep, 0.1), mix(mid, WHITE, 0.4)];
    for (let i = 0; i < 11 && jacks.length > 2; i++)
      cable(paint, pick(random, jacks), pick(random, jacks), cell, pick(random, colours), random());
  });
  adding(paint, () => {
    glow(paint, [width * easel.focus, height * 0.05], short * 0.9, mid, 0.28);
    glow(paint, [width * 0.9, height * 0.95], short * 0.6, light, 0.1);
  });
  bokeh(easel, 10, [0, 0.5], short * 0.06, 0.45);
};

const knob = (paint: Paint, [x, y]: Point, radius: number, turn: number, [night, deep, mid, light]: Easel['palette']): void =>
  aside(paint, () => {
    paint.lineCap = 'round';
    for (let i = 0; i <= 10; i++) {
      const a = -Math.PI / 2 + (i - 5) * 0.5;
      paint.strokeStyle = alpha(light, 0.5);
      paint.lineWidth = radius * 0.06;
      paint.beginPath();
      paint.moveTo(x + Math.cos(a) * radius * 1.22, y + Math.sin(a) * radius * 1.22);
      paint.lineTo(x + Math.cos(a) * radius * 1.36, y + Math.sin(a) * radius * 1.36);
      paint.stroke();
    }
    paint.shadowColor = alpha(BLACK, 0.8);
    paint.shadowBlur = radius * 0.6;
    paint.shadowOffsetY = radius * 0.3;
    paint.fillStyle = linear(
      paint,
      [x - radius, y - radius],
      [x + radius, y + radius],
      [
        [0, mix(deep, mid, 0.45)],
        [0.4, mix(night, deep, 0.6)],
        [1, darken(night, 0.5)],
      ],
    );
    paint.fill(circle(x, y, radius));
    paint.shadowColor = 'transparent';
    paint.fillStyle = linear(
      paint,
      [x - radius, y - radius],
      [x + radius, y + radius],
      [
        [0, mix(night, deep, 0.4)],
        [1, mix(deep, mid, 0.28)],
      ],
    );
    paint.fill(circle(x, y, radius * 0.74));
    paint.strokeStyle = lighten(light, 0.3);
    paint.lineWidth = radius * 0.13;
    paint.beginPath();
    paint.moveTo(x + Math.sin(turn) * radius * 0.28, y - Math.cos(turn) * radius * 0.28);
    paint.lineTo(x + Math.sin(turn) * radius * 0.82, y - Math.cos(turn) * radius * 0.82);
    paint.stroke();
  });

const jack = (paint: Paint, [x, y]: Point, radius: number, [night, deep, mid, light]: Easel['palette']): void => {
  paint.fillStyle = linear(
    paint,
    [x, y - radius],
    [x, y + radius],
    [
      [0, mix(mid, light, 0.5)],
      [0.5, mix(deep, mid, 0.5)],
      [1, deep],
    ],
  );
  paint.fill(circle(x, y, radius));
  paint.fillStyle = darken(night, 0.6);
  paint.fill(circle(x, y, radius * 0.56));
};

const fader = (paint: Paint, [x, y]: Point, cell: number, at: number, [night, deep, mid, light]: Easel['palette']): void => {
  paint.fillStyle = darken(night, 0.6);
  paint.beginPath();
  paint.roundRect(x - cell * 0.03, y - cell * 0.42, cell * 0.06, cell * 0.84, cell * 0.03);
  paint.fill();
  const top = y - cell * 0.36 + cell * 0.66 * at;
  paint.fillStyle = linear(
    paint,
    [x, top],
    [x, top + cell * 0.16],
    [
      [0, mix(mid, light, 0.4)],
      [0.45, mid],
      [1, deep],
    ],
  );
  paint.beginPath();
  paint.roundRect(x - cell * 0.13, top, cell * 0.26, cell * 0.14, cell * 0.03);
  paint.fill();
  paint.fillStyle = lighten(light, 0.4);
  paint.fillRect(x - cell * 0.13, top + cell * 0.06, cell * 0.26, cell * 0.016);
};

const lamp = (paint: Paint, at: Point, cell: number, colour: string, strength: number): void =>
  adding(paint, () => {
    glow(paint, at, cell * 0.6, colour, 0.6 * strength);
    paint.fillStyle = alpha(lighten(colour, 0.5), 0.4 + 0.6 * strength);
    paint.fill(circle(...at, cell * 0.055));
  });

const cable = (paint: Paint, from: Point, to: Point, cell: number, colour: string, slack: number): void =>
  aside(paint, () => {
    const low = Math.max(from[1], to[1]) + cell * (0.7 + 2.2 * slack);
    const path = curve([
      from,
      [from[0] * 0.75 + to[0] * 0.25, (from[1] + low) / 2 + cell * 0.4],
      [(from[0] + to[0]) / 2, low],
      [from[0] * 0.25 + to[0] * 0.75, (to[1] + low) / 2 + cell * 0.4],
      to,
    ]);
    paint.lineCap = 'round';
    paint.shadowColor = alpha(BLACK, 0.7);
    paint.shadowBlur = cell * 0.14;
    paint.shadowOffsetX = cell * 0.06;
    paint.shadowOffsetY = cell * 0.16;
    paint.lineWidth = cell * 0.1;
    paint.strokeStyle = darken(colour, 0.45);
    paint.stroke(path);
    paint.shadowColor = 'transparent';
    paint.lineWidth = cell * 0.064;
    paint.strokeStyle = colour;
    paint.stroke(path);
    paint.translate(-cell * 0.014, -cell * 0.016);
    paint.lineWidth = cell * 0.018;
    paint.strokeStyle = alpha(lighten(colour, 0.75), 0.8);
    paint.stroke(path);
    for (const [x, y] of [from, to]) {
      paint.fillStyle = radial(paint, [x - cell * 0.03, y - cell * 0.03], 0, cell * 0.12, [
        [0, lighten(colour, 0.5)],
        [1, darken(colour, 0.4)],
      ]);
      paint.fill(circle(x, y, cell * 0.11));
    }
  });

/** Sound as a landscape: rows of a wave, the nearest in front. */
export const paintWaves = (easel: Easel): void => {
  const { paint, width, height, palette, short, focus, seed, time } = easel;
  const [night, deep, mid, light] = palette;
  wash(easel, [width * focus, height * 0.3], Math.max(width, height) * 0.8, [
    mix(night, deep, 0.9),
    mix(night, deep, 0.3),
    darken(night, 0.3),
  ]);
  adding(paint, () => glow(paint, [width * focus, height * 0.24], short * 0.5, mid, 0.5));
  const rows = short < 600 ? 34 : 46;
  const steps = short < 600 ? 100 : 150;
  const now = time * Math.PI * 2;
  for (let row = 0; row < rows; row++) {
    const depth = row / (rows - 1);
    const base = height * (0.24 + 0.78 * depth ** 1.1);
    const points: Point[] = [];
    for (let i = 0; i <= steps; i++) {
      const x = i / steps;
      const middle = Math.exp(-(((x - focus) / 0.17) ** 2));
      const wave = Math.abs(layered(seed, x * 13 + 0.7 * Math.sin(now), row * 0.34 + 0.7 * Math.cos(now), 4));
      points.push([x * width, base - height * (0.012 + 0.34 * middle) * wave * (0.55 + 0.45 * depth) * 2]);
    }
    const front = curve(points);
    aside(paint, () => {
      const below = curve(points);
      below.lineTo(width + 2, height + 4);
      below.lineTo(-2, height + 4);
      below.closePath();
      paint.fillStyle = linear(
        paint,
        [0, base - height * 0.2],
        [0, base + height * 0.05],
        [
          [0, mix(night, deep, 0.5 * (1 - depth))],
          [1, darken(night, 0.25)],
        ],
      );
      paint.fill(below);
    });
    paint.strokeStyle = linear(
      paint,
      [0, 0],
      [width, 0],
      [
        [0, alpha(deep, 0.35)],
        [Math.max(0.02, focus - 0.25), alpha(mid, 0.6)],
        [focus, mix(light, mid, depth * 0.55)],
        [Math.min(0.98, focus + 0.25), alpha(mid, 0.6)],
        [1, alpha(deep, 0.35)],
      ],
    );
    paint.lineWidth = short * (0.0014 + 0.0024 * depth);
    paint.stroke(front);
  }
};
