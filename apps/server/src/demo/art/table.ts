import { alpha, BLACK, darken, lighten, mix } from './colour.ts';
import { adding, aside, circle, curve, type Easel, linear, type Paint, Path2D, type Point, radial } from './easel.ts';
import { glow } from './light.ts';
import { between, layered } from './noise.ts';

/** A table from above: planks in the performer's deep colour, or linen. */
export const paintTable = (easel: Easel): void => {
  const { paint, width, height, palette, short, random, seed } = easel;
  const [night, deep, mid, light] = palette;
  const plank = short * 0.24;
  for (let i = 0; i * plank < height + plank; i++) {
    const shade = between(random, 0.1, 0.5);
    paint.fillStyle = linear(
      paint,
      [0, 0],
      [width, 0],
      [
        [0, mix(deep, mid, shade * 0.5)],
        [0.6, mix(deep, night, shade)],
        [1, mix(night, deep, 0.4)],
      ],
    );
    paint.fillRect(0, i * plank, width, plank);
    for (let line = 0; line < 16; line++) {
      const y = i * plank + plank * random();
      paint.strokeStyle = alpha(line % 3 ? BLACK : light, line % 3 ? 0.16 : 0.05);
      paint.lineWidth = between(random, 0.6, 2.2);
      paint.beginPath();
      for (let s = 0; s <= 12; s++) paint.lineTo((width * s) / 12, y + plank * 0.09 * layered(seed + i, s * 0.35, y * 0.01, 2));
      paint.stroke();
    }
    paint.fillStyle = alpha(BLACK, 0.55);
    paint.fillRect(0, i * plank, width, short * 0.003);
  }
  adding(paint, () => glow(paint, [width * 0.16, 0], Math.max(width, height) * 0.85, light, 0.3));
};

/** An empty plate; the food is painted on it next. */
export const paintPlate = (paint: Paint, [x, y]: Point, radius: number, glaze: string, shade: string): void => {
  aside(paint, () => {
    paint.shadowColor = alpha(BLACK, 0.7);
    paint.shadowBlur = radius * 0.18;
    paint.shadowOffsetX = radius * 0.07;
    paint.shadowOffsetY = radius * 0.09;
    paint.fillStyle = linear(
      paint,
      [x - radius, y - radius],
      [x + radius, y + radius],
      [
        [0, lighten(glaze, 0.55)],
        [0.5, glaze],
        [1, mix(glaze, shade, 0.55)],
      ],
    );
    paint.fill(circle(x, y, radius));
  });
  paint.strokeStyle = alpha(lighten(glaze, 0.7), 0.8);
  paint.lineWidth = radius * 0.012;
  paint.stroke(circle(x, y, radius * 0.99));
  paint.fillStyle = linear(
    paint,
    [x - radius * 0.7, y - radius * 0.7],
    [x + radius * 0.7, y + radius * 0.7],
    [
      [0, mix(glaze, shade, 0.42)],
      [0.5, glaze],
      [1, lighten(glaze, 0.5)],
    ],
  );
  paint.fill(circle(x, y, radius * 0.77));
  paint.fillStyle = linear(
    paint,
    [x - radius * 0.6, y - radius * 0.6],
    [x + radius * 0.6, y + radius * 0.6],
    [
      [0, lighten(glaze, 0.2)],
      [1, mix(glaze, shade, 0.2)],
    ],
  );
  paint.fill(circle(x, y, radius * 0.7));
};

/** Where the plate stands and how big it is. */
export const setting = ({ width, height, short, focus }: Easel): { centre: Point; radius: number } => ({
  centre: [width * (focus + 0.03), height * 0.53],
  radius: short * (width > height * 2 ? 0.62 : 0.42),
});

