import { alpha, BLACK, darken, lighten, mix } from './colour.ts';
import { adding, aside, circle, curve, type Easel, linear, type Paint, Path2D, type Point, radial } from './easel.ts';
import { beam, glow, wash } from './light.ts';
import { between, layered, pick, type Random } from './noise.ts';

/** The outline of a cello's body, three units from the middle to each end. */
const bodyOutline = (): Path2D =>
  new Path2D(
    'M0-3.05C.75-3.12 1.5-2.75 1.48-2C1.47-1.5 1.15-1.35 1.32-1C.85-.75.8.2 1.42.55C1.35.85 1.85 1.2 1.85 2.05C1.85 2.95 1 3.35 0 3.35' +
      'C-1 3.35-1.85 2.95-1.85 2.05C-1.85 1.2-1.35.85-1.42.55C-.8.2-.85-.75-1.32-1C-1.15-1.35-1.47-1.5-1.48-2C-1.5-2.75-.75-3.12 0-3.05Z',
  );

const soundHole = (paint: Paint, side: number): void =>
  aside(paint, () => {
    paint.translate(side * 0.66, 0.12);
    paint.scale(side, 1);
    paint.rotate(-0.13);
    paint.fill(
      new Path2D(
        'M-.16-.62C-.02-.72.1-.56.06-.36C.02-.16-.1.0-.02.26C.04.44.2.56.16.66C.02.72-.1.52-.08.32C-.05.1.06-.1 0-.34C-.04-.5-.12-.56-.16-.62Z',
      ),
    );
    paint.fill(circle(-0.13, -0.6, 0.085));
    paint.fill(circle(0.13, 0.66, 0.1));
  });

/** A cello in a local space: the middle of the belly is 0,0; the scroll at about -6.2. */
export const paintCello = (easel: Easel, [x, y]: Point, unit: number, turn: number): void => {
  const { paint, palette, random, seed } = easel;
  const [night, deep, mid, light] = palette;
  const amber = mix(mid, light, 0.35);
  aside(paint, () => {
    paint.translate(x, y);
    paint.rotate(turn);
    paint.scale(unit, unit);
    const body = bodyOutline();
    aside(paint, () => {
      paint.shadowColor = alpha(BLACK, 0.65);
      paint.shadowBlur = unit * 0.55;
      paint.shadowOffsetX = -unit * 0.16;
      paint.shadowOffsetY = unit * 0.16;
      paint.fillStyle = deep;
      paint.fill(body);
    });
    aside(paint, () => {
      paint.clip(body);
      paint.fillStyle = radial(paint, [0.35, -0.2], 0, 3.6, [
        [0, amber],
        [0.35, mix(mid, light, 0.12)],
        [0.68, mix(deep, mid, 0.6)],
        [1, mix(night, deep, 0.7)],
      ]);
      paint.fillRect(-2, -4, 4, 8);
      // the grain of the spruce runs along the strings
      for (let i = 0; i < 150; i++) {
        const at = -1.9 + (3.8 * i) / 150 + 0.012 * random();
        paint.strokeStyle = alpha(i % 4 ? darken(deep, 0.2) : light, between(random, 0.04, 0.17));
        paint.lineWidth = between(random, 0.004, 0.014);
        paint.beginPath();
        for (let s = 0; s <= 14; s++) paint.lineTo(at + 0.03 * layered(seed, at * 2, s * 0.25, 2), -3.2 + (6.7 * s) / 14);
        paint.stroke();
      }
      adding(paint, () => {
        paint.fillStyle = linear(
          paint,
          [-1.9, -2.6],
          [1.6, 1.8],
          [
            [0, alpha(light, 0)],
            [0.36, alpha(light, 0)],
            [0.47, alpha(light, 0.34)],
            [0.54, alpha(light, 0.1)],
            [0.7, alpha(light, 0)],
            [1, alpha(mid, 0.12)],
          ],
        );
        paint.fillRect(-2, -4, 4, 8);
      });
      paint.strokeStyle = alpha(night, 0.55);
      paint.lineWidth = 0.2;
      paint.filter = `blur(${(unit * 0.05).toFixed(1)}px)`;
      paint.stroke(body);
      paint.filter = 'none';
      aside(paint, () => {
        paint.scale(0.94, 0.965);
        paint.strokeStyle = alpha(night, 0.75);
        paint.lineWidth = 0.022;
        paint.stroke(body);
        paint.scale(0.985, 0.99);
        paint.stroke(body);
      });
    });
    paint.lineWidth = 0.05;
    paint.strokeStyle = linear(
      paint,
      [-2, 0],
      [2, -1],
      [
        [0, alpha(mid, 0.3)],
        [0.7, alpha(light, 0.75)],
        [1, lighten(light, 0.3)],
      ],
    );
    paint.stroke(body);
    paint.fillStyle = darken(night, 0.4);
    for (const side of [-1, 1]) soundHole(paint, side);
    paintFittings(paint, easel.palette, unit);
  });
};

