import { alpha, BLACK, darken, mix } from './colour.ts';
import { adding, aside, circle, type Easel, linear, type Paint, type Point, radial } from './easel.ts';
import { between } from './noise.ts';

/** A soft round light; call it inside `adding` to brighten, outside to tint. */
export const glow = (paint: Paint, [x, y]: Point, radius: number, colour: string, strength: number): void => {
  paint.fillStyle = radial(paint, [x, y], 0, radius, [
    [0, alpha(colour, strength)],
    [0.25, alpha(colour, strength * 0.62)],
    [0.55, alpha(colour, strength * 0.2)],
    [1, alpha(colour, 0)],
  ]);
  paint.fillRect(x - radius, y - radius, radius * 2, radius * 2);
};

export interface Beam {
  from: Point;
  to: Point;
  /** Half widths at both ends, in pixels. */
  narrow: number;
  wide: number;
  colour: string;
  strength: number;
}

/** A cone of light in haze. */
export const beam = (paint: Paint, { from, to, narrow, wide, colour, strength }: Beam, blur: number): void =>
  adding(paint, () => {
    const angle = Math.atan2(to[1] - from[1], to[0] - from[0]) + Math.PI / 2;
    const [across, down] = [Math.cos(angle), Math.sin(angle)];
    paint.filter = `blur(${blur.toFixed(1)}px)`;
    paint.fillStyle = linear(paint, from, to, [
      [0, alpha(colour, strength)],
      [0.55, alpha(colour, strength * 0.42)],
      [1, alpha(colour, 0)],
    ]);
    paint.beginPath();
    paint.moveTo(from[0] + across * narrow, from[1] + down * narrow);
    paint.lineTo(to[0] + across * wide, to[1] + down * wide);
    paint.lineTo(to[0] - across * wide, to[1] - down * wide);
    paint.lineTo(from[0] - across * narrow, from[1] - down * narrow);
    paint.fill();
  });

/** Lights out of focus, in a band of the picture (parts of the height). */
export const bokeh = (easel: Easel, count: number, [top, bottom]: Point, size: number, strength = 1): void =>
  adding(easel.paint, () => {
    const { paint, random, width, height, palette } = easel;
    for (let i = 0; i < count; i++) {
      const radius = size * between(random, 0.35, 1.25);
      const [x, y] = [width * random(), height * between(random, top, bottom)];
      const colour = mix(palette[2], palette[3], random());
      const opacity = strength * between(random, 0.05, 0.2);
      paint.fillStyle = radial(paint, [x, y], 0, radius, [
        [0, alpha(colour, opacity * 0.65)],
        [0.82, alpha(colour, opacity * 0.8)],
        [0.93, alpha(colour, opacity * 1.3)],
        [1, alpha(colour, 0)],
      ]);
      paint.fill(circle(x, y, radius));
    }
  });

/** Fills the picture from a light centre to its edges. */
export const wash = (easel: Easel, centre: Point, reach: number, colours: readonly string[]): void => {
  const { paint, width, height } = easel;
  paint.fillStyle = radial(
    paint,
    centre,
    0,
    reach,
    colours.map((colour, i) => [i / (colours.length - 1), colour] as const),
  );
  paint.fillRect(0, 0, width, height);
};

/** A shadow that lies on a table: blurred, flat. */
export const groundShadow = (paint: Paint, [x, y]: Point, across: number, down: number, strength: number, blur: number): void =>
  aside(paint, () => {
    paint.filter = `blur(${blur.toFixed(1)}px)`;
    paint.fillStyle = alpha(BLACK, strength);
    paint.beginPath();
    paint.ellipse(x, y, across, down, 0, 0, Math.PI * 2);
    paint.fill();
  });

/** Light through a window with bars, thrown aslant over a wall. */
export const windowLight = (easel: Easel, [x, y]: Point, size: number, colour: string, strength: number): void =>
  aside(easel.paint, () => {
    const { paint } = easel;
    paint.globalCompositeOperation = 'lighter';
    paint.filter = `blur(${(size * 0.014).toFixed(1)}px)`;
    paint.transform(1, 0.34, -0.22, 1, x, y);
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 2; column++) {
        paint.fillStyle = alpha(colour, strength * (1 - row * 0.18));
        paint.fillRect(column * size * 0.34, row * size * 0.36, size * 0.3, size * 0.31);
      }
    }
  });

/** Boards that run away from the viewer, below a horizon (part of the height). */
export const stageFloor = (easel: Easel, horizon: number, lit: Point): void => {
  const { paint, width, height, palette, random } = easel;
  const top = height * horizon;
  aside(paint, () => {
    paint.beginPath();
    paint.rect(0, top, width, height - top);
    paint.clip();
    paint.fillStyle = linear(
      paint,
      [0, top],
      [0, height],
      [
        [0, mix(palette[0], palette[1], 0.55)],
        [0.3, mix(palette[0], palette[1], 0.3)],
        [1, darken(palette[0], 0.5)],
      ],
    );
    paint.fillRect(0, top, width, height - top);
    const vanish = width * easel.focus;
    for (let i = -16; i <= 16; i++) {
      paint.strokeStyle = alpha(BLACK, between(random, 0.2, 0.5));
      paint.lineWidth = Math.max(1, width * 0.0016);
      paint.beginPath();
      paint.moveTo(vanish + i * width * 0.045, top);
      paint.lineTo(vanish + i * width * 0.19, height);
      paint.stroke();
    }
    paint.globalCompositeOperation = 'lighter';
    paint.translate(lit[0], lit[1]);
    paint.scale(1, 0.2);
    glow(paint, [0, 0], width * 0.36, palette[2], 0.75);
    glow(paint, [0, 0], width * 0.2, palette[3], 0.6);
  });
};
