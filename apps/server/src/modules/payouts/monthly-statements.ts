import type { MonthlyStatement } from '@stagedoor/contract/statements';
import { type Statement, buildStatement } from '@stagedoor/contract/statements.values';
import { sql } from 'kysely';
import { type Trx, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { sha256Of, siteSigner } from '../../platform/signed-file.ts';
import { lineOf, readSeal } from './issue-statement.ts';
import {
  type MadeStatement,
  findUnstated,
  monthAfter,
  monthOf,
  nameOfMonth,
  readClosedBefore,
  readFirstMonth,
  readMade,
} from './monthly-statements.queries.ts';
import { writeStatementFile } from './sign-statement.ts';
import { readPostings, sumOf } from './statement.queries.ts';

type Issuing = Pick<Platform, 'database' | 'clock' | 'settings' | 'config' | 'encryption'>;

const viewOf = (month: string, made: MadeStatement | undefined): MonthlyStatement => ({
  month,
  statementHash: made?.sha256 ?? null,
  createdAt: made?.created_at.toISOString() ?? null,
});

const statementOf = async ({ config, settings }: Issuing, trx: Trx, performerId: string, start: Date): Promise<Statement> => {
  const end = monthAfter(start);
  const performer = await trx
    .selectFrom('accounts')
    .select(['id', 'username', 'name'])
    .where('id', '=', performerId)
    .executeTakeFirstOrThrow();
  const opening = await sumOf(trx, performerId, sql`e.created_at < ${start}`);
  const postings = await readPostings(trx, performerId, sql`e.created_at >= ${start} and e.created_at < ${end}`);
  return buildStatement(
    {
      site: config.publicUrl,
      performer: { id: performer.id, username: performer.username, name: performer.name },
      month: nameOfMonth(start),
      currency: settings.get('currency'),
      period: { after: start.toISOString(), until: end.toISOString() },
      ...(await readSeal(trx)),
    },
    opening,
    postings.map(lineOf),
    null,
  );
};

/** Writes and signs the statement of a month, once. */
const issue = async (platform: Issuing, trx: Trx, performerId: string, start: Date): Promise<void> => {
  const content = writeStatementFile(await statementOf(platform, trx, performerId, start), siteSigner(platform));
  await trx
    .insertInto('monthly_statements')
    .values({
      performer_id: performerId,
      month: `${nameOfMonth(start)}-01`,
      content,
      sha256: sha256Of(content),
      created_at: platform.clock.now(),
    })
    .onConflict((conflict) => conflict.columns(['performer_id', 'month']).doNothing())
    .execute();
};

/** The months that are over and closed since the first posting, the latest first. */
export const listMonths = async ({ database }: Pick<Platform, 'database'>, performerId: string): Promise<MonthlyStatement[]> => {
  const first = await readFirstMonth(database, performerId);
  if (!first) return [];
  const closed = await readClosedBefore(database);
  const made = new Map((await readMade(database, performerId)).map((row) => [row.month, row]));
  const months: MonthlyStatement[] = [];
  for (let month = first; monthAfter(month) <= closed; month = monthAfter(month))
    months.unshift(viewOf(nameOfMonth(month), made.get(nameOfMonth(month))));
  return months;
};

/**
 * Makes the statement of a month that is over, or answers the one there is.
 * @throws CodedError STATEMENT_NOT_READY before its days are closed, and before the first posting
 */
export const makeMonthlyStatement = (platform: Platform, performerId: string, month: string): Promise<MonthlyStatement> =>
  transact(platform.database, undefined, async (trx) => {
    const start = new Date(`${month}-01T00:00:00Z`);
    const first = await readFirstMonth(trx, performerId);
    if (!first || start < first || monthAfter(start) > (await readClosedBefore(trx))) throw new CodedError('STATEMENT_NOT_READY');
    const find = async () => (await readMade(trx, performerId)).find((made) => made.month === month);
    if (!(await find())) await issue(platform, trx, performerId, start);
    return viewOf(month, await find());
  });

/** The stored file of a month. @throws CodedError NOT_FOUND */
export const readMonthlyStatement = async (
  { database }: Pick<Platform, 'database'>,
  performerId: string,
  month: string,
): Promise<string> => {
  const row = await database
    .selectFrom('monthly_statements')
    .select('content')
    .where('performer_id', '=', performerId)
    .where('month', '=', `${month}-01`)
    .executeTakeFirst();
  if (!row) throw new CodedError('NOT_FOUND');
  return row.content;
};

/** Makes the statements of the last month, each in a transaction of its own; again later while its days aren't closed. @returns how many */
export const issueMonthlyStatements = async (platform: Issuing): Promise<number> => {
  const { database, clock } = platform;
  const thisMonth = monthOf(clock.now());
  const last = new Date(Date.UTC(thisMonth.getUTCFullYear(), thisMonth.getUTCMonth() - 1, 1));
  if ((await readClosedBefore(database)) < thisMonth) return 0;
  const performers = await findUnstated(database, last);
  for (const performerId of performers) await transact(database, undefined, (trx) => issue(platform, trx, performerId, last));
  return performers.length;
};
