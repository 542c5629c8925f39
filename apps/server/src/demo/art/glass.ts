import { alpha, BLACK, darken, lighten, mix, WHITE } from './colour.ts';
import { adding, aside, circle, curve, type Easel, linear, type Paint, Path2D, type Point, radial } from './easel.ts';
import { bokeh, glow, stageFloor, wash } from './light.ts';
import { between, pick, type Random } from './noise.ts';

/** A ball of blown glass on a table: dark edge, bright crescent, a twist of colour inside, its light thrown on the ground. */
const orb = (
  paint: Paint,
  random: Random,
  [x, y]: Point,
  radius: number,
  colour: string,
  [night, , , light]: Easel['palette'],
  time: number,
): void => {
  adding(paint, () =>
    aside(paint, () => {
      paint.translate(x + radius * 0.55, y + radius * 1.0);
      paint.scale(1, 0.3);
      glow(paint, [0, 0], radius * 1.7, colour, 0.75);
      glow(paint, [radius * 0.25, 0], radius * 0.7, lighten(colour, 0.6), 0.8);
    }),
  );
  aside(paint, () => {
    const ball = circle(x, y, radius);
    paint.clip(ball);
    paint.fillStyle = radial(paint, [x + radius * 0.3, y + radius * 0.38], 0, radius * 1.55, [
      [0, lighten(colour, 0.5)],
      [0.3, colour],
      [0.62, mix(colour, night, 0.5)],
      [0.86, mix(colour, night, 0.82)],
      [1, darken(night, 0.2)],
    ]);
    paint.fillRect(x - radius, y - radius, radius * 2, radius * 2);
    paint.globalCompositeOperation = 'lighter';
    const turn = random() * 6 + Math.sin(time * Math.PI * 2) * 0.4;
    for (let i = 0; i < 12; i++) {
      const bend = -0.8 + (1.6 * i) / 11;
      paint.strokeStyle = alpha(mix(colour, i % 3 ? light : WHITE, 0.55), 0.3);
      paint.lineWidth = radius * between(random, 0.01, 0.05);
      const points: Point[] = [];
      for (let s = 0; s <= 12; s++) {
        const t = -1 + (2 * s) / 12;
        const a = turn + t * 1.5;
        const out = bend * Math.sqrt(Math.max(0, 1 - t * t)) * radius * 0.72;
        points.push([x + Math.cos(a) * out - Math.sin(a) * t * radius * 0.18, y + t * radius * 0.78 + Math.sin(a) * out * 0.34]);
      }
      paint.stroke(curve(points));
    }
    for (let i = 0; i < 22; i++) {
      const [a, out] = [random() * 6.3, radius * 0.8 * Math.sqrt(random())];
      const size = radius * between(random, 0.008, 0.03);
      const at: Point = [x + Math.cos(a) * out, y + Math.sin(a) * out];
      paint.strokeStyle = alpha(WHITE, 0.4);
      paint.lineWidth = size * 0.3;
      paint.stroke(circle(...at, size));
    }
    // the far side lights up, the edge stays dark
    paint.fillStyle = radial(paint, [x + radius * 0.42, y + radius * 0.5], radius * 0.1, radius * 0.62, [
      [0, alpha(light, 0.6)],
      [1, alpha(light, 0)],
    ]);
    paint.fillRect(x - radius, y - radius, radius * 2, radius * 2);
    paint.globalCompositeOperation = 'source-over';
    paint.filter = `blur(${(radius * 0.02).toFixed(1)}px)`;
    paint.fillStyle = alpha(WHITE, 0.85);
    paint.fill(
      curve(
        [
          [x - radius * 0.62, y - radius * 0.3],
          [x - radius * 0.4, y - radius * 0.62],
          [x - radius * 0.1, y - radius * 0.74],
          [x - radius * 0.26, y - radius * 0.56],
          [x - radius * 0.46, y - radius * 0.36],
        ],
        true,
      ),
    );
    paint.fillStyle = alpha(WHITE, 0.6);
    paint.fill(circle(x - radius * 0.58, y - radius * 0.08, radius * 0.04));
  });
  paint.strokeStyle = linear(
    paint,
    [x - radius, y - radius],
    [x + radius, y + radius],
    [
      [0, alpha(WHITE, 0.55)],
      [0.4, alpha(colour, 0.15)],
      [1, alpha(lighten(colour, 0.5), 0.8)],
    ],
  );
  paint.lineWidth = Math.max(1.2, radius * 0.014);
  paint.stroke(circle(x, y, radius * 0.992));
};

