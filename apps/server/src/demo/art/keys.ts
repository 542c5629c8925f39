import { alpha, BLACK, darken, lighten, mix } from './colour.ts';
import { adding, aside, circle, curve, type Easel, linear, type Paint, Path2D, type Point } from './easel.ts';
import { softenTowards } from './finish.ts';
import { beam, bokeh, glow, wash } from './light.ts';
import { between, pick } from './noise.ts';

const whiteKey = (paint: Paint, x: number, wide: number, long: number, palette: Easel['palette'], pressed: boolean): void => {
  const [night, deep, mid, light] = palette;
  const ivory = lighten(light, 0.55);
  const drop = pressed ? long * 0.012 : 0;
  paint.fillStyle = linear(
    paint,
    [x, 0],
    [x + wide, 0],
    [
      [0, ivory],
      [0.86, mix(ivory, light, 0.7)],
      [0.97, mix(light, deep, 0.5)],
      [1, mix(night, deep, 0.4)],
    ],
  );
  paint.beginPath();
  paint.roundRect(x, drop, wide * 0.985, long, [0, 0, wide * 0.1, wide * 0.1]);
  paint.fill();
  paint.fillStyle = linear(
    paint,
    [0, 0],
    [0, long],
    [
      [0, alpha(night, 0.72)],
      [0.18, alpha(deep, 0.22)],
      [0.7, alpha(mid, 0.04)],
      [1, alpha(deep, pressed ? 0.5 : 0.14)],
    ],
  );
  paint.fillRect(x, drop, wide * 0.985, long);
  paint.fillStyle = linear(
    paint,
    [0, long],
    [0, long * 1.07],
    [
      [0, mix(light, mid, 0.45)],
      [1, mix(deep, night, 0.4)],
    ],
  );
  paint.beginPath();
  paint.roundRect(x, long + drop, wide * 0.985, long * 0.06, [0, 0, wide * 0.08, wide * 0.08]);
  paint.fill();
};

const blackKey = (paint: Paint, x: number, wide: number, long: number, palette: Easel['palette']): void => {
  const [night, deep, mid, light] = palette;
  aside(paint, () => {
    paint.shadowColor = alpha(BLACK, 0.75);
    paint.shadowBlur = wide * 0.5;
    paint.shadowOffsetX = wide * 0.4;
    paint.shadowOffsetY = wide * 0.2;
    paint.fillStyle = darken(night, 0.6);
    paint.beginPath();
    paint.roundRect(x, 0, wide, long, [0, 0, wide * 0.12, wide * 0.12]);
    paint.fill();
  });
  paint.fillStyle = linear(
    paint,
    [x, 0],
    [x + wide, 0],
    [
      [0, mix(deep, mid, 0.55)],
      [0.12, mix(night, deep, 0.5)],
      [0.6, darken(night, 0.35)],
      [1, darken(night, 0.7)],
    ],
  );
  paint.beginPath();
  paint.roundRect(x + wide * 0.1, -wide * 0.1, wide * 0.76, long * 0.93, wide * 0.1);
  paint.fill();
  paint.fillStyle = linear(
    paint,
    [0, long * 0.2],
    [0, long * 0.9],
    [
      [0, alpha(light, 0)],
      [0.75, alpha(light, 0.5)],
      [1, alpha(light, 0.05)],
    ],
  );
  paint.beginPath();
  paint.roundRect(x + wide * 0.16, long * 0.2, wide * 0.11, long * 0.68, wide * 0.05);
  paint.fill();
};

/** The keyboard of a grand piano, close and aslant; the fallboard mirrors the lamps. */
export const paintKeys = (easel: Easel): void => {
  const { paint, width, height, palette, short, focus, random } = easel;
  const [night, deep, mid, light] = palette;
  wash(easel, [width * focus, 0], Math.max(width, height), [mix(deep, mid, 0.35), mix(night, deep, 0.6), darken(night, 0.35)]);
  const wide = width > height * 2;
  const key = short * (wide ? 0.13 : 0.092);
  const long = key * 5.2;
  const turn = pick(random, wide ? [-0.1, 0.08] : [-0.42, -0.3, 0.34]);
  aside(paint, () => {
    paint.translate(width * (0.5 + (focus - 0.5) * 0.6), height * (wide ? 0.34 : 0.36));
    paint.rotate(turn);
    paint.transform(1, 0, turn > 0 ? 0.3 : -0.3, 0.96, 0, 0);
    const count = 44;
    const start = -count * key * 0.5;
    const pressed = new Set([Math.floor(count * 0.5), Math.floor(count * 0.5) + 2, Math.floor(count * 0.5) + 4]);
    for (let i = 0; i < count; i++) whiteKey(paint, start + i * key, key, long, palette, pressed.has(i));
    for (let i = 0; i < count; i++) if (![2, 6].includes(i % 7)) blackKey(paint, start + (i + 0.7) * key, key * 0.56, long * 0.63, palette);
    // the fallboard
    paint.fillStyle = linear(
      paint,
      [0, -long * 0.95],
      [0, 0],
      [
        [0, darken(night, 0.4)],
        [0.55, mix(night, deep, 0.55)],
        [0.93, darken(night, 0.3)],
        [1, darken(night, 0.8)],
      ],
    );
    paint.fillRect(start - key, -long * 1.8, count * key + key * 2, long * 1.8);
    aside(paint, () => {
      paint.beginPath();
      paint.rect(start - key, -long * 0.5, count * key + key * 2, long * 0.5);
      paint.clip();
      paint.globalAlpha = 0.2;
      paint.scale(1, -0.55);
      for (let i = 0; i < count; i++) whiteKey(paint, start + i * key, key, long, palette, false);
      for (let i = 0; i < count; i++)
        if (![2, 6].includes(i % 7)) blackKey(paint, start + (i + 0.7) * key, key * 0.56, long * 0.63, palette);
    });
    paint.fillStyle = mix(mid, light, 0.4);
    paint.fillRect(start - key, -long * 0.035, count * key + key * 2, long * 0.035);
    paint.fillStyle = alpha(BLACK, 0.55);
    paint.fillRect(start - key, 0, count * key + key * 2, long * 0.03);
  });
  softenTowards(easel, 0.42, 0.02, short * 0.012);
  softenTowards(easel, 0.78, 1.05, short * 0.012);
  bokeh(easel, 14, [0.0, 0.34], short * 0.05, 1.1);
  beam(
    paint,
    {
      from: [width * (focus + 0.24), -height * 0.1],
      to: [width * (focus - 0.08), height],
      narrow: short * 0.03,
      wide: short * 0.34,
      colour: light,
      strength: 0.4,
    },
    short * 0.022,
  );
};

