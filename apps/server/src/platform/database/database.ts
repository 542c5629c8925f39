import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, type Transaction, sql } from 'kysely';
import pg from 'pg';
import { CodedError, isErrorCode } from '../errors.ts';
import { giveWay } from './give-way.ts';
import type { DB } from './schema.gen.ts';

export type Database = Kysely<DB>;
export type Trx = Transaction<DB>;
/** A transaction or the pool: what a store's first argument is. */
export type Executor = Database | Trx;

/** Key and input of a call that must happen once (answers.md, "The wire"). */
export interface Idempotency {
  accountId: string;
  route: string;
  key: string;
  /** SHA-256 of the input, hex. */
  inputHash: string;
}

pg.types.setTypeParser(pg.types.builtins.INT8, (value) => BigInt(value));
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value);

/** Statements named by their text are planned once a connection; the map is bounded so that it can't grow. */
const MAX_NAMED = 2000;
const names = new Map<string, string>();
const nameOf = (text: string): string | undefined => {
  const known = names.get(text);
  if (known) return known;
  if (names.size >= MAX_NAMED) return undefined;
  const name = createHash('sha1').update(text).digest('base64url').slice(0, 20);
  names.set(text, name);
  return name;
};

class NamingPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(
    callback: (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void,
  ): void;
  override connect(
    callback?: (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void,
  ): Promise<pg.PoolClient> | void {
    if (callback) return super.connect(callback);
    return super.connect().then(named);
  }
}

const NAMED = Symbol('named');
const named = (client: pg.PoolClient & { [NAMED]?: true }): pg.PoolClient => {
  if (client[NAMED]) return client;
  client[NAMED] = true;
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  (client as { query: unknown }).query = (first: unknown, ...rest: unknown[]) => {
    if (typeof first === 'string' && Array.isArray(rest[0]) && rest.length === 1) {
      const name = nameOf(first);
      if (name) return query({ name, text: first, values: rest[0] });
    }
    return query(first, ...rest);
  };
  return client;
};

export interface DatabaseOptions {
  url: string;
  max: number;
  onError?: (error: Error) => void;
  /** Connect as the owner (migrations, jobs' own schema); otherwise with the rights of `stagedoor_app`. */
  asOwner?: boolean;
  /**
   * Big integers as text, as drivers give them by default: graphile-worker puts its ids into JSON, which knows no bigint, and a
   * job that failed would end the process.
   */
  bigintAsText?: boolean;
  /** Its connections are for long work in the background: see `giveWay`. */
  givesWay?: boolean;
}

const TEXT_IDS: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 && format !== 'binary'
      ? (value: string) => value
      : (pg.types.getTypeParser(oid, format as 'text') as never),
};

export const createPool = ({ url, max, onError, asOwner, bigintAsText, givesWay }: DatabaseOptions): pg.Pool => {
  const pool = new NamingPool({
    connectionString: url,
    max,
    application_name: 'stagedoor',
    // A named statement keeps one plan for all values. PostgreSQL's own choice plans the widest reads anew each time
    // (14 ms for the home feed's twelve joins, which then run in 1 ms). They are planned anew all the same whenever a table was
    // analysed or vacuumed, on each connection: past five tables joins are made in the order in which they are written, which takes half
    // the time. So what picks the rows is written first, and what is looked up for them after it.
    ...(asOwner ? {} : { options: '-c role=stagedoor_app -c plan_cache_mode=force_generic_plan -c join_collapse_limit=5' }),
    ...(bigintAsText ? { types: TEXT_IDS } : {}),
    idleTimeoutMillis: 60_000,
  });
  pool.on('error', (error) => onError?.(error));
  pool.on('connect', (client) => client.on('error', (error: Error) => onError?.(error)));
  if (givesWay) pool.on('connect', giveWay);
  return pool;
};

export const createDatabase = (pool: pg.Pool): Database => new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });

/** SQLSTATEs of text that PostgreSQL can't hold (NUL, broken encodings): the caller's mistake. */
const UNSTORABLE_TEXT: readonly (string | undefined)[] = ['22021', '22P05'];

/** The database is away, coming, going, or not to be reached: SQLSTATEs and the system's own codes. */
const AWAY = /^(08...|57P0[123]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOENT)$/;
const isAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined) return /^Connection terminated|^timeout exceeded when trying to connect/.test(error.message);
  return AWAY.test(code) && (error instanceof pg.DatabaseError || syscall === 'connect' || syscall === 'read' || syscall === 'write');
};

