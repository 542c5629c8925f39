import type { Hdr } from './film-facts.ts';

// Maps HDR films (ITU-R BT.2100) to what every screen shows (BT.709), as a table of colors. ffmpeg applies a table in each of its builds; its own
// filters for this need libraries that not every build has.

/** Colors per side of the table; those between are interpolated. */
const SIDE = 33;
/** Brightness of white paper in HDR films (BT.2408), in cd/m². It becomes a bright gray, so that lights above it differ. */
const WHITE = 203;
/** Brightness that becomes white, in cd/m². Phones and most films have no more. */
const PEAK = 1000;
/** Up to this part of white, brightness stays as it is. */
const KNEE = 0.6;
/** Gamma of the screens that BT.709 is made for (BT.1886). */
const SCREEN_GAMMA = 2.4;

/** Linear light of BT.2020 in the primaries of BT.709. */
const TO_709 = [
  [1.6605, -0.5876, -0.0728],
  [-0.1246, 1.1329, -0.0083],
  [-0.0182, -0.1006, 1.1187],
] as const;

type Color = readonly [number, number, number];

/** Light in cd/m² of a code of PQ (SMPTE ST 2084). */
const lightOfPq = (code: number): number => {
  const [m1, m2, c1, c2, c3] = [2610 / 16_384, (2523 / 4096) * 128, 3424 / 4096, (2413 / 4096) * 32, (2392 / 4096) * 32];
  const power = code ** (1 / m2);
  return 10_000 * (Math.max(0, power - c1) / (c2 - c3 * power)) ** (1 / m1);
};

/** Light of the scene, 0 to 1, of a code of HLG (BT.2100, table 5). */
const sceneOfHlg = (code: number): number => {
  const [a, b, c] = [0.17883277, 0.28466892, 0.55991073];
  return code <= 0.5 ? code ** 2 / 3 : (Math.exp((code - c) / a) + b) / 12;
};

/** Light of the screen in cd/m², of codes of red, green and blue. */
const lightOf = (hdr: Hdr, codes: Color): Color => {
  if (hdr === 'pq') return [lightOfPq(codes[0]), lightOfPq(codes[1]), lightOfPq(codes[2])];
  const [red, green, blue] = [sceneOfHlg(codes[0]), sceneOfHlg(codes[1]), sceneOfHlg(codes[2])];
  // The screen's own curve, for a screen of 1000 cd/m².
  const gain = PEAK * (0.2627 * red + 0.678 * green + 0.0593 * blue) ** 0.2;
  return [red * gain, green * gain, blue * gain];
};

/** Brightness from 0 to the peak, as a part of white: unchanged up to the knee, then ever flatter. */
const compressed = (value: number): number => {
  if (value <= KNEE) return value;
  const above = (value - KNEE) / (1 - KNEE);
  const most = (PEAK / WHITE - KNEE) / (1 - KNEE);
  return Math.min(1, KNEE + ((1 - KNEE) * above * (1 + above / most ** 2)) / (1 + above));
};

/** The color that a screen of BT.709 shows for a color of an HDR film. All are codes from 0 to 1. */
export const toneMapped = (hdr: Hdr, codes: Color): Color => {
  const light = lightOf(hdr, codes);
  const linear = TO_709.map(([red, green, blue]) => Math.max(0, (red * light[0] + green * light[1] + blue * light[2]) / WHITE));
  const brightest = Math.max(...linear);
  // All three by the same factor: the hue stays.
  const scale = brightest > 0 ? compressed(brightest) / brightest : 0;
  const [red = 0, green = 0, blue = 0] = linear.map((value) => Math.min(1, (value * scale) ** (1 / SCREEN_GAMMA)));
  return [red, green, blue];
};

/** The table for ffmpeg's filter `lut3d`, as a file of the format Cube. */
export const toneMapTable = (hdr: Hdr): string => {
  const lines = [`LUT_3D_SIZE ${SIDE}`];
  for (let blue = 0; blue < SIDE; blue += 1)
    for (let green = 0; green < SIDE; green += 1)
      for (let red = 0; red < SIDE; red += 1) {
        const [r, g, b] = [red / (SIDE - 1), green / (SIDE - 1), blue / (SIDE - 1)];
        lines.push(
          toneMapped(hdr, [r, g, b])
            .map((value) => value.toFixed(5))
            .join(' '),
        );
      }
  return `${lines.join('\n')}\n`;
};