const paintFittings = (paint: Paint, palette: Easel['palette'], unit: number): void => {
  const [night, deep, mid, light] = palette;
  const ebony = linear(
    paint,
    [-0.4, 0],
    [0.4, 0],
    [
      [0, darken(night, 0.5)],
      [0.55, mix(night, deep, 0.5)],
      [0.8, mix(deep, mid, 0.4)],
      [1, night],
    ],
  );
  aside(paint, () => {
    paint.shadowColor = alpha(BLACK, 0.6);
    paint.shadowBlur = unit * 0.16;
    paint.shadowOffsetX = -unit * 0.07;
    paint.fillStyle = ebony;
    paint.fill(new Path2D('M-.16-5.6L.16-5.6L.31-.35L-.31-.35Z'));
    paint.fill(new Path2D('M-.22 .98L.22 .98L.13 2.85C.1 3-.1 3-.13 2.85Z'));
    paint.fillStyle = linear(
      paint,
      [0, 0.15],
      [0, 0.5],
      [
        [0, light],
        [1, mix(deep, mid, 0.6)],
      ],
    );
    paint.fill(new Path2D('M-.5 .48L-.42.16C-.2.04.2.04.42.16L.5.48L.28.5C.2.34.1.34 0 .44C-.1.34-.2.34-.28.5Z'));
  });
  // pegs and scroll
  paint.fillStyle = linear(
    paint,
    [-0.5, -6],
    [0.5, -6],
    [
      [0, mix(night, deep, 0.6)],
      [0.6, mix(deep, mid, 0.7)],
      [1, light],
    ],
  );
  paint.fill(new Path2D('M-.17-5.5L-.22-6.3C-.24-6.9.44-7 .46-6.5C.46-6.2.1-6.2.16-6.45L.17-5.5Z'));
  paint.fill(circle(0.1, -6.62, 0.36));
  paint.strokeStyle = alpha(light, 0.9);
  paint.lineWidth = 0.045;
  paint.beginPath();
  for (let a = 0; a < 12; a += 0.2) paint.lineTo(0.1 + Math.cos(a) * (0.05 + a * 0.023), -6.62 + Math.sin(a) * (0.05 + a * 0.023));
  paint.stroke();
  paint.lineCap = 'round';
  paint.lineWidth = 0.085;
  for (let i = 0; i < 4; i++) {
    const side = i % 2 ? 1 : -1;
    paint.strokeStyle = i % 2 ? mix(deep, mid, 0.5) : darken(night, 0.3);
    paint.beginPath();
    paint.moveTo(side * 0.15, -6.15 + 0.16 * i);
    paint.lineTo(side * 0.58, -6.2 + 0.16 * i);
    paint.stroke();
  }
  for (let i = 0; i < 4; i++) {
    const [top, low] = [(i - 1.5) * 0.07, (i - 1.5) * 0.16];
    paint.lineWidth = 0.03;
    paint.strokeStyle = alpha(BLACK, 0.35);
    paint.stroke(
      curve([
        [top - 0.05, -5.6],
        [low - 0.07, 0.14],
        [low * 0.7 - 0.05, 1],
      ]),
    );
    paint.lineWidth = 0.016 + 0.004 * i;
    paint.strokeStyle = linear(
      paint,
      [0, -5.6],
      [0, 1],
      [
        [0, alpha(light, 0.5)],
        [0.45, lighten(light, 0.6)],
        [0.8, alpha(light, 0.9)],
        [1, light],
      ],
    );
    paint.stroke(
      curve([
        [top, -5.6],
        [low, 0.12],
        [low * 0.7, 1],
      ]),
    );
  }
};

