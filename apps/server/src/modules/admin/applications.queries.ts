import { emailPrefix } from '@stagedoor/contract/email-address';
import type { ApplicationDetail, ApplicationRow } from '@stagedoor/contract/admin';
import { sql } from 'kysely';
import { readableAddress } from '../../platform/mail/readable-address.ts';
import { CodedError } from '../../platform/errors.ts';
import { type ListQuery, type Sorts, allOf, by, likePattern, limitOf, readPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { ageOn, avatarUrl, hasName } from '../accounts/index.ts';
import { openedDocuments } from './decide-application.ts';

interface Row {
  id: string;
  username: string;
  name: string;
  email: string;
  avatar_key: string | null;
  email_verified_at: Date | null;
  date_of_birth: string | null;
  country: string;
  state: ApplicationRow['state'];
  first_name: string;
  last_name: string;
  gender: string;
  applied_at: Date;
  decided_at: Date | null;
  rejection_reasons: string[];
  rejection_note: string;
  documents: number;
}

const columns = sql`
  a.id, a.username, a.name, a.email, a.avatar_key, a.email_verified_at, a.date_of_birth, p.country, p.state, p.first_name, p.last_name, p.gender,
  p.applied_at, p.decided_at, p.rejection_reasons, p.rejection_note,
  (select count(*)::int from performer_documents d where d.performer_id = a.id and d.replaced_at is null) as documents`;

const rowOf = (platform: Platform, row: Row): ApplicationRow => ({
  _id: row.id,
  username: row.username,
  name: row.name,
  avatar: avatarUrl(platform, row.avatar_key),
  country: row.country,
  state: row.state,
  emailVerified: row.email_verified_at !== null,
  documents: row.documents,
  appliedAt: row.applied_at.toISOString(),
  decidedAt: row.decided_at?.toISOString() ?? null,
});

const SORTS = {
  createdAt: by.instant(sql`p.created_at`),
  updatedAt: by.instant(sql`p.updated_at`),
} satisfies Sorts<string>;
const WAITING = by.instant(sql`p.applied_at`);
const DECIDED = by.instant(sql`coalesce(p.decided_at, p.applied_at)`, { reversed: true });

/** Applications; their queue: pending ones oldest first, decided ones newest first. */
export const listApplications = async (
  platform: Platform,
  query: ListQuery<'queue' | keyof typeof SORTS> & { state?: ApplicationRow['state'] | undefined; q?: string | undefined },
) => {
  const pattern = query.q ? likePattern(query.q) : null;
  const isNamed = query.q ? await hasName(platform, sql`a.id`, query.q, sql`lower(a.name) like ${pattern}`) : null;
  const address = query.q ? likePattern(emailPrefix(query.q)) : null;
  const from = sql`
    from accounts a join performers p on p.account_id = a.id
    where ${allOf(
      sql`a.status <> 'deleted'`,
      query.state && sql`p.state = ${query.state}`,
      isNamed && sql`(a.username like ${pattern} or ${isNamed} or a.email like ${address})`,
    )}`;
  const { order } = sorted({ ...SORTS, queue: query.state === 'pending' ? WAITING : DECIDED }, query, sql`a.id`);
  const page = sql<Row>`select ${columns} ${from} order by ${order} ${limitOf(query)}`;
  const { rows, ...totals } = await readPage(platform.database, query, page, from);
  const { rows: counts } = await sql<{ state: string; count: number; oldest: Date | null }>`
    select p.state, count(*)::int as count, min(p.applied_at) as oldest from performers p join accounts a on a.id = p.account_id where a.status <> 'deleted' group by p.state`.execute(
    platform.database,
  );
  const countOf = (state: string) => counts.find((row) => row.state === state)?.count ?? 0;
  return {
    data: rows.map((row) => rowOf(platform, row)),
    ...totals,
    counts: { pending: countOf('pending'), approved: countOf('approved'), rejected: countOf('rejected'), held: countOf('held') },
    oldestWaitingAt: counts.find(({ state }) => state === 'pending')?.oldest?.toISOString() ?? null,
  };
};

/** One application in full, with its history. @throws CodedError NOT_FOUND */
export const getApplication = async (platform: Platform, adminId: string, performerId: string): Promise<ApplicationDetail> => {
  const { database, clock } = platform;
  const { rows } =
    await sql<Row>`select ${columns} from accounts a join performers p on p.account_id = a.id where a.id = ${performerId}::uuid`.execute(
      database,
    );
  const row = rows[0];
  if (!row) throw new CodedError('NOT_FOUND');
  const documents = await database
    .selectFrom('performer_documents as d')
    .innerJoin('files as f', 'f.id', 'd.file_id')
    .select(['d.id', 'd.kind', 'd.created_at', 'f.content_type'])
    .where('d.performer_id', '=', performerId)
    .where('d.replaced_at', 'is', null)
    .orderBy('d.kind', 'desc')
    .execute();
  const opened = await openedDocuments(database, adminId, performerId);
  const history = await database
    .selectFrom('audit_log as l')
    .leftJoin('accounts as a', 'a.id', 'l.actor_id')
    .select(['l.created_at', 'l.action', 'a.name'])
    .where('l.object_kind', '=', 'performer')
    .where('l.object_id', '=', performerId)
    .orderBy('l.id', 'desc')
    .limit(sql.lit(20))
    .execute();
  return {
    ...rowOf(platform, row),
    email: readableAddress(row.email),
    firstName: row.first_name,
    lastName: row.last_name,
    gender: row.gender,
    dateOfBirth: row.date_of_birth ?? '',
    age: row.date_of_birth ? ageOn(row.date_of_birth, clock.now().toISOString().slice(0, 10)) : 0,
    rejectionReasons: row.rejection_reasons,
    rejectionNote: row.rejection_note,
    documentList: documents.map(({ id, kind, created_at, content_type }) => ({
      _id: id,
      kind,
      contentType: content_type,
      createdAt: created_at.toISOString(),
      isOpened: opened.has(id),
    })),
    history: history.map(({ created_at, action, name }) => ({ at: created_at.toISOString(), action, by: name })),
  };
};