/** Turns errors that the database's own functions raise (SQLSTATE SD001), and those of unstorable text, into coded ones. */
export const translateDatabaseError = (error: unknown): unknown => {
  if (error instanceof pg.DatabaseError && error.code === 'SD001' && isErrorCode(error.message)) {
    return new CodedError(error.message, error.detail ? (JSON.parse(error.detail) as Record<string, unknown>) : undefined);
  }
  if (error instanceof pg.DatabaseError && UNSTORABLE_TEXT.includes(error.code)) return new CodedError('BAD_REQUEST');
  if (isAway(error)) return new CodedError('UNAVAILABLE');
  return error;
};

/** True for a violation of the named unique constraint. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505' && (constraint === undefined || error.constraint === constraint);

/**
 * What a key's call was answered when it first came. For writes that must look it up before they ask whether they may be made: what
 * was paid for could not be ordered again.
 * @throws CodedError IDEMPOTENCY_KEY_REUSED when it came with another input
 */
export const findFirstAnswer = async <T>(executor: Executor, idempotency: Idempotency): Promise<{ answer: T } | undefined> => {
  const first = await executor
    .selectFrom('idempotency_keys')
    .select(['input_hash', 'answer'])
    .where('account_id', '=', idempotency.accountId)
    .where('route', '=', idempotency.route)
    .where('key', '=', idempotency.key)
    .executeTakeFirst();
  if (!first) return undefined;
  if (!first.input_hash.equals(Buffer.from(idempotency.inputHash, 'hex'))) throw new CodedError('IDEMPOTENCY_KEY_REUSED');
  return { answer: first.answer as T };
};

/**
 * Runs a write in one transaction. With an idempotency key, key and result are kept in the same transaction:
 * a repeated call answers the first result, the same key with another input is IDEMPOTENCY_KEY_REUSED, and two at
 * once wait for each other.
 *
 * @param write returns what JSON can carry.
 */
export const transact = async <T>(
  database: Database,
  idempotency: Idempotency | undefined,
  write: (trx: Trx) => Promise<T>,
): Promise<T> => {
  try {
    return await database.transaction().execute(async (trx) => {
      if (!idempotency) return write(trx);
      const { accountId, route, key, inputHash } = idempotency;
      const hash = Buffer.from(inputHash, 'hex');
      const claimed = await trx
        .insertInto('idempotency_keys')
        .values({ account_id: accountId, route, key, input_hash: hash })
        .onConflict((conflict) => conflict.doNothing())
        .returning('key')
        .executeTakeFirst();
      if (!claimed) return (await findFirstAnswer<T>(trx, idempotency))!.answer;
      const result = await write(trx);
      await trx
        .updateTable('idempotency_keys')
        .set({ status: 200, answer: sql`${JSON.stringify(result ?? null)}::jsonb` })
        .where('account_id', '=', accountId)
        .where('route', '=', route)
        .where('key', '=', key)
        .execute();
      return result;
    });
  } catch (error) {
    throw translateDatabaseError(error);
  }
};

/** Writes the event of a fact, in the fact's own transaction. */
export const recordEvent = async (trx: Trx, event: string, payload: Record<string, unknown>): Promise<void> => {
  await trx
    .insertInto('outbox')
    .values({ event, payload: JSON.stringify(payload) })
    .execute();
};

const A_MINUTE_MS = 60_000;

/** Writes what an admin or the system did, in the same transaction. `at` is the present unless said. */
export const recordAudit = async (
  trx: Trx,
  entry: {
    actorId: string | null;
    action: string;
    objectKind: string;
    objectId: string | null;
    detail?: Record<string, unknown>;
    at?: Date;
  },
): Promise<void> => {
  await trx
    .insertInto('audit_log')
    .values({
      actor_id: entry.actorId,
      action: entry.action,
      object_kind: entry.objectKind,
      object_id: entry.objectId,
      detail: JSON.stringify(entry.detail ?? {}),
      ...(entry.at ? { created_at: entry.at } : {}),
      // The log is read in the order of its ids: what is written of another time (demo data) gets one of that time.
      ...(entry.at && Math.abs(entry.at.getTime() - Date.now()) > A_MINUTE_MS
        ? { id: sql<string>`uuidv7(${entry.at}::timestamptz - clock_timestamp())` }
        : {}),
    })
    .execute();
};
