import { parseHundredths } from '@stagedoor/contract/shapes';
import type { Settings } from '../../platform/settings/settings.ts';

let read = { written: '', value: 100n };

/** Hundredths of the site's currency a token, from the setting `tokenValue`; read out of its digits when they change. */
export const tokenValueOf = (settings: Settings): bigint => {
  const written = settings.get('tokenValue');
  if (String(written) !== read.written) read = { written: String(written), value: parseHundredths(written) ?? 100n };
  return read.value;
};