/** Close to the instrument: the belly, the sound holes, the strings, out of the dark. */
export const paintStrings = (easel: Easel): void => {
  const { paint, width, height, palette, short, focus, random } = easel;
  const [night, deep, mid, light] = palette;
  wash(easel, [width * 0.9, height * 0.1], Math.max(width, height), [mix(deep, mid, 0.35), mix(night, deep, 0.8), night]);
  adding(paint, () => glow(paint, [width * (focus + 0.2), height * 0.1], short * 0.7, mid, 0.5));
  const wide = width / height > 2;
  const [turn, unit, x, y] = pick(
    random,
    wide
      ? [
          [1.25, 0.48, 0.08, 0.56],
          [1.85, 0.44, -0.02, 0.42],
        ]
      : [
          [0.5, 0.27, 0.03, 0.5],
          [-0.42, 0.3, 0.0, 0.55],
          [0.95, 0.34, 0.06, 0.52],
          [-1.1, 0.29, 0, 0.5],
          [0.14, 0.2, 0.02, 0.62],
          [2.5, 0.32, 0.02, 0.42],
        ],
  ) as [number, number, number, number];
  paintCello(easel, [width * (focus + x), height * y], short * unit, turn);
  beam(
    paint,
    {
      from: [width * (focus + 0.25), -height * 0.1],
      to: [width * (focus - 0.1), height * 1.1],
      narrow: short * 0.03,
      wide: short * 0.5,
      colour: light,
      strength: 0.24,
    },
    short * 0.03,
  );
  adding(paint, () => {
    for (let i = 0; i < 60; i++) {
      paint.fillStyle = alpha(light, between(random, 0.05, 0.4));
      paint.fill(circle(width * random(), height * random(), short * between(random, 0.0006, 0.0022)));
    }
  });
};

const notesOn = (paint: Paint, random: Random, left: number, right: number, top: number, gap: number, ink: string): void => {
  let x = left;
  while (x < right - gap * 3) {
    const group = pick(random, [1, 2, 4, 4, 3]);
    const step = gap * between(random, 1.9, 2.6);
    const heights = Array.from({ length: group }, () => top + gap * Math.round(between(random, 0, 8)) * 0.5);
    const up = (heights[0] as number) > top + gap * 2;
    const stem = gap * 3.2 * (up ? -1 : 1);
    const beamY = up ? Math.min(...heights) + stem : Math.max(...heights) + stem;
    heights.forEach((y, i) => {
      const noteX = x + i * step;
      paint.fillStyle = ink;
      paint.beginPath();
      paint.ellipse(noteX, y, gap * 0.62, gap * 0.44, -0.4, 0, Math.PI * 2);
      paint.fill();
      const stemX = noteX + (up ? gap * 0.54 : -gap * 0.56);
      paint.fillRect(stemX - gap * 0.06, Math.min(y, beamY), gap * 0.12, Math.abs(beamY - y));
      if (random() < 0.14) paint.fill(circle(noteX + gap * 1.1, y - gap * 0.2, gap * 0.16));
    });
    if (group > 1) {
      const from = x + (up ? gap * 0.48 : -gap * 0.62);
      paint.fillRect(from, beamY - gap * 0.2, step * (group - 1) + gap * 0.12, gap * 0.42);
      if (group > 3) paint.fillRect(from, beamY + (up ? gap * 0.5 : -gap * 0.9), step * (group - 1) + gap * 0.12, gap * 0.42);
    }
    if (random() < 0.35 && group > 1) {
      paint.strokeStyle = ink;
      paint.lineWidth = gap * 0.13;
      const y = up ? Math.max(...heights) + gap * 1.4 : Math.min(...heights) - gap * 1.4;
      paint.stroke(
        curve([
          [x, y],
          [x + (step * (group - 1)) / 2, y + (up ? gap : -gap)],
          [x + step * (group - 1), y],
        ]),
      );
    }
    x += group * step + gap * 0.9;
    if (random() < 0.3) {
      paint.fillStyle = ink;
      paint.fillRect(x - gap * 0.9, top, gap * 0.12, gap * 4);
    }
  }
};

