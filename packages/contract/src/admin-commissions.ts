import { z } from 'zod';
import { person } from './admin-money.ts';
import { COMMISSION_KEYS } from './admin-people.ts';
import { endpoints } from './endpoint.ts';
import { amount, instant, listOf, paging, sortable, text } from './shapes.ts';

const key = z.enum(COMMISSION_KEYS);
/** Who set a rate, by name, and when. Both null while it is the default; the name alone when it wasn't set by a person. */
const set = { setBy: z.string().nullable(), setAt: instant.nullable() };

/** The site's commission on a kind of sale, and its recent revenue. */
export const siteCommission = z.object({
  key,
  /** Per cent, for performers without a rate of their own. */
  rate: z.number(),
  ...set,
  /** Sales since then; reversed ones are left out of the amounts. */
  sales: z.number().int(),
  gross: amount,
  commission: amount,
});
export type SiteCommission = z.output<typeof siteCommission>;

/** A performer with rates of their own; in search results, also one without. */
export const performerCommission = person.extend({
  /** Per cent. */
  rates: z.array(z.object({ key, rate: z.number(), ...set })),
  gross: amount,
  commission: amount,
});
export type PerformerCommission = z.output<typeof performerCommission>;

/**
 * What the site keeps of sales. The rates are settings, changed by `PUT /admin/settings`; a performer's own by
 * `PUT /admin/performers/{id}/commissions`.
 */
export const adminCommissions = endpoints({
  'GET /admin/commissions': {
    summary: 'The site’s commission on each kind of sale, and what it kept in the last thirty days.',
    who: 'admin',
    permission: 'money',
    output: z.object({ since: instant, kinds: z.array(siteCommission) }),
  },
  'GET /admin/commissions/performers': {
    summary:
      'Performers with commissions of their own, and what the site kept of their sales in thirty days; with `q`, performers whose username begins so.',
    who: 'admin',
    permission: 'money',
    query: sortable(paging, ['username', 'createdAt', 'updatedAt'], 'asc').extend({ q: text(60).optional() }),
    output: listOf(performerCommission),
  },
});
