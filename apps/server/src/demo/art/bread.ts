import { alpha, BLACK } from './colour.ts';
import { adding, aside, circle, curve, type Easel, linear, type Point, radial } from './easel.ts';
import { glow } from './light.ts';
import { between, noise } from './noise.ts';
import { paintTable, setting } from './table.ts';

/** A loaf in flour, scored. */
export const paintLoaf = (easel: Easel): void => {
  const { paint, width, height, short, random, seed } = easel;
  paintTable(easel);
  const { centre, radius } = setting(easel);
  adding(paint, () => {
    for (let i = 0; i < 1500; i++) {
      const [a, out] = [random() * 6.3, radius * (0.7 + 0.75 * random() ** 2)];
      paint.fillStyle = alpha('#fff6e4', between(random, 0.08, 0.5));
      paint.fill(circle(centre[0] + Math.cos(a) * out * 1.15, centre[1] + Math.sin(a) * out, short * between(random, 0.0006, 0.003)));
    }
  });
  aside(paint, () => {
    paint.translate(...centre);
    paint.rotate(between(random, -0.5, 0.5));
    const edge: Point[] = [];
    for (let i = 0; i < 28; i++) {
      const a = (i / 28) * Math.PI * 2;
      const out = radius * 0.86 * (1 + 0.035 * noise(seed, i * 0.7));
      edge.push([Math.cos(a) * out, Math.sin(a) * out * 0.92]);
    }
    const loaf = curve(edge, true);
    aside(paint, () => {
      paint.shadowColor = alpha(BLACK, 0.75);
      paint.shadowBlur = radius * 0.2;
      paint.shadowOffsetX = radius * 0.06;
      paint.shadowOffsetY = radius * 0.1;
      paint.fillStyle = radial(paint, [-radius * 0.3, -radius * 0.35], 0, radius * 1.3, [
        [0, '#f3cd8c'],
        [0.35, '#d0893c'],
        [0.75, '#8b4a1a'],
        [1, '#4d230b'],
      ]);
      paint.fill(loaf);
    });
    paint.clip(loaf);
    for (let ring = 0; ring < 9; ring++) {
      paint.strokeStyle = alpha('#fff3da', 0.34 - ring * 0.018);
      paint.lineWidth = radius * between(random, 0.014, 0.03);
      paint.stroke(circle(0, 0, radius * (0.14 + ring * 0.085)));
    }
    for (let i = 0; i < 5; i++) {
      const a = (i / 5) * Math.PI * 2 - 0.4;
      const [c, s] = [Math.cos(a), Math.sin(a)];
      const cut = curve(
        [
          [c * radius * 0.1, s * radius * 0.1],
          [c * radius * 0.4 - s * radius * 0.12, s * radius * 0.4 + c * radius * 0.12],
          [c * radius * 0.74, s * radius * 0.74],
          [c * radius * 0.4 + s * radius * 0.07, s * radius * 0.4 - c * radius * 0.07],
        ],
        true,
      );
      paint.fillStyle = linear(
        paint,
        [0, -radius * 0.6],
        [0, radius * 0.6],
        [
          [0, '#fbe6ba'],
          [1, '#e2b26a'],
        ],
      );
      paint.fill(cut);
      paint.strokeStyle = alpha('#5a2a0c', 0.8);
      paint.lineWidth = radius * 0.018;
      paint.stroke(cut);
    }
    for (let i = 0; i < 900; i++) {
      paint.fillStyle = alpha(random() < 0.6 ? '#fff4de' : '#4d230b', between(random, 0.06, 0.3));
      paint.fill(circle(radius * between(random, -0.9, 0.9), radius * between(random, -0.9, 0.9), radius * between(random, 0.002, 0.009)));
    }
  });
  adding(paint, () => glow(paint, [width * (easel.focus - 0.25), height * 0.1], short * 0.7, '#ffe6b8', 0.22));
};
