import { itemPath } from '@stagedoor/contract/items.values';
import type { Decision } from '@stagedoor/contract/restrictions';
import { type RawBuilder, sql } from 'kysely';
import { CodedError } from '../../platform/errors.ts';
import { type List, type ListQuery, ONE_ROW, type Sorts, allOf, by, limitOf, readPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';

/** The page of an object of a report or a measure; null for what has none of its own. */
export const pathOfObject = (
  type: string,
  id: string,
  username: string,
  item?: { kind: string | null; id: string | null },
): string | null => {
  if (['account', 'avatar', 'cover', 'welcomeVideo'].includes(type)) return `/${username}`;
  if (item?.kind && item.id) return itemPath(item.kind, item.id);
  return itemPath(type, id);
};

interface Row {
  id: string;
  reference: string;
  measure: Decision['measure'];
  object_type: Decision['object']['kind'];
  object_id: string;
  title: string;
  reason: Decision['reason'];
  ground: Decision['ground'];
  facts: string;
  source: Decision['source'];
  is_automated: boolean;
  state: Decision['state'];
  created_at: Date;
  ended_at: Date | null;
  appeal_until: Date;
  appeal_state: 'open' | 'upheld' | 'rejected' | null;
  appeal_text: string;
  appealed_at: Date | null;
  appeal_note: string;
  appeal_decided_at: Date | null;
  username: string;
}

/** An appeal as it is shown, from the columns of a measure. */
export const appealOf = (
  row: Pick<Row, 'appeal_state' | 'appeal_text' | 'appealed_at' | 'appeal_note' | 'appeal_decided_at'>,
): Decision['appeal'] =>
  row.appeal_state === null || row.appealed_at === null
    ? null
    : {
        state: row.appeal_state,
        text: row.appeal_text,
        note: row.appeal_note,
        createdAt: row.appealed_at.toISOString(),
        decidedAt: row.appeal_decided_at?.toISOString() ?? null,
      };

const decisionOf = (row: Row, now: Date): Decision => ({
  _id: row.id,
  reference: row.reference,
  measure: row.measure,
  object: {
    kind: row.object_type,
    _id: row.object_id,
    title: row.title,
    path: pathOfObject(row.object_type, row.object_id, row.username),
  },
  reason: row.reason,
  ground: row.ground,
  facts: row.facts,
  source: row.source,
  isAutomated: row.is_automated,
  state: row.state,
  since: row.created_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
  appealUntil: row.state === 'active' && row.appeal_state === null && row.appeal_until > now ? row.appeal_until.toISOString() : null,
  appeal: appealOf(row),
});

const SORTS: Sorts<'createdAt' | 'updatedAt'> = {
  createdAt: by.instant(sql`x.created_at`),
  updatedAt: by.instant(sql`x.updated_at`),
};

/** The measures against what an account published, or against the account, newest first. */
export const listDecisions = async (
  platform: Platform,
  accountId: string,
  query: ListQuery<keyof typeof SORTS> & { id?: string },
): Promise<List<Decision>> => {
  const from: RawBuilder<unknown> = sql`from restrictions x join accounts a on a.id = x.account_id where ${allOf(
    sql`x.account_id = ${accountId}::uuid`,
    query.id && sql`x.id = ${query.id}::uuid`,
  )}`;
  const page = sql<Row>`
    select x.id, x.reference, x.measure, x.object_type, x.object_id, x.title, x.reason, x.ground, x.facts, x.source, x.is_automated, x.state,
      x.created_at, x.ended_at, x.appeal_until, x.appeal_state, x.appeal_text, x.appealed_at, x.appeal_note, x.appeal_decided_at, a.username
    ${from} order by ${sorted(SORTS, query, sql`x.id`).order} ${limitOf(query)}`;
  const { rows, ...totals } = await readPage(platform.database, query, page, from);
  const now = platform.clock.now();
  return { data: rows.map((row) => decisionOf(row, now)), ...totals };
};

/** @throws CodedError NOT_FOUND */
export const getDecision = async (platform: Platform, accountId: string, id: string): Promise<Decision> => {
  const { data } = await listDecisions(platform, accountId, { ...ONE_ROW, id });
  if (!data[0]) throw new CodedError('NOT_FOUND');
  return data[0];
};
