import { createRequire } from 'node:module';
import { GlobalFonts } from '@napi-rs/canvas';
import { alpha, BLACK, darken, lighten, mix, type Palette } from './colour.ts';
import { adding, aside, createEasel, curve, type Easel, linear, oval, type Paint, type Point } from './easel.ts';
import { type Figure, paintBust, paintPortrait } from './figures.ts';
import { glow } from './light.ts';
import { layered } from './noise.ts';

/** What an applicant's specimen card says. Every card is marked as a specimen: none imitates a real document. */
export interface CardHolder {
  lastName: string;
  firstName: string;
  /** ISO dates: yyyy-mm-dd. */
  dateOfBirth: string;
  validUntil: string;
  number: string;
  country: string;
  figure: Figure;
  palette: Palette;
}

const FONT = 'Demo Card';
let fontFamily: string | undefined;

/** The text font of the web, or whatever the system has. */
const font = (): string => {
  if (fontFamily) return fontFamily;
  try {
    const file = createRequire(import.meta.url).resolve('@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2');
    GlobalFonts.registerFromPath(file, FONT);
  } catch {
    // the card then takes the system's own letters
  }
  fontFamily = GlobalFonts.has(FONT) ? `"${FONT}"` : 'sans-serif';
  return fontFamily;
};

const INK = '#1f3532';
const PAPER = ['#cfe3de', '#a9ccc5', '#e6efe6'] as const;
const GREY: Palette = ['#1d1a1d', '#4c464b', '#9a9297', '#e8e2e4'];

const write = (paint: Paint, text: string, [x, y]: Point, size: number, weight = 500, colour: string = INK): void => {
  paint.font = `${weight} ${size.toFixed(1)}px ${font()}`;
  paint.fillStyle = colour;
  paint.fillText(text, x, y);
};

const spaced = (date: string): string => date.split('-').reverse().join(' ');