export const cutlery = (easel: Easel, [x, y]: Point, radius: number): void => {
  const { paint } = easel;
  aside(paint, () => {
    paint.shadowColor = alpha(BLACK, 0.6);
    paint.shadowBlur = radius * 0.05;
    paint.shadowOffsetX = radius * 0.025;
    paint.shadowOffsetY = radius * 0.03;
    const silver = linear(
      paint,
      [x, y - radius],
      [x, y + radius],
      [
        [0, '#f6efe6'],
        [0.4, '#9d948f'],
        [0.7, '#e4dbd3'],
        [1, '#a79e98'],
      ],
    );
    paint.fillStyle = silver;
    for (const [out, knife] of [
      [-1.2, false],
      [1.2, true],
    ] as const) {
      const at = x + radius * out;
      paint.beginPath();
      paint.roundRect(at - radius * 0.028, y - radius * 0.05, radius * 0.056, radius * 0.78, radius * 0.03);
      paint.fill();
      if (knife)
        paint.fill(
          new Path2D(
            `M${at - radius * 0.035} ${y}L${at - radius * 0.035} ${y - radius * 0.7}Q${at + radius * 0.06} ${y - radius * 0.6} ${at + radius * 0.05} ${y}Z`,
          ),
        );
      else {
        paint.fill(
          curve(
            [
              [at - radius * 0.09, y - radius * 0.35],
              [at - radius * 0.07, y - radius * 0.14],
              [at, y - radius * 0.03],
              [at + radius * 0.07, y - radius * 0.14],
              [at + radius * 0.09, y - radius * 0.35],
            ],
            true,
          ),
        );
        for (let i = -1.5; i <= 1.5; i++) {
          paint.beginPath();
          paint.roundRect(at + i * radius * 0.05 - radius * 0.014, y - radius * 0.68, radius * 0.028, radius * 0.4, radius * 0.014);
          paint.fill();
        }
      }
    }
  });
};

/** A spoon to the right of the plate. */
export const spoon = (easel: Easel, [x, y]: Point, radius: number): void => {
  const { paint } = easel;
  aside(paint, () => {
    paint.shadowColor = alpha(BLACK, 0.6);
    paint.shadowBlur = radius * 0.05;
    paint.shadowOffsetX = radius * 0.025;
    paint.shadowOffsetY = radius * 0.03;
    const at = x + radius * 1.22;
    paint.fillStyle = linear(
      paint,
      [at - radius * 0.12, y - radius],
      [at + radius * 0.12, y + radius],
      [
        [0, '#f6efe6'],
        [0.4, '#9d948f'],
        [0.7, '#e4dbd3'],
        [1, '#a79e98'],
      ],
    );
    paint.beginPath();
    paint.roundRect(at - radius * 0.026, y - radius * 0.3, radius * 0.052, radius * 1.0, radius * 0.026);
    paint.fill();
    paint.beginPath();
    paint.ellipse(at, y - radius * 0.46, radius * 0.12, radius * 0.2, 0, 0, Math.PI * 2);
    paint.fill();
    paint.shadowColor = 'transparent';
    paint.fillStyle = radial(paint, [at + radius * 0.03, y - radius * 0.4], 0, radius * 0.2, [
      [0, '#fffaf2'],
      [0.5, '#b8afa8'],
      [1, '#7d746f'],
    ]);
    paint.beginPath();
    paint.ellipse(at, y - radius * 0.46, radius * 0.092, radius * 0.165, 0, 0, Math.PI * 2);
    paint.fill();
  });
};

/** A small leaf with a midrib. */
export const leaf = (paint: Paint, [x, y]: Point, size: number, turn: number, colour: string): void =>
  aside(paint, () => {
    paint.translate(x, y);
    paint.rotate(turn);
    paint.shadowColor = alpha(BLACK, 0.4);
    paint.shadowBlur = size * 0.3;
    paint.shadowOffsetY = size * 0.14;
    paint.fillStyle = linear(
      paint,
      [0, -size * 0.4],
      [0, size * 0.4],
      [
        [0, lighten(colour, 0.32)],
        [0.5, colour],
        [1, darken(colour, 0.4)],
      ],
    );
    paint.fill(new Path2D(`M${-size} 0Q${-size * 0.1} ${-size * 0.72} ${size} 0Q${-size * 0.1} ${size * 0.72} ${-size} 0Z`));
    paint.shadowColor = 'transparent';
    paint.strokeStyle = alpha(lighten(colour, 0.6), 0.6);
    paint.lineWidth = size * 0.05;
    paint.stroke(
      curve([
        [-size * 1.2, 0],
        [0, -size * 0.03],
        [size * 0.85, 0],
      ]),
    );
  });
