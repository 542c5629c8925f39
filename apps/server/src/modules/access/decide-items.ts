import type { Access } from '@stagedoor/contract/entitlement';
import { sql } from 'kysely';
import { type Viewer, accountIdOf } from '../../platform/auth/viewer.ts';
import type { Platform } from '../../platform/platform.ts';
import { type FactColumns, type TermColumns, accessOfRows, factColumns, factJoins, termColumns } from './access.queries.ts';
import { tokenValueOf } from '../../platform/settings/token-value.ts';
import { visibleItem } from './visibility.queries.ts';

const read = async (platform: Platform, viewer: Viewer, itemIds: readonly string[], country: string | null) => {
  const { rows } = await sql<TermColumns & FactColumns & { id: string; parent_id: string | null; state: string }>`
    select i.id, i.parent_id, i.state, ${termColumns}, ${factColumns(platform.clock.now())}
    from items i
    join performers p on p.account_id = i.performer_id
    join accounts a on a.id = i.performer_id
    ${factJoins(accountIdOf(viewer))}
    where i.id = any(${itemIds}::uuid[]) and ${visibleItem(viewer, country)}`.execute(platform.database);
  return rows;
};

/**
 * The access decision for a set of items of any kind. Omits what the viewer may not know of: unknown ids, items of performers hidden from
 * the viewer, and unpublished items (drafts, scheduled, withdrawn) that aren't open to the viewer. Whoever has the parent open has its
 * parts open.
 */
export const decideItems = async (
  platform: Platform,
  viewer: Viewer,
  itemIds: readonly string[],
  country: string | null,
): Promise<Map<string, Access>> => {
  if (itemIds.length === 0) return new Map();
  const rows = await read(platform, viewer, itemIds, country);
  const tokenValue = tokenValueOf(platform.settings);
  const decided = new Map(rows.map((row) => [row.id, accessOfRows(row, row, viewer, tokenValue)]));
  const locked = rows.filter((row) => row.parent_id !== null && !decided.get(row.id)!.allowed);
  const parentIds = [...new Set(locked.map(({ parent_id: parentId }) => parentId!))];
  const parents = parentIds.length === 0 ? [] : await read(platform, viewer, parentIds, country);
  for (const { id, parent_id: parentId } of locked) {
    const parent = parents.find((row) => row.id === parentId);
    const access = parent && accessOfRows(parent, parent, viewer, tokenValue);
    if (access?.allowed) decided.set(id, access);
  }
  for (const { id, state } of rows) if (state !== 'active' && !decided.get(id)!.allowed) decided.delete(id);
  return decided;
};