/** Glass on a dark table, its colours on the ground. */
export const paintOrbs = (easel: Easel): void => {
  const { paint, width, height, palette, short, focus, random, time } = easel;
  const [night, deep, mid, light] = palette;
  const horizon = height * 0.56;
  wash(easel, [width * (focus - 0.2), height * 0.1], Math.max(width, height) * 0.9, [
    mix(deep, mid, 0.5),
    mix(night, deep, 0.85),
    mix(night, deep, 0.25),
  ]);
  paint.fillStyle = linear(
    paint,
    [0, horizon],
    [0, height],
    [
      [0, mix(night, deep, 0.25)],
      [0.4, mix(night, deep, 0.55)],
      [1, darken(night, 0.3)],
    ],
  );
  paint.fillRect(0, horizon, width, height - horizon);
  bokeh(easel, 20, [0.0, 0.45], short * 0.05, 1);
  const colours = [mid, '#2fb5a5', light, '#f2a23a', mix(mid, deep, 0.25), '#5c7bea'];
  const sets = [
    [
      [-0.02, 0.54, 0.24],
      [-0.36, 0.62, 0.13],
      [0.33, 0.64, 0.15],
      [0.1, 0.82, 0.08],
      [-0.2, 0.8, 0.065],
    ],
    [
      [-0.24, 0.56, 0.2],
      [0.2, 0.55, 0.21],
      [0.0, 0.76, 0.1],
      [0.46, 0.74, 0.085],
      [-0.45, 0.76, 0.075],
    ],
    [
      [0.12, 0.52, 0.27],
      [-0.3, 0.68, 0.13],
      [-0.08, 0.83, 0.06],
      [0.44, 0.8, 0.07],
    ],
  ] as const;
  const group = [...pick(random, sets)].sort((one, other) => one[1] + one[2] - other[1] - other[2]);
  const start = Math.floor(random() * colours.length);
  group.forEach(([x, y, r], i) =>
    orb(paint, random, [width * focus + x * short, height * y], r * short, colours[(start + i) % colours.length] as string, palette, time),
  );
  adding(paint, () => glow(paint, [width * (focus - 0.35), 0], short * 0.8, light, 0.14));
};

/** At the furnace: the round door, the glowing gather on the pipe, sparks. */
export const paintFurnace = (easel: Easel): void => {
  const { paint, width, height, palette, short, focus, random } = easel;
  const [night, deep] = palette;
  const [ember, flame, heart] = ['#d23c1c', '#ff8f33', '#fff2c8'];
  wash(easel, [width * focus, height * 0.45], Math.max(width, height) * 0.7, [
    mix(deep, ember, 0.5),
    mix(night, deep, 0.6),
    darken(night, 0.3),
  ]);
  const door: Point = [width * (focus + 0.1), height * 0.42];
  const radius = short * 0.26;
  for (let ring = 5; ring >= 1; ring--) {
    paint.fillStyle = radial(paint, door, radius, radius * (1 + ring * 0.13), [
      [0, mix('#2a1a18', ember, 0.75 - ring * 0.08)],
      [1, mix('#191114', ember, 0.2 - ring * 0.03)],
    ]);
    paint.fill(circle(...door, radius * (1 + ring * 0.11)));
    paint.strokeStyle = alpha(BLACK, 0.5);
    paint.lineWidth = short * 0.004;
    paint.stroke(circle(...door, radius * (1 + ring * 0.11)));
  }
  for (let i = 0; i < 14; i++) {
    const a = (i / 14) * Math.PI * 2;
    paint.fillStyle = radial(paint, [door[0] + Math.cos(a) * radius * 1.42, door[1] + Math.sin(a) * radius * 1.42], 0, short * 0.014, [
      [0, '#8a5a48'],
      [1, '#22120f'],
    ]);
    paint.fill(circle(door[0] + Math.cos(a) * radius * 1.42, door[1] + Math.sin(a) * radius * 1.42, short * 0.011));
  }
  paint.fillStyle = radial(paint, door, 0, radius, [
    [0, '#fffdf2'],
    [0.4, heart],
    [0.75, flame],
    [1, ember],
  ]);
  paint.fill(circle(...door, radius));
  adding(paint, () => glow(paint, door, short * 0.85, flame, 0.55));
  const tip: Point = [door[0] - short * 0.15, height * 0.62];
  const end: Point = [width * focus - short * 0.85, height * 1.02];
  paint.lineCap = 'round';
  paint.lineWidth = short * 0.02;
  paint.strokeStyle = linear(paint, tip, end, [
    [0, flame],
    [0.14, '#5b4a4a'],
    [0.5, '#b9a9a6'],
    [1, '#3a2e30'],
  ]);
  paint.stroke(curve([tip, end]));
  aside(paint, () => {
    paint.translate(...tip);
    paint.rotate(Math.atan2(tip[1] - end[1], tip[0] - end[0]));
    const gather = new Path2D(
      `M${-short * 0.03} ${-short * 0.02}C${short * 0.05} ${-short * 0.16} ${short * 0.27} ${-short * 0.11} ${short * 0.27} 0C${short * 0.27} ${short * 0.13} ${short * 0.05} ${short * 0.16} ${-short * 0.03} ${short * 0.02}Z`,
    );
    paint.shadowColor = flame;
    paint.shadowBlur = short * 0.16;
    paint.fillStyle = radial(paint, [short * 0.13, -short * 0.02], 0, short * 0.17, [
      [0, '#fffbe6'],
      [0.4, '#ffd27a'],
      [0.75, '#ff7d2e'],
      [1, '#d8321f'],
    ]);
    paint.fill(gather);
    paint.shadowColor = 'transparent';
    paint.strokeStyle = alpha(lighten(palette[3], 0.5), 0.7);
    paint.lineWidth = short * 0.006;
    paint.stroke(
      curve([
        [short * 0.03, -short * 0.07],
        [short * 0.12, -short * 0.096],
        [short * 0.2, -short * 0.07],
      ]),
    );
  });
  stageFloor(easel, 0.9, [door[0], height * 0.96]);
  adding(paint, () => {
    for (let i = 0; i < 150; i++) {
      const [a, out] = [random() * 6.3, short * between(random, 0.1, 0.9)];
      const at: Point = [tip[0] + short * 0.1 + Math.cos(a) * out, tip[1] + Math.sin(a) * out * 0.8];
      paint.strokeStyle = alpha(mix(flame, heart, random()), between(random, 0.2, 0.95) * (1 - out / short));
      paint.lineWidth = short * between(random, 0.0012, 0.0035);
      paint.beginPath();
      paint.moveTo(...at);
      paint.lineTo(at[0] + Math.cos(a) * short * 0.018, at[1] + Math.sin(a) * short * 0.018 + short * 0.006);
      paint.stroke();
    }
  });
};