/** Written music on a dark table, marked in pencil, a lamp from the left. */
export const paintSheet = (easel: Easel): void => {
  const { paint, width, height, palette, short, focus, random } = easel;
  const [night, deep, mid, light] = palette;
  const ink = mix(night, deep, 0.35);
  wash(easel, [width * 0.15, height * 0.05], Math.max(width, height) * 1.1, [mix(deep, mid, 0.5), deep, mix(night, deep, 0.35)]);
  const pages = [
    [focus - 0.16, 0.56, between(random, -0.34, -0.2)],
    [focus + 0.14, 0.54, between(random, 0.02, 0.2)],
    [focus, 0.58, between(random, -0.12, 0.02)],
  ] as const;
  for (const [x, y, turn] of pages)
    aside(paint, () => {
      const [w, h] = [short * 0.78, short * 1.06];
      paint.translate(width * x, height * y);
      paint.rotate(turn);
      paint.transform(1, 0, -0.06, 0.94, 0, 0);
      aside(paint, () => {
        paint.shadowColor = alpha(BLACK, 0.6);
        paint.shadowBlur = short * 0.06;
        paint.shadowOffsetX = short * 0.02;
        paint.shadowOffsetY = short * 0.03;
        paint.fillStyle = linear(
          paint,
          [-w / 2, -h / 2],
          [w / 2, h / 2],
          [
            [0, lighten(light, 0.55)],
            [0.55, mix(light, '#efe3d0', 0.5)],
            [1, mix(light, deep, 0.4)],
          ],
        );
        paint.fillRect(-w / 2, -h / 2, w, h);
      });
      paint.beginPath();
      paint.rect(-w / 2, -h / 2, w, h);
      paint.clip();
      paint.fillStyle = alpha(ink, 0.85);
      paint.fillRect(-w * 0.17, -h * 0.45, w * 0.34, h * 0.009);
      paint.fillRect(-w * 0.1, -h * 0.425, w * 0.2, h * 0.005);
      const gap = h * 0.0125;
      for (let stave = 0; stave < 7; stave++) {
        const top = -h * 0.36 + stave * h * 0.122;
        paint.fillStyle = alpha(ink, 0.55);
        for (let line = 0; line < 5; line++) paint.fillRect(-w * 0.44, top + line * gap, w * 0.88, Math.max(0.8, gap * 0.09));
        paint.fillRect(-w * 0.44, top, gap * 0.12, gap * 4);
        paint.strokeStyle = ink;
        paint.lineWidth = gap * 0.3;
        paint.stroke(
          curve([
            [-w * 0.425, top + gap * 1.2],
            [-w * 0.405, top + gap * 0.4],
            [-w * 0.39, top + gap * 1.5],
            [-w * 0.425, top + gap * 3.6],
          ]),
        );
        paint.fillStyle = ink;
        paint.fill(circle(-w * 0.42, top + gap * 1.2, gap * 0.4));
        notesOn(paint, random, -w * 0.36, w * 0.45, top, gap, ink);
      }
      paint.strokeStyle = alpha(mid, 0.85);
      paint.lineWidth = short * 0.005;
      paint.lineCap = 'round';
      const markY = -h * 0.36 + h * 0.122 * Math.floor(between(random, 1, 5)) + gap * 2;
      paint.beginPath();
      paint.ellipse(w * between(random, -0.2, 0.2), markY, w * 0.12, gap * 4.4, -0.05, 0.2, 6.6);
      paint.stroke();
    });
  // a pencil
  aside(paint, () => {
    paint.translate(width * (focus + 0.2), height * 0.7);
    paint.rotate(-0.7);
    paint.shadowColor = alpha(BLACK, 0.5);
    paint.shadowBlur = short * 0.02;
    paint.shadowOffsetY = short * 0.018;
    paint.fillStyle = linear(
      paint,
      [0, -short * 0.012],
      [0, short * 0.012],
      [
        [0, lighten(mid, 0.35)],
        [0.5, mid],
        [1, mix(deep, mid, 0.5)],
      ],
    );
    paint.fillRect(0, -short * 0.011, short * 0.42, short * 0.022);
    paint.fillStyle = lighten(light, 0.2);
    paint.fill(new Path2D(`M0 ${-short * 0.011}L${-short * 0.045} 0L0 ${short * 0.011}Z`));
  });
  adding(paint, () => glow(paint, [width * (focus - 0.25), 0], short * 0.9, light, 0.22));
};