/** The card itself, in a box of the picture. */
const paintCard = (easel: Easel, holder: CardHolder, x: number, y: number, w: number, h: number): void => {
  const { paint, seed } = easel;
  aside(paint, () => {
    paint.beginPath();
    paint.roundRect(x, y, w, h, w * 0.045);
    paint.clip();
    paint.fillStyle = linear(
      paint,
      [x, y],
      [x + w, y + h],
      [
        [0, PAPER[2]],
        [0.5, PAPER[0]],
        [1, PAPER[1]],
      ],
    );
    paint.fillRect(x, y, w, h);
    // rosettes of fine lines
    paint.lineWidth = Math.max(0.6, w * 0.0011);
    for (const [cx, cy, reach, colour] of [
      [0.86, 0.86, 0.85, '#2e7d71'],
      [0.08, 0.05, 0.5, '#b0705c'],
    ] as const)
      for (let ring = 0; ring < 34; ring++) {
        paint.strokeStyle = alpha(colour, 0.26);
        const points: Point[] = [];
        const radius = w * reach * (0.06 + ring / 34);
        for (let i = 0; i < 60; i++) {
          const a = (i / 60) * Math.PI * 2;
          const r = radius * (1 + 0.035 * Math.sin(a * 12 + ring * 0.5) + 0.03 * layered(seed, Math.cos(a), Math.sin(a), 2));
          points.push([x + w * cx + Math.cos(a) * r, y + h * cy + Math.sin(a) * r]);
        }
        paint.stroke(curve(points, true));
      }
    paint.fillStyle = alpha('#1f5f56', 0.9);
    paint.fillRect(x, y, w, h * 0.13);
    write(paint, 'SPECIMEN IDENTITY CARD', [x + w * 0.045, y + h * 0.089], h * 0.058, 650, '#f2f8f4');
    write(paint, holder.country, [x + w * 0.88, y + h * 0.092], h * 0.066, 750, '#f2f8f4');
    const photo = createEasel({ width: Math.round(w * 0.29), height: Math.round(h * 0.58), palette: GREY, seed });
    photo.paint.fillStyle = linear(
      photo.paint,
      [0, 0],
      [0, photo.height],
      [
        [0, '#d9d2d4'],
        [1, '#8f878b'],
      ],
    );
    photo.paint.fillRect(0, 0, photo.width, photo.height);
    paintBust(
      photo.paint,
      [photo.width / 2, photo.height * 0.42],
      photo.width * 0.205,
      { ...holder.figure, headphones: false, side: 1 },
      GREY,
      0.08,
    );
    paint.save();
    paint.beginPath();
    paint.roundRect(x + w * 0.045, y + h * 0.19, w * 0.29, h * 0.58, w * 0.02);
    paint.clip();
    paint.drawImage(photo.canvas, x + w * 0.045, y + h * 0.19, w * 0.29, h * 0.58);
    paint.restore();
    const left = x + w * 0.39;
    const rows: [string, string, number][] = [
      ['Name', holder.lastName.toUpperCase(), 720],
      ['Given names', holder.firstName, 560],
      ['Date of birth', spaced(holder.dateOfBirth), 560],
      ['Valid until', spaced(holder.validUntil), 560],
      ['Card no.', holder.number, 560],
    ];
    rows.forEach(([label, value, weight], i) => {
      const top = y + h * (0.225 + i * 0.122);
      write(paint, label, [left, top], h * 0.034, 500, alpha(INK, 0.72));
      write(paint, value, [left, top + h * 0.062], h * (i ? 0.058 : 0.068), weight);
    });
    // chip and the lines a machine reads
    aside(paint, () => {
      paint.fillStyle = linear(
        paint,
        [x + w * 0.83, y + h * 0.2],
        [x + w * 0.95, y + h * 0.35],
        [
          [0, '#f5e2a4'],
          [0.5, '#cfa94e'],
          [1, '#9a7828'],
        ],
      );
      paint.beginPath();
      paint.roundRect(x + w * 0.83, y + h * 0.2, w * 0.115, h * 0.145, w * 0.014);
      paint.fill();
      paint.strokeStyle = alpha('#6c5318', 0.8);
      paint.lineWidth = w * 0.0022;
      paint.stroke(
        curve([
          [x + w * 0.83, y + h * 0.25],
          [x + w * 0.87, y + h * 0.25],
          [x + w * 0.87, y + h * 0.3],
          [x + w * 0.83, y + h * 0.3],
        ]),
      );
      paint.stroke(
        curve([
          [x + w * 0.945, y + h * 0.25],
          [x + w * 0.905, y + h * 0.25],
          [x + w * 0.905, y + h * 0.3],
          [x + w * 0.945, y + h * 0.3],
        ]),
      );
    });
    paint.fillStyle = alpha('#f7faf6', 0.75);
    paint.fillRect(x, y + h * 0.83, w, h * 0.17);
    const plain = (text: string): string =>
      text
        .normalize('NFD')
        .replace(/[^A-Za-z]/g, '')
        .toUpperCase();
    write(
      paint,
      `SPECIMEN<${plain(holder.lastName)}<<${plain(holder.firstName)}`.padEnd(34, '<'),
      [x + w * 0.045, y + h * 0.9],
      h * 0.046,
      500,
    );
    write(
      paint,
      `${holder.number.replace(/\s/g, '')}<${holder.dateOfBirth.replace(/-/g, '')}<NOT<A<REAL<CARD`.padEnd(34, '<'),
      [x + w * 0.045, y + h * 0.962],
      h * 0.046,
      500,
    );
    aside(paint, () => {
      paint.translate(x + w * 0.52, y + h * 0.66);
      paint.rotate(-0.42);
      paint.textAlign = 'center';
      write(paint, 'SPECIMEN', [0, 0], h * 0.2, 800, alpha('#9c2f2a', 0.16));
    });
    paint.fillStyle = linear(
      paint,
      [x, y],
      [x + w, y + h],
      [
        [0, alpha('#ffffff', 0.3)],
        [0.35, alpha('#ffffff', 0)],
        [0.5, alpha('#ffffff', 0.16)],
        [0.58, alpha('#ffffff', 0)],
        [1, alpha(BLACK, 0.1)],
      ],
    );
    paint.fillRect(x, y, w, h);
  });
};

