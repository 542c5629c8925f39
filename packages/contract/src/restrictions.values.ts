// Constants of restrictions without Zod, so that the web shares them.
import { REPORT_REASONS, SUSPENSION_REASONS } from './reasons.values.ts';

/** Measures against content or an account. `hidden` is provisional: an admin hasn't decided yet. */
export const MEASURES = ['hidden', 'removed', 'showStopped', 'refused', 'warned', 'suspended'] as const;
export type Measure = (typeof MEASURES)[number];

/** How a restriction began: an account's report, anybody's notice, a copy of what was removed, or the site's own check. */
export const RESTRICTION_SOURCES = ['report', 'notice', 'copy', 'own'] as const;
export type RestrictionSource = (typeof RESTRICTION_SOURCES)[number];

/** Reasons of restrictions; `strikes`: repeated restrictions suspended the account. */
export const RESTRICTION_REASONS = [
  ...REPORT_REASONS,
  ...SUSPENSION_REASONS.filter(
    (reason): reason is Exclude<(typeof SUSPENSION_REASONS)[number], (typeof REPORT_REASONS)[number]> =>
      !(REPORT_REASONS as readonly string[]).includes(reason),
  ),
  'strikes',
] as const;
export type RestrictionReason = (typeof RESTRICTION_REASONS)[number];

export const GROUNDS = ['law', 'terms'] as const;
export type Ground = (typeof GROUNDS)[number];

const LAWS: readonly RestrictionReason[] = ['notConsented', 'underage', 'copyright', 'privacy', 'illegal', 'fraud'];

/** Returns whether a reason refers to a law or to the site's terms. */
export const groundOf = (reason: RestrictionReason): Ground => (LAWS.includes(reason) ? 'law' : 'terms');

/** Measures that an admin decided and that count against an account. */
export const STRIKES = ['removed', 'showStopped', 'warned'] as const satisfies readonly Measure[];

/** Actions at the limit of restrictions: an alert to the owners, or the account's suspension. */
export const STRIKE_ACTIONS = ['tell', 'suspend'] as const;
