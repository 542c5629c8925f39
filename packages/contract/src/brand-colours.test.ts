import fc from 'fast-check';
import { expect, test } from 'vitest';
import { brandCss, brandTones, contrast } from './brand-colours.ts';

const hex = fc
  .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
  .map((rgb) => `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`);
const BACKGROUNDS = {
  dark: { house: '#0f0a0f', stage: '#171016', riser: '#20171f', lift: '#2b202a', text: '#f7f0ee' },
  light: { house: '#f6f0e8', stage: '#fffcf8', riser: '#f1e9df', lift: '#e8ddd0', text: '#22151f' },
};

test('text has a contrast of 4.5 and edges of 3 in both themes, for any colour', () => {
  fc.assert(
    fc.property(hex, (colour) => {
      const tones = brandTones(colour);
      for (const theme of ['dark', 'light'] as const) {
        const tone = (name: string): string => tones![theme][name]!;
        const grounds = BACKGROUNDS[theme];
        for (const fill of ['spot', 'spot-hover', 'spot-press']) expect(contrast(tone('on-spot'), tone(fill))).toBeGreaterThanOrEqual(4.5);
        for (const ground of [grounds.house, grounds.stage, grounds.riser, grounds.lift, tone('spot-soft')])
          expect(contrast(tone('spot-text'), ground)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(grounds.text, tone('spot-soft'))).toBeGreaterThanOrEqual(4.5);
        for (const ground of [grounds.house, grounds.stage]) {
          expect(contrast(tone('spot-line'), ground)).toBeGreaterThanOrEqual(3);
          expect(contrast(tone('ring'), ground)).toBeGreaterThanOrEqual(3);
        }
      }
      expect(contrast(tones!.dark['spot']!, BACKGROUNDS.dark.stage)).toBeGreaterThanOrEqual(3);
    }),
    { numRuns: 60 },
  );
});

test('a readable colour stays as it is; another one is changed as little as necessary', () => {
  expect(brandTones('#1d4ed8')!.light).toMatchObject({ spot: '#1d4ed8', 'on-spot': '#ffffff' });
  expect(brandTones('#ffc53d')!.light).toMatchObject({ spot: '#ffc53d', 'on-spot': '#21140a' });
  expect(brandTones('#000000')!.dark['spot']).not.toBe('#000000');
});

test('WCAG’s contrast of black and white is 21; of our gold on paper as the design measured it', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#ffc53d', '#fffcf8')).toBeCloseTo(1.54, 1);
});

test('no colour and an invalid one keep the default', () => {
  expect([brandTones(''), brandTones(undefined), brandTones('red;}'), brandCss('')]).toEqual([null, null, null, '']);
  expect(brandCss('#3366ff')).toMatch(/^:root:root,\[data-theme="dark"\]\[data-theme="dark"\]\{--spot:#[0-9a-f]{6};/);
});
