/**
 * Every tone of the accent, derived from one colour so that what is written in it or on it keeps WCAG's contrast in both themes. Lightness is
 * moved in OKLCH (Björn Ottosson, 2020), where hue and strength stay as they look.
 */

type Rgb = readonly [number, number, number];

const linear = (channel: number): number => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);
const gamma = (value: number): number => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

const each = ([r, g, b]: Rgb, change: (channel: number) => number): Rgb => [change(r), change(g), change(b)];

const rgbOf = (hex: string): Rgb => each([1, 3, 5], (at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
const hexOf = (rgb: Rgb): string =>
  `#${rgb
    .map((channel) =>
      Math.round(Math.min(1, Math.max(0, channel)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

const luminance = (hex: string): number => {
  const [r, g, b] = each(rgbOf(hex), linear);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** WCAG's contrast of two colours, 1 to 21. */
export const contrast = (one: string, other: string): number => {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
};

interface Oklch {
  l: number;
  c: number;
  h: number;
}

const oklchOf = (hex: string): Oklch => {
  const [r, g, b] = each(rgbOf(hex), linear);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return { l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, c: Math.hypot(a, bb), h: Math.atan2(bb, a) };
};

const channelsOf = ({ l, c, h }: Oklch): Rgb => {
  const a = c * Math.cos(h);
  const b = c * Math.sin(h);
  const [x, y, z] = [
    (l + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (l - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (l - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ] as const;
  return [
    4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
    -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
    -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z,
  ];
};

/** The colour in sRGB; strength gives way where the screen can't show it. */
const shown = (colour: Oklch): string => {
  for (let c = colour.c; ; c -= 0.004) {
    const channels = channelsOf({ ...colour, c: Math.max(0, c) });
    if (c <= 0 || channels.every((value) => value >= -0.0005 && value <= 1.0005))
      return hexOf(each(channels, (value) => gamma(Math.min(1, Math.max(0, value)))));
  }
};

const STEP = 0.005;
/** The tone nearest to a lightness, searching up or down, that reaches a contrast on every background. */
const reach = (base: Oklch, from: number, direction: 1 | -1, least: number, backgrounds: readonly string[]): string => {
  for (let l = from; l >= 0 && l <= 1; l += direction * STEP) {
    const hex = shown({ ...base, l });
    if (backgrounds.every((background) => contrast(hex, background) >= least)) return hex;
  }
  return direction === 1 ? '#ffffff' : '#000000';
};

const TEXT_CONTRAST = 4.5;
const SHAPE_CONTRAST = 3;
/** House, stage, riser, lift of tokens.css. */
const BACKGROUNDS = {
  dark: ['#0f0a0f', '#171016', '#20171f', '#2b202a'],
  light: ['#f6f0e8', '#fffcf8', '#f1e9df', '#e8ddd0'],
} as const;
const INK = { dark: '#21140a', light: '#ffffff' } as const;

interface Fill {
  spot: string;
  hover: string;
  press: string;
  ink: string;
}

/** A fill of a lightness under an ink, if the ink can be read on it, its hover and its press: these move away from the ink. */
const fillAt = (base: Oklch, l: number, ink: keyof typeof INK, background: string | null): Fill | null => {
  const [toHover, toPress] = ink === 'dark' ? [0.035, -0.02] : [-0.04, -0.08];
  const toned = (step: number): string => shown({ ...base, l: Math.min(0.97, Math.max(0.05, l + step)) });
  const [spot, hover, press] = [toned(0), toned(toHover), toned(toPress)];
  if (background && contrast(spot, background) < SHAPE_CONTRAST) return null;
  return [spot, hover, press].every((tone) => contrast(INK[ink], tone) >= TEXT_CONTRAST) ? { spot, hover, press, ink: INK[ink] } : null;
};

/** The accent as a fill: the readable tone nearest to the chosen one. */
const fillOf = (base: Oklch, background: string | null): Fill => {
  for (let away = 0; away <= 1; away += STEP) {
    for (const l of [base.l - away, base.l + away]) {
      const fill = fillAt(base, l, 'dark', background) ?? fillAt(base, l, 'light', background);
      if (fill) return fill;
    }
  }
  return { spot: '#ffffff', hover: '#ffffff', press: '#eeeeee', ink: INK.dark };
};

const alpha = (hex: string, part: number): string =>
  `${hex}${Math.round(part * 255)
    .toString(16)
    .padStart(2, '0')}`;

/** The variables of tokens.css that carry the accent, in one theme. */
const tokensOf = (base: Oklch, theme: 'dark' | 'light'): Record<string, string> => {
  const isDark = theme === 'dark';
  const backgrounds = BACKGROUNDS[theme];
  const { spot, hover, press, ink } = fillOf(base, isDark ? backgrounds[1] : null);
  const soft = shown({ ...base, l: isDark ? 0.28 : 0.945, c: Math.min(base.c, isDark ? 0.03 : 0.045) });
  const text = reach(base, isDark ? Math.max(base.l, 0.62) : Math.min(base.l, 0.56), isDark ? 1 : -1, TEXT_CONTRAST, [
    ...backgrounds,
    soft,
  ]);
  const line = reach(base, isDark ? 0.45 : Math.min(base.l, 0.68), isDark ? 1 : -1, SHAPE_CONTRAST + 0.2, backgrounds.slice(0, 2));
  return {
    spot,
    'spot-hover': hover,
    'spot-press': press,
    'on-spot': ink,
    'spot-text': text,
    'spot-soft': soft,
    'spot-line': line,
    ring: reach(base, isDark ? 0.85 : 0.42, isDark ? 1 : -1, TEXT_CONTRAST, backgrounds.slice(0, 2)),
    beam: alpha(spot, isDark ? 0.17 : 0.3),
    c1: isDark ? spot : reach(base, Math.min(base.l, 0.75), -1, 1.9, backgrounds.slice(1, 2)),
    'c1-edge': isDark ? spot : line,
  };
};

export interface BrandTones {
  dark: Record<string, string>;
  light: Record<string, string>;
}

/**
 * The accent's tones in both themes, by the names of tokens.css without their dashes; null for ours.
 * @param colour `#rrggbb`, or empty
 */
export const brandTones = (colour: string | undefined): BrandTones | null => {
  if (!colour || !/^#[0-9a-f]{6}$/i.test(colour)) return null;
  const base = oklchOf(colour.toLowerCase());
  return { dark: tokensOf(base, 'dark'), light: tokensOf(base, 'light') };
};

/** The same as CSS that lies over tokens.css; empty for ours. */
export const brandCss = (colour: string | undefined): string => {
  const tones = brandTones(colour);
  if (!tones) return '';
  const rules = (theme: Record<string, string>): string =>
    Object.entries(theme)
      .map(([name, value]) => `--${name}:${value}`)
      .join(';');
  // What is dark in both themes (players, pictures) has the dark theme's tone in both.
  const night = { 'spot-dark': tones.dark['spot']!, 'on-spot-dark': tones.dark['on-spot']! };
  // Selectors are doubled for specificity: hydration and later pages may append tokens.css after this style.
  const themed = (theme: 'dark' | 'light'): string => `[data-theme="${theme}"]`.repeat(2);
  return `:root:root,${themed('dark')}{${rules({ ...tones.dark, ...night })}}${themed('light')}{${rules(tones.light)}}`;
};
