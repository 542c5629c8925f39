import type { DEVICE_KINDS } from '@stagedoor/contract/account';

export interface DeviceDescription {
  browser: string | null;
  system: string | null;
  kind: (typeof DEVICE_KINDS)[number];
}

type Names = readonly (readonly [RegExp, string])[];

/** The first match counts: browsers also name those they derive from. */
const BROWSERS: Names = [
  [/\bEdgA?(iOS)?\//, 'Edge'],
  [/\b(OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bDuckDuckGo\//, 'DuckDuckGo'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];

const SYSTEMS: Names = [
  [/\biPhone\b|\biPod\b/, 'iOS'],
  [/\biPad\b/, 'iPadOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b|\bMac OS X\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

const nameIn = (names: Names, text: string): string | null => names.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/**
 * Describes a browser by its user agent, which is not reliable. Without the version, because browsers freeze it.
 */
export const describeDevice = (userAgent: string): DeviceDescription => {
  const browser = nameIn(BROWSERS, userAgent);
  const system = nameIn(SYSTEMS, userAgent);
  const kind = !browser
    ? 'program'
    : system === 'iPadOS' || (system === 'Android' && !/\bMobile\b/.test(userAgent))
      ? 'tablet'
      : system === 'iOS' || system === 'Android'
        ? 'phone'
        : 'computer';
  return { browser, system, kind };
};