/** Hanging lights in a dark shop: drops of coloured glass, each lit from within. */
export const paintLanterns = (easel: Easel): void => {
  const { paint, width, height, palette, short, focus, random, time } = easel;
  const [night, deep, mid, light] = palette;
  wash(easel, [width * focus, height * 0.5], Math.max(width, height) * 0.8, [
    mix(night, deep, 0.9),
    mix(night, deep, 0.4),
    darken(night, 0.3),
  ]);
  bokeh(easel, 26, [0.1, 0.95], short * 0.045, 0.9);
  const colours = [mid, light, '#f2a23a', '#2fb5a5', lighten(mid, 0.3), '#5c7bea'];
  const count = Math.round((width / short) * 11 + 3);
  for (let i = 0; i < count; i++) {
    const depth = i / count;
    const size = short * (0.032 + 0.085 * depth ** 1.5);
    const spread = width > height * 2 ? between(random, focus - 0.42, Math.min(1, focus + 0.32)) : (((i * 0.618) % 1) - 0.5) * 1.05 + focus;
    const x = width * spread + Math.sin(time * Math.PI * 2 + i) * short * 0.004;
    const y = height * (0.14 + 0.66 * ((i * 0.7548 + random() * 0.2) % 1));
    const colour = pick(random, colours);
    paint.strokeStyle = alpha(mix(deep, light, 0.3), 0.55);
    paint.lineWidth = short * 0.0022;
    paint.beginPath();
    paint.moveTo(x, -5);
    paint.lineTo(x, y - size * 1.3);
    paint.stroke();
    adding(paint, () => glow(paint, [x, y], size * 4.2, colour, 0.5));
    const long = between(random, 0.95, 1.5);
    const drop = new Path2D(
      `M${x} ${y - size * 1.45}C${x + size * 0.3} ${y - size * 0.9} ${x + size} ${y - size * 0.5} ${x + size} ${y + size * (long - 0.9)}C${x + size} ${y + size * long} ${x - size} ${y + size * long} ${x - size} ${y + size * (long - 0.9)}C${x - size} ${y - size * 0.5} ${x - size * 0.3} ${y - size * 0.9} ${x} ${y - size * 1.45}Z`,
    );
    paint.fillStyle = radial(paint, [x, y + size * 0.1], 0, size * 1.5, [
      [0, lighten(colour, 0.85)],
      [0.25, lighten(colour, 0.45)],
      [0.62, colour],
      [1, mix(colour, night, 0.55)],
    ]);
    paint.fill(drop);
    paint.strokeStyle = alpha(lighten(colour, 0.6), 0.7);
    paint.lineWidth = Math.max(1, size * 0.03);
    paint.stroke(drop);
    paint.strokeStyle = alpha(WHITE, 0.75);
    paint.lineWidth = size * 0.07;
    paint.lineCap = 'round';
    paint.stroke(
      curve([
        [x - size * 0.6, y - size * 0.25],
        [x - size * 0.7, y + size * 0.05],
        [x - size * 0.62, y + size * 0.3],
      ]),
    );
    paint.fillStyle = mix(deep, light, 0.45);
    paint.fillRect(x - size * 0.11, y - size * 1.62, size * 0.22, size * 0.26);
  }
};
