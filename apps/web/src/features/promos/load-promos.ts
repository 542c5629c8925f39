import type { Promo } from '@stagedoor/contract/site';
import type { Call } from '../../app/api.ts';

/** The current promos, for a page's loader; the page works without them. */
export const loadPromos = (by: Call): Promise<readonly Promo[]> =>
  by('GET /site-promo').then(
    ({ data }) => data,
    () => [],
  );
