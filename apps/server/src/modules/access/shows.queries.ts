import type { Access } from '@stagedoor/contract/entitlement';
import { ADMIN_ROLES, mayAdmin } from '@stagedoor/contract/admin-roles';
import { type RawBuilder, sql } from 'kysely';
import { type Viewer, accountIdOf } from '../../platform/auth/viewer.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  type AccountRef,
  type FactColumns,
  type TermColumns,
  accessOfRows,
  accountRef,
  factColumns,
  factJoins,
  termColumns,
} from './access.queries.ts';
import { decideItems } from './decide-items.ts';
import { tokenValueOf } from '../../platform/settings/token-value.ts';
import { visiblePerformer } from './visibility.queries.ts';

// Who is let into a show. A public one is decided by its item's audience, like everything that performers publish; a private or group one
// by the seats in it; a rehearsal is its performer's alone.

/** `decideAccess` for a public show: also after its end, when its item is off sale, since its chat and its recording stay with those it was for. */
export const accessToShow = (show: TermColumns & FactColumns, viewer: Viewer, tokenValue: bigint): Access =>
  accessOfRows({ ...show, on_sale: true }, show, viewer, tokenValue);

/** `decideAccess` for taking a seat in a group show: is the show for the viewer? The price of a seat isn't part of it. */
export const accessToSeats = (
  show: TermColumns & FactColumns,
  audience: 'everyone' | 'followers' | 'subscribers',
  viewer: Viewer,
  tokenValue: bigint,
): Access => accessOfRows({ ...show, audience, on_sale: true }, { ...show, is_entitled: false }, viewer, tokenValue);

const reviewers = sql.join(ADMIN_ROLES.filter((role) => mayAdmin(role, 'content')).map((role) => sql.lit(role)));

/**
 * `accessToShow` as a condition over the item `items i` of a show, for statements over many accounts or grants; a visitor is an account that
 * is null. Holds for private and group shows, whose seats decide. A test checks that the two agree.
 */
export const isAudienceOf = (account: AccountRef, now: Date): RawBuilder<boolean> => {
  const viewer = accountRef(account);
  return sql<boolean>`(i.audience in ('everyone', 'buyers') or i.performer_id is not distinct from ${viewer}
    or exists (select from subscriptions y where y.fan_id = ${viewer} and y.performer_id = i.performer_id and y.expires_at > ${now}::timestamptz)
    or (i.audience = 'followers' and exists (
      select from reactions y where y.account_id = ${viewer} and y.action = 'follow' and y.object_id = i.performer_id))
    or exists (select from accounts y where y.id = ${viewer} and y.admin_role in (${reviewers})))`;
};

/**
 * Whether an account may tip and give in a show, a condition as `isAudienceOf`: in a private or group show, who has a seat now. What is given is told
 * in the chat, with words.
 */
export const mayGiveInShow = (account: AccountRef, now: Date): RawBuilder<boolean> => sql<boolean>`(case when i.audience = 'buyers'
  then exists (select from entitlements y where y.account_id = ${accountRef(account)} and y.item_id = i.id and y.revoked_at is null)
  else ${isAudienceOf(account, now)} end)`;

/** Whether a show isn't for everyone, or a rehearsal: a condition over `streams s` and its item `items i`. */
export const isRestrictedShow = sql<boolean>`(s.rehearsal is not null or i.audience in ('followers', 'subscribers'))`;

/** Whether an account may know of `streams s`: of a rehearsal, its performer does. */
export const isKnownShow = (account: AccountRef): RawBuilder<boolean> =>
  sql<boolean>`(s.rehearsal is null or s.performer_id is not distinct from ${accountRef(account)})`;

/** Whether the viewer is let into a show and its chat; into a private or group show, who reviews content isn't by that alone. */
export const mayEnterShow = async (platform: Platform, viewer: Viewer, country: string | null, streamId: string): Promise<boolean> =>
  (await showRefusal(platform, viewer, country, streamId)) === null;

/** Returns why the viewer isn't let into a show, or null. A show that the viewer may not know of isn't found. */
export const showRefusal = async (
  platform: Platform,
  viewer: Viewer,
  country: string | null,
  streamId: string,
): Promise<'NOT_FOUND' | 'FORBIDDEN' | null> => {
  const { rows } = await sql<TermColumns & FactColumns & { type: string }>`
    select s.type, ${termColumns}, ${factColumns(platform.clock.now())}
    from streams s join items i on i.id = s.id join performers p on p.account_id = s.performer_id join accounts a on a.id = s.performer_id
    ${factJoins(accountIdOf(viewer))}
    where s.id = ${streamId}::uuid and ${isKnownShow(accountIdOf(viewer))} and ${visiblePerformer(viewer, country)}`.execute(
    platform.database,
  );
  const show = rows[0];
  if (show?.type === 'public') return accessToShow(show, viewer, tokenValueOf(platform.settings)).allowed ? null : 'FORBIDDEN';
  // The conversation of a private show exists before the show: its seats are those of the item.
  const access = (await decideItems(platform, viewer, [streamId], country)).get(streamId);
  if (access?.allowed === true && access.reason !== 'admin') return null;
  return show ? 'FORBIDDEN' : 'NOT_FOUND';
};
