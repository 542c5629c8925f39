/** Product names, the same in every language; an iPhone's user agent names a Mac too. */
const DEVICES: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'Chromebook'],
  [/Macintosh/, 'Mac'],
  [/Windows/, 'Windows'],
  [/Linux/, 'Linux'],
];

/** The device's name by its user agent, to propose for a passkey; null when unknown. */
export const deviceName = (userAgent: string): string | null => DEVICES.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
