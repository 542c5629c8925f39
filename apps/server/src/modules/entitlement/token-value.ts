import { parseHundredths } from '@stagedoor/contract/shapes';
import type { Settings } from '../../platform/settings/settings.ts';

/** Hundredths of the site's currency a token, from the setting `tokenValue`. */
export const tokenValueOf = (settings: Settings): bigint => parseHundredths(settings.get('tokenValue')) ?? 100n;
