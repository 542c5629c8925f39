import { type RawBuilder, sql } from 'kysely';

/** True for a page `g` of terms that the account `a` must agree to, and hasn't in the version that is asked for. */
export const isUnagreed: RawBuilder<boolean> = sql<boolean>`(
  g.asked_version is not null and g.is_published and a.role <> 'admin' and (g.kind = 'terms' or (g.kind = 'performerTerms' and a.role = 'performer'))
  and not exists (
    select from consents c where c.page_id = g.id and c.account_id = a.id and c.page_version >= g.asked_version and c.granted))`;

/** True for an account `a` that must agree to changed terms before it pays, writes or publishes. */
export const mustAgree: RawBuilder<boolean> = sql<boolean>`exists (select from pages g where ${isUnagreed})`;