/** Under the lid: the gold frame, the strings, a row of dampers. */
export const paintLid = (easel: Easel): void => {
  const { paint, width, height, palette, short, focus, random } = easel;
  const [night, deep, mid, light] = palette;
  wash(easel, [width * focus, height * 0.2], Math.max(width, height), [
    mix(mid, light, 0.2),
    mix(deep, mid, 0.7),
    mix(night, deep, 0.8),
    night,
  ]);
  aside(paint, () => {
    paint.translate(width * focus, height * 0.5);
    paint.rotate(-0.55);
    const reach = Math.hypot(width, height);
    for (let i = 0; i < 80; i++) {
      const y = -reach / 2 + (reach * i) / 80;
      paint.fillStyle = alpha(BLACK, 0.42);
      paint.fillRect(-reach, y + short * 0.006, reach * 2, short * 0.005);
      paint.fillStyle = linear(
        paint,
        [-reach * 0.6, 0],
        [reach * 0.6, 0],
        [
          [0, alpha(mid, 0.4)],
          [0.42, mix(mid, light, 0.6)],
          [0.5, lighten(light, 0.7)],
          [0.57, mix(mid, light, 0.7)],
          [1, alpha(mid, 0.35)],
        ],
      );
      paint.fillRect(-reach, y, reach * 2, short * (i % 3 ? 0.0032 : 0.0046));
    }
    for (let i = -2; i < 3; i++) {
      const x = i * short * 0.62 + short * 0.1;
      aside(paint, () => {
        paint.shadowColor = alpha(BLACK, 0.75);
        paint.shadowBlur = short * 0.05;
        paint.shadowOffsetX = short * 0.03;
        paint.shadowOffsetY = short * 0.03;
        paint.fillStyle = linear(
          paint,
          [x, 0],
          [x + short * 0.12, 0],
          [
            [0, mix(deep, mid, 0.5)],
            [0.3, mix(mid, light, 0.75)],
            [0.45, lighten(light, 0.35)],
            [0.7, mid],
            [1, mix(night, deep, 0.8)],
          ],
        );
        paint.fillRect(x, -reach, short * 0.1, reach * 2);
      });
      for (let hole = -9; hole < 9; hole++) {
        paint.fillStyle = linear(
          paint,
          [x, 0],
          [x + short * 0.1, 0],
          [
            [0, darken(night, 0.4)],
            [1, mix(mid, light, 0.6)],
          ],
        );
        paint.fill(circle(x + short * 0.05, hole * short * 0.16, short * 0.021));
        paint.fillStyle = mix(deep, night, 0.5);
        paint.fill(circle(x + short * 0.05, hole * short * 0.16, short * 0.013));
      }
    }
    for (let i = -14; i < 15; i++) {
      const y = i * short * 0.085;
      aside(paint, () => {
        paint.shadowColor = alpha(BLACK, 0.8);
        paint.shadowBlur = short * 0.03;
        paint.shadowOffsetX = short * 0.02;
        paint.fillStyle = linear(
          paint,
          [-short * 0.3, 0],
          [-short * 0.18, 0],
          [
            [0, darken(night, 0.4)],
            [0.7, mix(night, deep, 0.5)],
            [1, mix(deep, mid, 0.5)],
          ],
        );
        paint.beginPath();
        paint.roundRect(-short * 0.3, y - short * 0.026, short * 0.13, short * 0.052, short * 0.01);
        paint.fill();
        paint.fillStyle = '#a33a35';
        paint.fillRect(-short * 0.175, y - short * 0.02, short * 0.02, short * 0.04);
      });
    }
  });
  softenTowards(easel, 0.45, 0.0, short * 0.014);
  beam(
    paint,
    {
      from: [width * (focus + 0.3), -height * 0.1],
      to: [width * (focus - 0.1), height],
      narrow: short * 0.05,
      wide: short * 0.4,
      colour: light,
      strength: 0.32,
    },
    short * 0.03,
  );
  adding(paint, () => {
    for (let i = 0; i < 60; i++) {
      paint.fillStyle = alpha(light, between(random, 0.05, 0.4));
      paint.fill(circle(width * random(), height * random(), short * between(random, 0.0006, 0.0025)));
    }
  });
};

