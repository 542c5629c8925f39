import { alpha, BLACK, darken, lighten, mix, type Palette } from './colour.ts';
import { adding, aside, circle, curve, type Easel, linear, Path2D, type Point, radial } from './easel.ts';
import { bokeh, glow } from './light.ts';
import { between, layered } from './noise.ts';
import { paintVessel, type Vessel } from './vessels.ts';

/** A bowl on the wheel from above: rings of wet clay that turn. */
export const paintWheel = (easel: Easel): void => {
  const { paint, width, height, palette, short, focus, random, seed, time } = easel;
  const [night, deep, mid, light] = palette;
  paint.fillStyle = linear(
    paint,
    [0, 0],
    [width, height],
    [
      [0, mix(deep, mid, 0.35)],
      [0.5, mix(night, deep, 0.85)],
      [1, night],
    ],
  );
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
    paint.fillStyle = linear(
      paint,
      [-rim, -rim],
      [rim, rim],
      [
        [0, lighten(light, 0.2)],
        [0.4, mix(mid, light, 0.35)],
        [1, mix(deep, mid, 0.35)],
      ],
    );
    paint.fill(circle(0, 0, rim));
    const inside = rim * 0.84;
    paint.fillStyle = linear(
      paint,
      [-inside, -inside],
      [inside, inside],
      [
        [0, mix(night, deep, 0.75)],
        [0.55, mix(deep, mid, 0.75)],
        [1, mix(mid, light, 0.62)],
      ],
    );
    paint.fill(circle(0, 0, inside));
    // the spiral the thumbs left
    for (let turn = 0; turn < 11; turn++) {
      const base = inside * (1 - turn / 11.6);
      const points: Point[] = [];
      for (let i = 0; i <= 60; i++) {
        const a = (i / 60) * Math.PI * 2;
        const r =
          base -
          (inside / 11.6) * (i / 60) +
          inside * 0.012 * layered(seed, Math.cos(a + time * 6.283) * 2 + turn, Math.sin(a + time * 6.283) * 2, 2);
        points.push([Math.cos(a) * r, Math.sin(a) * r]);
      }
      paint.lineWidth = short * 0.0085;
      paint.strokeStyle = linear(
        paint,
        [-inside, -inside],
        [inside, inside],
        [
          [0, alpha(BLACK, 0.34)],
          [0.5, alpha(mid, 0.2)],
          [1, alpha(lighten(light, 0.3), 0.5)],
        ],
      );
      paint.stroke(curve(points));
    }
    adding(paint, () => {
      const wet = paint.createConicGradient(2.4 + 0.15 * Math.sin(time * Math.PI * 2), 0, 0);
      for (const [at, strength] of [
        [0, 0],
        [0.07, 0.3],
        [0.15, 0],
        [0.5, 0],
        [0.57, 0.14],
        [0.64, 0],
        [1, 0],
      ] as const)
        wet.addColorStop(at, alpha(light, strength));
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
    paint.fillStyle = radial(paint, [x, floor - half * 0.9], 0, half * 1.9, [
      [0, '#fffbe8'],
      [0.25, heart],
      [0.55, flame],
      [1, ember],
    ]);
    paint.fillRect(x - half, 0, half * 2, height);
    adding(paint, () => {
      for (let i = 0; i < 26; i++) {
        const at = x + half * between(random, -1, 1);
        const tall = half * between(random, 0.5, 1.7);
        paint.fillStyle = linear(
          paint,
          [0, floor],
          [0, floor - tall],
          [
            [0, alpha(heart, 0.24)],
            [1, alpha(flame, 0)],
          ],
        );
        paint.fill(
          curve(
            [
              [at - half * 0.12, floor],
              [at - half * 0.06, floor - tall * 0.5],
              [at + half * 0.05 * (random() - 0.5), floor - tall],
              [at + half * 0.08, floor - tall * 0.45],
              [at + half * 0.12, floor],
            ],
            true,
          ),
        );
      }
    });
    const dark: Palette = [darken(night, 0.5), '#2a0d05', '#5c1c08', '#a8400f'];
    const line: [Vessel, number, number, number][] = [
      ['bottle', -0.62, 0.34, 0.95],
      ['moon', -0.12, 0.56, 0.55],
      ['jar', 0.44, 0.46, 0.7],
      ['cup', 0.8, 0.24, 0.26],
    ];
    for (const [vessel, at, w, h] of line)
      paintVessel(paint, random, vessel, [x + at * half, floor + half * 0.02], w * half, h * half, dark, '#3a1206');
    adding(paint, () => glow(paint, [x, floor - half], half * 1.5, flame, 0.35));
  });
  paint.strokeStyle = alpha(heart, 0.6);
  paint.lineWidth = short * 0.006;
  paint.stroke(mouth);
  adding(paint, () => {
    for (let i = 0; i < 120; i++) {
      const rise = random() ** 1.5;
      paint.fillStyle = alpha(mix(flame, heart, random()), 0.9 * (1 - rise));
      paint.fill(
        circle(x + half * between(random, -1, 1) * (1 + rise), floor - height * 0.8 * rise, short * between(random, 0.001, 0.0035)),
      );
    }
    aside(paint, () => {
      paint.translate(x, floor);
      paint.scale(1, 0.22);
      glow(paint, [0, 0], half * 2.2, flame, 0.7);
    });
  });
  bokeh(easel, 8, [0.1, 0.9], short * 0.02, 0.4);
};