/** The card on a table. */
export const paintIdentityCard = (easel: Easel, holder: CardHolder): void => {
  const { paint, width, height } = easel;
  const [night, deep, mid] = holder.palette;
  paint.fillStyle = linear(
    paint,
    [0, 0],
    [width, height],
    [
      [0, mix(deep, mid, 0.3)],
      [1, night],
    ],
  );
  paint.fillRect(0, 0, width, height);
  adding(paint, () => glow(paint, [width * 0.2, 0], width * 0.8, mid, 0.35));
  const [w, h] = [width * 0.86, width * 0.86 * 0.63];
  aside(paint, () => {
    paint.translate(width / 2, height / 2);
    paint.rotate(-0.012);
    aside(paint, () => {
      paint.shadowColor = alpha(BLACK, 0.6);
      paint.shadowBlur = width * 0.03;
      paint.shadowOffsetY = width * 0.012;
      paint.fillStyle = PAPER[0];
      paint.beginPath();
      paint.roundRect(-w / 2, -h / 2, w, h, w * 0.045);
      paint.fill();
    });
    paintCard(easel, holder, -w / 2, -h / 2, w, h);
  });
};

/** The applicant with the card in a hand beside the face. */
export const paintSelfie = (easel: Easel, holder: CardHolder): void => {
  const { paint, width, height } = easel;
  const figure: Figure = { ...holder.figure, profile: false };
  const square = createEasel({
    width: Math.max(width, height),
    height: Math.max(width, height),
    palette: holder.palette,
    seed: easel.seed,
  });
  paintPortrait(square, figure);
  const shift = figure.side * width * 0.12;
  paint.drawImage(square.canvas, (width - square.width) / 2 + shift, (height - square.height) / 2);
  if (shift > 0)
    paint.drawImage(square.canvas, 0, (square.height - height) / 2, 1, height, 0, 0, (width - square.width) / 2 + shift + 1, height);
  if (shift < 0)
    paint.drawImage(
      square.canvas,
      square.width - 1,
      (square.height - height) / 2,
      1,
      height,
      (width + square.width) / 2 + shift - 1,
      0,
      width,
      height,
    );
  const [w, h] = [width * 0.34, width * 0.34 * 0.63];
  const [x, y] = [width * (figure.side > 0 ? 0.06 : 0.6), height * 0.5];
  const [night, deep, mid, light] = holder.palette;
  const sleeve = linear(
    paint,
    [x, y + h],
    [x + w, height],
    [
      [0, mix(deep, mid, 0.4)],
      [1, darken(night, 0.2)],
    ],
  );
  aside(paint, () => {
    paint.shadowColor = alpha(BLACK, 0.5);
    paint.shadowBlur = width * 0.02;
    paint.fillStyle = sleeve;
    paint.fill(
      curve(
        [
          [x + w * 0.3, y + h * 0.86],
          [x + w * 0.24, y + h * 1.25],
          [x + w * 0.1, height * 1.06],
          [x + w * 1.0, height * 1.06],
          [x + w * 0.76, y + h * 1.25],
          [x + w * 0.7, y + h * 0.86],
        ],
        true,
      ),
    );
    paint.fillStyle = PAPER[0];
    paint.beginPath();
    paint.roundRect(x, y, w, h, w * 0.045);
    paint.fill();
  });
  paintCard(easel, holder, x, y, w, h);
  // fingers over the lower edge
  for (const [at, tall] of [
    [0.32, 0.3],
    [0.44, 0.45],
    [0.56, 0.42],
    [0.67, 0.26],
  ] as const) {
    const finger = oval(x + w * at, y + h * 1.06, w * 0.058, h * 0.23 * (0.7 + tall * 0.5), 0.06);
    aside(paint, () => {
      paint.fillStyle = mix(mid, light, 0.7);
      paint.fill(finger);
      paint.clip(finger);
      paint.translate(-figure.side * w * 0.014, h * 0.02);
      paint.filter = `blur(${(w * 0.012).toFixed(1)}px)`;
      paint.fillStyle = linear(
        paint,
        [x, y + h * 0.8],
        [x, y + h * 1.3],
        [
          [0, mix(deep, mid, 0.45)],
          [1, mix(night, deep, 0.7)],
        ],
      );
      paint.fill(finger);
    });
  }
  adding(paint, () => glow(paint, [x + w * 0.5, y + h * 0.3], w * 0.9, lighten(light, 0.2), 0.12));
};
