import { ACCESS_FLAWS } from './flaws-of-access.mjs';
import { MONEY_FLAWS } from './flaws-of-money.mjs';
import { PLATFORM_FLAWS } from './flaws-of-platform.mjs';
import { PRIVACY_FLAWS } from './flaws-of-privacy.mjs';
import { SPECIFICATION_FLAWS } from './flaws-of-specification.mjs';
import { TRACES_FLAWS } from './flaws-of-traces.mjs';
import { WEB_FLAWS } from './flaws-of-web.mjs';

/**
 * Each with the guard that must notice it. A flaw whose guard stays green is a missing assertion: strengthen the guard.
 *
 * @type {import('./judge-flaws.mjs').Flaw[]}
 */
export const FLAWS = [
  ...WEB_FLAWS,
  ...MONEY_FLAWS,
  ...ACCESS_FLAWS,
  ...TRACES_FLAWS,
  ...PRIVACY_FLAWS,
  ...PLATFORM_FLAWS,
  ...SPECIFICATION_FLAWS,
];
