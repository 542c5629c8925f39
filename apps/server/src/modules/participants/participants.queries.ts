import { PARTICIPANT_DOCUMENTS, type Participant, type ParticipantReview } from '@stagedoor/contract/participants';
import { sql } from 'kysely';
import type { Executor } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import { type List, type ListQuery, ONE_ROW, type Sorts, allOf, by, likePattern, limitOf, readPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { ageOn, avatarUrl } from '../accounts/index.ts';

interface Row {
  id: string;
  legal_name: string;
  stage_name: string;
  date_of_birth: string;
  state: Participant['state'];
  rejection_note: string;
  items: number;
  created_at: Date;
  decided_at: Date | null;
}

interface ReviewRow extends Row {
  performer_id: string;
  username: string;
  name: string;
  avatar_key: string | null;
  identity_type: string;
  release_type: string;
  opened: string[];
}

const columns = sql`
  t.id, t.legal_name, t.stage_name, t.date_of_birth, t.state, t.rejection_note, t.created_at, t.decided_at,
  (select count(*)::int from item_participants i where i.participant_id = t.id) as items`;

const participantOf = (row: Row): Participant => ({
  _id: row.id,
  legalName: row.legal_name,
  stageName: row.stage_name,
  dateOfBirth: row.date_of_birth,
  state: row.state,
  rejectionNote: row.rejection_note,
  items: row.items,
  createdAt: row.created_at.toISOString(),
  decidedAt: row.decided_at?.toISOString() ?? null,
});

/** Ids follow the order of creation. */
const SORTS = { createdAt: by.id(sql`t.id`), updatedAt: by.instant(sql`t.updated_at`) } satisfies Sorts<string>;

/** A performer's current co-performers. */
export const listParticipants = async (
  { database }: Pick<Platform, 'database'>,
  performerId: string,
  query: ListQuery & { state?: Participant['state'] | undefined; q?: string | undefined; id?: string },
): Promise<List<Participant>> => {
  const pattern = query.q ? likePattern(query.q) : null;
  const from = sql`from participants t where ${allOf(
    sql`t.performer_id = ${performerId}::uuid`,
    sql`t.removed_at is null`,
    query.id && sql`t.id = ${query.id}::uuid`,
    query.state && sql`t.state = ${query.state}`,
    pattern && sql`(lower(t.legal_name) like ${pattern} or lower(t.stage_name) like ${pattern})`,
  )}`;
  const { order } = sorted(SORTS, query, sql`t.id`);
  const page = sql<Row>`select ${columns} ${from} order by ${order} ${limitOf(query)}`;
  const { rows, ...totals } = await readPage(database, query, page, from);
  return { data: rows.map(participantOf), ...totals };
};

/** @throws CodedError NOT_FOUND */
export const getParticipant = async (platform: Pick<Platform, 'database'>, performerId: string, id: string): Promise<Participant> => {
  const { data } = await listParticipants(platform, performerId, { ...ONE_ROW, id });
  if (!data[0]) throw new CodedError('NOT_FOUND');
  return data[0];
};

/** The kinds of a co-performer's documents that an admin has opened: each access is logged. */
const openedBy = (adminId: string) => sql`
  array(select distinct l.detail ->> 'kind' from audit_log l
    where l.object_kind = 'performer' and l.object_id = t.performer_id and l.actor_id = ${adminId}::uuid and l.action = 'documents.viewed'
      and l.detail ->> 'participantId' = t.id::text)`;

/** Whether an admin has opened both documents of a co-performer. */
export const hasOpenedDocuments = async (executor: Executor, adminId: string, participantId: string): Promise<boolean> => {
  const { rows } = await sql<{ opened: string[] }>`
    select ${openedBy(adminId)} as opened from participants t where t.id = ${participantId}::uuid`.execute(executor);
  return PARTICIPANT_DOCUMENTS.every((kind) => rows[0]?.opened.includes(kind));
};

/** @param adminId who asks */
const reviews = (adminId: string, condition: ReturnType<typeof sql>) => sql`
  select ${columns}, t.performer_id, a.username, a.name, a.avatar_key, fi.content_type as identity_type, fr.content_type as release_type,
    ${openedBy(adminId)} as opened
  from participants t join accounts a on a.id = t.performer_id
  join files fi on fi.id = t.identity_file_id join files fr on fr.id = t.release_file_id
  where ${condition}`;

const reviewOf = (platform: Platform, row: ReviewRow): ParticipantReview => ({
  ...participantOf(row),
  age: ageOn(row.date_of_birth, platform.clock.now().toISOString().slice(0, 10)),
  performer: { _id: row.performer_id, username: row.username, name: row.name, avatar: avatarUrl(platform, row.avatar_key) },
  documents: PARTICIPANT_DOCUMENTS.map((kind) => ({
    kind,
    contentType: kind === 'identity' ? row.identity_type : row.release_type,
    isOpened: row.opened.includes(kind),
  })),
});

const WAITING = by.instant(sql`t.created_at`);
const DECIDED = by.instant(sql`t.decided_at`, { nullable: true, reversed: true });

/** Co-performers for the administration; their queue: pending ones oldest first; decided ones newest first. */
export const listParticipantReviews = async (
  platform: Platform,
  adminId: string,
  query: ListQuery<'queue' | keyof typeof SORTS> & { state: Participant['state'] },
): Promise<{ data: ParticipantReview[]; total: number; counts: Record<Participant['state'], number> }> => {
  const { order } = sorted({ ...SORTS, queue: query.state === 'pending' ? WAITING : DECIDED }, query, sql`t.id`);
  const condition = sql`t.state = ${query.state} and (t.removed_at is null or t.state = 'approved')`;
  const page = sql<ReviewRow>`${reviews(adminId, condition)} order by ${order} ${limitOf(query)}`;
  const { rows } = await page.execute(platform.database);
  const { rows: counts } = await sql<{ state: string; count: number }>`
    select state, count(*)::int as count from participants where removed_at is null or state = 'approved' group by state`.execute(
    platform.database,
  );
  const countOf = (state: string) => counts.find((row) => row.state === state)?.count ?? 0;
  return {
    data: rows.map((row) => reviewOf(platform, row)),
    total: countOf(query.state),
    counts: { pending: countOf('pending'), approved: countOf('approved'), rejected: countOf('rejected') },
  };
};

/** @throws CodedError NOT_FOUND */
export const getParticipantReview = async (platform: Platform, adminId: string, id: string): Promise<ParticipantReview> => {
  const { rows } = await sql<ReviewRow>`${reviews(adminId, sql`t.id = ${id}::uuid`)}`.execute(platform.database);
  if (!rows[0]) throw new CodedError('NOT_FOUND');
  return reviewOf(platform, rows[0]);
};
