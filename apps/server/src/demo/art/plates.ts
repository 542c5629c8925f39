import { alpha, BLACK, darken, lighten, mix, WHITE } from './colour.ts';
import { adding, aside, circle, curve, type Easel, linear, type Paint, Path2D, type Point, radial } from './easel.ts';
import { glow } from './light.ts';
import { between, layered, noise, pick, type Random } from './noise.ts';

/** A table from above: planks in the performer's deep colour, or linen. */
export const paintTable = (easel: Easel): void => {
  const { paint, width, height, palette, short, random, seed } = easel;
  const [night, deep, mid, light] = palette;
  const plank = short * 0.24;
  for (let i = 0; i * plank < height + plank; i++) {
    const shade = between(random, 0.1, 0.5);
    paint.fillStyle = linear(paint, [0, 0], [width, 0], [[0, mix(deep, mid, shade * 0.5)], [0.6, mix(deep, night, shade)], [1, mix(night, deep, 0.4)]]);
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

/** A plate; returns nothing, the food is painted on it next. */
const paintPlate = (paint: Paint, [x, y]: Point, radius: number, glaze: string, shade: string): void => {
  aside(paint, () => {
    paint.shadowColor = alpha(BLACK, 0.7);
    paint.shadowBlur = radius * 0.18;
    paint.shadowOffsetX = radius * 0.07;
    paint.shadowOffsetY = radius * 0.09;
    paint.fillStyle = linear(paint, [x - radius, y - radius], [x + radius, y + radius], [[0, lighten(glaze, 0.55)], [0.5, glaze], [1, mix(glaze, shade, 0.55)]]);
    paint.fill(circle(x, y, radius));
  });
  paint.strokeStyle = alpha(lighten(glaze, 0.7), 0.8);
  paint.lineWidth = radius * 0.012;
  paint.stroke(circle(x, y, radius * 0.99));
  paint.fillStyle = linear(paint, [x - radius * 0.7, y - radius * 0.7], [x + radius * 0.7, y + radius * 0.7], [[0, mix(glaze, shade, 0.42)], [0.5, glaze], [1, lighten(glaze, 0.5)]]);
  paint.fill(circle(x, y, radius * 0.77));
  paint.fillStyle = linear(paint, [x - radius * 0.6, y - radius * 0.6], [x + radius * 0.6, y + radius * 0.6], [[0, lighten(glaze, 0.2)], [1, mix(glaze, shade, 0.2)]]);
  paint.fill(circle(x, y, radius * 0.7));
};

/** A slice of citrus with its cells. */
const slice = (paint: Paint, random: Random, [x, y]: Point, radius: number, [peel, flesh, pith]: readonly [string, string, string]): void =>
  aside(paint, () => {
    paint.translate(x, y);
    paint.rotate(random() * 6.3);
    aside(paint, () => {
      paint.shadowColor = alpha(BLACK, 0.5);
      paint.shadowBlur = radius * 0.35;
      paint.shadowOffsetX = radius * 0.07;
      paint.shadowOffsetY = radius * 0.14;
      paint.fillStyle = peel;
      paint.fill(circle(0, 0, radius));
    });
    paint.fillStyle = pith;
    paint.fill(circle(0, 0, radius * 0.91));
    const cells = 9;
    for (let i = 0; i < cells; i++)
      aside(paint, () => {
        paint.rotate((i / cells) * Math.PI * 2);
        const cell = new Path2D(`M${radius * 0.12} 0L${radius * 0.7} ${-radius * 0.25}Q${radius * 0.92} 0 ${radius * 0.7} ${radius * 0.25}Z`);
        paint.lineJoin = 'round';
        paint.fillStyle = radial(paint, [0, 0], 0, radius * 0.88, [[0, lighten(flesh, 0.55)], [0.45, flesh], [1, mix(flesh, peel, 0.6)]]);
        paint.fill(cell);
        paint.clip(cell);
        for (let j = 0; j < 16; j++) {
          const [r, a] = [radius * between(random, 0.2, 0.82), between(random, -0.3, 0.3)];
          paint.strokeStyle = alpha(j % 2 ? WHITE : peel, between(random, 0.16, 0.42));
          paint.lineWidth = radius * 0.016;
          paint.beginPath();
          paint.moveTo(Math.cos(a) * r, Math.sin(a) * r);
          paint.lineTo(Math.cos(a * 1.15) * r * 1.14, Math.sin(a * 1.15) * r * 1.14);
          paint.stroke();
        }
      });
    paint.fillStyle = linear(paint, [-radius, -radius], [radius, radius], [[0, alpha(WHITE, 0.22)], [0.5, alpha(WHITE, 0)], [1, alpha(BLACK, 0.16)]]);
    paint.fill(circle(0, 0, radius * 0.95));
  });

/** A small leaf with a midrib. */
export const leaf = (paint: Paint, [x, y]: Point, size: number, turn: number, colour: string): void =>
  aside(paint, () => {
    paint.translate(x, y);
    paint.rotate(turn);
    paint.shadowColor = alpha(BLACK, 0.4);
    paint.shadowBlur = size * 0.3;
    paint.shadowOffsetY = size * 0.14;
    paint.fillStyle = linear(paint, [0, -size * 0.4], [0, size * 0.4], [[0, lighten(colour, 0.32)], [0.5, colour], [1, darken(colour, 0.4)]]);
    paint.fill(new Path2D(`M${-size} 0Q${-size * 0.1} ${-size * 0.72} ${size} 0Q${-size * 0.1} ${size * 0.72} ${-size} 0Z`));
    paint.shadowColor = 'transparent';
    paint.strokeStyle = alpha(lighten(colour, 0.6), 0.6);
    paint.lineWidth = size * 0.05;
    paint.stroke(curve([[-size * 1.2, 0], [0, -size * 0.03], [size * 0.85, 0]]));
  });

const CITRUS = [['#c8451f', '#f07b3f', '#fff1d4'], ['#d99a1e', '#f6c044', '#fff5d6'], ['#dcb52c', '#f7de63', '#fffbe2'], ['#a3202c', '#d8455a', '#ffe6d8'], ['#7d9a2a', '#c3d75a', '#f6fbdc']] as const;

/** Where the plate stands and how big it is. */
const setting = ({ width, height, short, focus }: Easel): { centre: Point; radius: number } => ({
  centre: [width * (focus + 0.03), height * 0.53],
  radius: short * (width > height * 2 ? 0.62 : 0.42),
});

const cutlery = (easel: Easel, [x, y]: Point, radius: number): void => {
  const { paint } = easel;
  aside(paint, () => {
    paint.shadowColor = alpha(BLACK, 0.6);
    paint.shadowBlur = radius * 0.05;
    paint.shadowOffsetX = radius * 0.025;
    paint.shadowOffsetY = radius * 0.03;
    const silver = linear(paint, [x, y - radius], [x, y + radius], [[0, '#f6efe6'], [0.4, '#9d948f'], [0.7, '#e4dbd3'], [1, '#a79e98']]);
    paint.fillStyle = silver;
    for (const [out, knife] of [[-1.2, false], [1.2, true]] as const) {
      const at = x + radius * out;
      paint.beginPath();
      paint.roundRect(at - radius * 0.028, y - radius * 0.05, radius * 0.056, radius * 0.78, radius * 0.03);
      paint.fill();
      if (knife) paint.fill(new Path2D(`M${at - radius * 0.035} ${y}L${at - radius * 0.035} ${y - radius * 0.7}Q${at + radius * 0.06} ${y - radius * 0.6} ${at + radius * 0.05} ${y}Z`));
      else {
        paint.fill(curve([[at - radius * 0.09, y - radius * 0.35], [at - radius * 0.07, y - radius * 0.14], [at, y - radius * 0.03], [at + radius * 0.07, y - radius * 0.14], [at + radius * 0.09, y - radius * 0.35]], true));
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
const spoon = (easel: Easel, [x, y]: Point, radius: number): void => {
  const { paint } = easel;
  aside(paint, () => {
    paint.shadowColor = alpha(BLACK, 0.6);
    paint.shadowBlur = radius * 0.05;
    paint.shadowOffsetX = radius * 0.025;
    paint.shadowOffsetY = radius * 0.03;
    const at = x + radius * 1.22;
    paint.fillStyle = linear(paint, [at - radius * 0.12, y - radius], [at + radius * 0.12, y + radius], [[0, '#f6efe6'], [0.4, '#9d948f'], [0.7, '#e4dbd3'], [1, '#a79e98']]);
    paint.beginPath();
    paint.roundRect(at - radius * 0.026, y - radius * 0.3, radius * 0.052, radius * 1.0, radius * 0.026);
    paint.fill();
    paint.beginPath();
    paint.ellipse(at, y - radius * 0.46, radius * 0.12, radius * 0.2, 0, 0, Math.PI * 2);
    paint.fill();
    paint.shadowColor = 'transparent';
    paint.fillStyle = radial(paint, [at + radius * 0.03, y - radius * 0.4], 0, radius * 0.2, [[0, '#fffaf2'], [0.5, '#b8afa8'], [1, '#7d746f']]);
    paint.beginPath();
    paint.ellipse(at, y - radius * 0.46, radius * 0.092, radius * 0.165, 0, 0, Math.PI * 2);
    paint.fill();
  });
};

/** Winter citrus in a wreath. */
export const paintCitrus = (easel: Easel): void => {
  const { paint, palette, random } = easel;
  paintTable(easel);
  const { centre, radius } = setting(easel);
  cutlery(easel, centre, radius);
  paintPlate(paint, centre, radius, mix(palette[3], '#f2ead8', 0.6), palette[1]);
  const count = 8;
  const start = random() * 6;
  for (let i = 0; i < count; i++) {
    const angle = start + (i / count) * Math.PI * 2;
    const out = radius * (0.44 + 0.03 * (i % 2));
    slice(paint, random, [centre[0] + Math.cos(angle) * out, centre[1] + Math.sin(angle) * out], radius * between(random, 0.18, 0.225), pick(random, CITRUS));
  }
  slice(paint, random, centre, radius * 0.26, CITRUS[3]);
  for (let i = 0; i < 18; i++) {
    const [angle, out] = [random() * 6.3, radius * between(random, 0.14, 0.66)];
    leaf(paint, [centre[0] + Math.cos(angle) * out, centre[1] + Math.sin(angle) * out], radius * between(random, 0.03, 0.055), random() * 6, mix('#2f6a2a', '#83a83f', random()));
  }
  for (let i = 0; i < 12; i++) {
    const [angle, out] = [random() * 6.3, radius * between(random, 0.1, 0.62)];
    paint.fillStyle = radial(paint, [centre[0] + Math.cos(angle) * out - 2, centre[1] + Math.sin(angle) * out - 2], 0, radius * 0.034, [[0, '#ff9aa0'], [0.4, '#c01f38'], [1, '#6d0d20']]);
    paint.fill(circle(centre[0] + Math.cos(angle) * out, centre[1] + Math.sin(angle) * out, radius * 0.03));
  }
};

const SOUPS = [['#f2a53d', '#b9541d', '#fff4d8'], ['#c9323a', '#7c1524', '#ffe9d8'], ['#8fae4a', '#476a22', '#f9fbe4'], ['#e0b04a', '#9a6a1c', '#fff8e2']] as const;

/** A bowl of soup, a spiral of cream, seeds and leaves. */
export const paintSoup = (easel: Easel): void => {
  const { paint, palette, random } = easel;
  paintTable(easel);
  const { centre, radius } = setting(easel);
  const [x, y] = centre;
  paintPlate(paint, centre, radius, mix(palette[3], palette[1], 0.12), palette[0]);
  paintPlate(paint, centre, radius * 0.84, mix(palette[0], palette[1], 0.55), palette[0]);
  const [warm, edge, cream] = pick(random, SOUPS);
  paint.fillStyle = radial(paint, [x - radius * 0.2, y - radius * 0.22], 0, radius * 0.8, [[0, lighten(warm, 0.18)], [0.5, warm], [1, edge]]);
  paint.fill(circle(x, y, radius * 0.66));
  aside(paint, () => {
    paint.clip(circle(x, y, radius * 0.65));
    paint.lineCap = 'round';
    const start = random() * 6;
    for (let a = 0; a < 15; a += 0.06) {
      const out = radius * (0.05 + a * 0.032);
      const wide = radius * (0.018 + 0.022 * Math.abs(Math.sin(a * 1.3)));
      paint.fillStyle = alpha(cream, 0.82);
      paint.fill(circle(x + Math.cos(a + start) * out, y + Math.sin(a + start) * out, wide));
    }
    for (let i = 0; i < 9; i++) {
      const a = start + (i / 9) * Math.PI * 2;
      paint.strokeStyle = alpha(i % 2 ? cream : warm, 0.8);
      paint.lineWidth = radius * 0.012;
      paint.stroke(curve([[x + Math.cos(a) * radius * 0.08, y + Math.sin(a) * radius * 0.08], [x + Math.cos(a + 0.12) * radius * 0.3, y + Math.sin(a + 0.12) * radius * 0.3], [x + Math.cos(a + 0.4) * radius * 0.56, y + Math.sin(a + 0.4) * radius * 0.56]]));
    }
    adding(paint, () => glow(paint, [x - radius * 0.3, y - radius * 0.36], radius * 0.34, WHITE, 0.3));
  });
  for (let i = 0; i < 36; i++) {
    const [a, out] = [random() * 6.3, radius * 0.6 * Math.sqrt(random())];
    const at: Point = [x + Math.cos(a) * out, y + Math.sin(a) * out];
    if (i % 3) {
      paint.fillStyle = mix('#3a2412', '#e8c98a', random());
      paint.beginPath();
      paint.ellipse(...at, radius * 0.018, radius * 0.01, random() * 3, 0, 6.3);
      paint.fill();
    } else leaf(paint, at, radius * between(random, 0.03, 0.06), random() * 6, mix('#24521f', '#6f9c3c', random()));
  }
  spoon(easel, centre, radius);
};

/** A tart: berries as seeds of a sunflower, on cream, in a crust. */
export const paintTart = (easel: Easel): void => {
  const { paint, palette, random, seed } = easel;
  paintTable(easel);
  const { centre, radius } = setting(easel);
  const [x, y] = centre;
  paintPlate(paint, centre, radius, mix(palette[3], '#ffffff', 0.2), palette[1]);
  const crust: Point[] = [];
  for (let i = 0; i < 72; i++) {
    const a = (i / 72) * Math.PI * 2;
    const out = radius * (0.7 + (i % 2 ? 0.018 : -0.012) + 0.012 * noise(seed, i * 0.4));
    crust.push([x + Math.cos(a) * out, y + Math.sin(a) * out]);
  }
  aside(paint, () => {
    paint.shadowColor = alpha(BLACK, 0.6);
    paint.shadowBlur = radius * 0.1;
    paint.shadowOffsetX = radius * 0.03;
    paint.shadowOffsetY = radius * 0.05;
    paint.fillStyle = linear(paint, [x - radius * 0.7, y - radius * 0.7], [x + radius * 0.7, y + radius * 0.7], [[0, '#f0c98a'], [0.5, '#c98d45'], [1, '#84501f']]);
    paint.fill(curve(crust, true));
  });
  paint.fillStyle = radial(paint, [x - radius * 0.15, y - radius * 0.2], 0, radius * 0.66, [[0, '#fff6dd'], [0.8, '#f3dfae'], [1, '#b98a4a']]);
  paint.fill(circle(x, y, radius * 0.61));
  const fruits = pick(random, [['#7a1230', '#c4213f'], ['#23285e', '#4a4fa0'], ['#a8321a', '#ee7a3a']] as const);
  const count = 150;
  for (let i = count; i > 0; i--) {
    const out = radius * 0.575 * Math.sqrt(i / count);
    const a = i * 2.399963;
    const size = radius * between(random, 0.042, 0.053);
    const at: Point = [x + Math.cos(a) * out, y + Math.sin(a) * out];
    const colour = mix(fruits[0], fruits[1], random());
    aside(paint, () => {
      paint.shadowColor = alpha(BLACK, 0.5);
      paint.shadowBlur = size * 0.5;
      paint.shadowOffsetX = size * 0.16;
      paint.shadowOffsetY = size * 0.22;
      paint.fillStyle = radial(paint, [at[0] - size * 0.35, at[1] - size * 0.4], 0, size * 1.35, [[0, lighten(colour, 0.62)], [0.22, lighten(colour, 0.12)], [0.65, colour], [1, darken(colour, 0.6)]]);
      paint.fill(circle(...at, size));
    });
    paint.fillStyle = alpha(WHITE, 0.75);
    paint.fill(circle(at[0] - size * 0.34, at[1] - size * 0.4, size * 0.13));
  }
  for (let i = 0; i < 9; i++) {
    const [a, out] = [random() * 6.3, radius * between(random, 0.1, 0.55)];
    leaf(paint, [x + Math.cos(a) * out, y + Math.sin(a) * out], radius * 0.06, random() * 6, mix('#2d6a35', '#7fb05a', random()));
  }
  adding(paint, () => {
    for (let i = 0; i < 260; i++) {
      const [a, out] = [random() * 6.3, radius * 0.9 * Math.sqrt(random())];
      paint.fillStyle = alpha(WHITE, between(random, 0.1, 0.5));
      paint.fill(circle(x + Math.cos(a) * out, y + Math.sin(a) * out, radius * between(random, 0.001, 0.004)));
    }
  });
};

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
      paint.fillStyle = radial(paint, [-radius * 0.3, -radius * 0.35], 0, radius * 1.3, [[0, '#f3cd8c'], [0.35, '#d0893c'], [0.75, '#8b4a1a'], [1, '#4d230b']]);
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
      const cut = curve([[c * radius * 0.1, s * radius * 0.1], [c * radius * 0.4 - s * radius * 0.12, s * radius * 0.4 + c * radius * 0.12], [c * radius * 0.74, s * radius * 0.74], [c * radius * 0.4 + s * radius * 0.07, s * radius * 0.4 - c * radius * 0.07]], true);
      paint.fillStyle = linear(paint, [0, -radius * 0.6], [0, radius * 0.6], [[0, '#fbe6ba'], [1, '#e2b26a']]);
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
