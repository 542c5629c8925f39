import { parseHundredths } from '@stagedoor/contract/shapes';
import type { Settings } from '../../platform/settings/settings.ts';

let read = { written: '', value: 100n };

/** Value of a token in hundredths of the site's currency, from the setting `tokenValue`; parsed again when the setting changes. */
export const tokenValueOf = (settings: Settings): bigint => {
  const written = settings.get('tokenValue');
  if (String(written) !== read.written) read = { written: String(written), value: parseHundredths(written) ?? 100n };
  return read.value;
};