/** The club after midnight: a lamp, a glass on the piano, lights of the street out of focus. */
export const paintClub = (easel: Easel): void => {
  const { paint, width, height, palette, short, focus } = easel;
  const [night, deep, mid, light] = palette;
  wash(easel, [width * (focus + 0.12), height * 0.3], Math.max(width, height) * 0.8, [
    mix(deep, mid, 0.6),
    mix(night, deep, 0.7),
    darken(night, 0.2),
  ]);
  bokeh(easel, 46, [0.02, 0.62], short * 0.07, 1.5);
  const top = height * 0.74;
  paint.fillStyle = linear(
    paint,
    [0, top],
    [0, height],
    [
      [0, mix(deep, mid, 0.35)],
      [0.05, mix(night, deep, 0.5)],
      [1, darken(night, 0.5)],
    ],
  );
  paint.fillRect(0, top, width, height - top);
  const lampAt: Point = [width * (focus + 0.13), height * 0.34];
  adding(paint, () => {
    glow(paint, [lampAt[0], lampAt[1] + short * 0.1], short * 0.55, light, 0.6);
    aside(paint, () => {
      paint.translate(lampAt[0], top + short * 0.05);
      paint.scale(1, 0.24);
      glow(paint, [0, 0], short * 0.6, light, 0.7);
    });
  });
  paint.fillStyle = linear(
    paint,
    [lampAt[0] - 4, 0],
    [lampAt[0] + 8, 0],
    [
      [0, mix(night, deep, 0.5)],
      [0.6, mix(mid, light, 0.6)],
      [1, deep],
    ],
  );
  paint.fillRect(lampAt[0] - short * 0.008, lampAt[1], short * 0.016, top - lampAt[1] + short * 0.06);
  paint.beginPath();
  paint.ellipse(lampAt[0], top + short * 0.06, short * 0.1, short * 0.022, 0, 0, Math.PI * 2);
  paint.fill();
  paint.fillStyle = linear(
    paint,
    [lampAt[0] - short * 0.2, 0],
    [lampAt[0] + short * 0.2, 0],
    [
      [0, mix(deep, mid, 0.5)],
      [0.5, lighten(light, 0.35)],
      [1, mix(mid, light, 0.3)],
    ],
  );
  paint.fill(
    new Path2D(
      `M${lampAt[0] - short * 0.1} ${lampAt[1] - short * 0.16}L${lampAt[0] + short * 0.1} ${lampAt[1] - short * 0.16}L${lampAt[0] + short * 0.2} ${lampAt[1] + short * 0.06}L${lampAt[0] - short * 0.2} ${lampAt[1] + short * 0.06}Z`,
    ),
  );
  const glass: Point = [width * (focus - 0.12), top + short * 0.1];
  const [half, tall] = [short * 0.075, short * 0.19];
  aside(paint, () => {
    const path = new Path2D(
      `M${glass[0] - half} ${glass[1] - tall}L${glass[0] - half * 0.82} ${glass[1]}Q${glass[0]} ${glass[1] + half * 0.3} ${glass[0] + half * 0.82} ${glass[1]}L${glass[0] + half} ${glass[1] - tall}Z`,
    );
    paint.fillStyle = linear(
      paint,
      [glass[0] - half, 0],
      [glass[0] + half, 0],
      [
        [0, alpha(light, 0.3)],
        [0.2, alpha(light, 0.06)],
        [0.8, alpha(light, 0.12)],
        [1, alpha(lighten(light, 0.5), 0.6)],
      ],
    );
    paint.fill(path);
    paint.clip(path);
    paint.fillStyle = linear(
      paint,
      [glass[0] - half, 0],
      [glass[0] + half, glass[1]],
      [
        [0, mix(deep, mid, 0.8)],
        [0.7, mix(mid, light, 0.35)],
        [1, light],
      ],
    );
    paint.fillRect(glass[0] - half, glass[1] - tall * 0.42, half * 2, tall);
  });
  paint.strokeStyle = alpha(lighten(light, 0.4), 0.75);
  paint.lineWidth = short * 0.003;
  paint.beginPath();
  paint.ellipse(glass[0], glass[1] - tall, half, half * 0.2, 0, 0, Math.PI * 2);
  paint.stroke();
  paint.stroke(
    curve([
      [glass[0] + half * 0.96, glass[1] - tall * 0.96],
      [glass[0] + half * 0.9, glass[1] - tall * 0.4],
      [glass[0] + half * 0.8, glass[1] - tall * 0.03],
    ]),
  );
};
