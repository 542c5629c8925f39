import { isRecord } from '@stagedoor/contract/keys.values';
import { systemCodeOf } from '../thrown.ts';
import { createHash } from 'node:crypto';
import type { AuditAction } from '@stagedoor/contract/audit.values';
import type { DomainEventName, DomainEvents } from '@stagedoor/contract/domain-events';
import { Kysely, PostgresDialect, type PostgresPool, type RawBuilder, type Transaction, sql } from 'kysely';
import pg from 'pg';
import { CodedError, isErrorCode } from '../errors.ts';
import { isCostlyRead } from './costly-reads.ts';
import { lowerConnectionPriority } from './connection-priority.ts';
import type { DB } from './schema.gen.ts';

export type Database = Kysely<DB>;
export type Trx = Transaction<DB>;
/** A transaction or the pool: what a store's first argument is. */
export type Executor = Database | Trx;

/** Idempotency key and input hash of a call that must take effect once (docs/decisions/0006-idempotency.md). */
export interface Idempotency {
  accountId: string;
  route: string;
  key: string;
  /** SHA-256 of the input, hex. */
  inputHash: string;
}

pg.types.setTypeParser(pg.types.builtins.INT8, (value) => BigInt(value));
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value);

/** Comment in statements whose text hardly repeats, such as one with a written offset: they would fill the map of names. */
export const UNPREPARED = '/* unprepared */';

/** Statements are named by their text, so that each connection plans them once; the map is bounded. */
const MAX_NAMED_STATEMENTS = 5000;
const statementNames = new Map<string, string>();
const nameOf = (text: string): string | undefined => {
  const existing = statementNames.get(text);
  if (existing) return existing;
  if (statementNames.size >= MAX_NAMED_STATEMENTS || text.includes(UNPREPARED)) return undefined;
  const name = createHash('sha1').update(text).digest('base64url').slice(0, 20);
  statementNames.set(text, name);
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
    return super.connect().then(nameStatements);
  }
}

const NAMED = Symbol('named');
type Answer = (error: Error | null, result: pg.QueryResult) => void;
const nameStatements = (client: pg.PoolClient & { [NAMED]?: true }): pg.PoolClient => {
  if (client[NAMED]) return client;
  client[NAMED] = true;
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  // The promises that the driver itself makes outlive young collections, with what awaits them: 2 to 3 kB of each statement, which were copied
  // while everybody waited (docs/performance.md, "Messages").
  const ask = (statement: pg.QueryConfig): Promise<pg.QueryResult> =>
    new Promise((resolve, reject) => {
      const answer: Answer = (error, result) => (error ? reject(error) : resolve(result));
      query(statement, answer);
    });
  (client as { query: unknown }).query = (first: unknown, ...rest: unknown[]) => {
    if (typeof first === 'string' && Array.isArray(rest[0]) && rest.length === 1) {
      const name = nameOf(first);
      return ask({ text: first, values: rest[0] as unknown[], ...(name ? { name } : {}) });
    }
    return query(first, ...rest);
  };
  return client;
};

export interface DatabaseOptions {
  url: string;
  max: number;
  onError?: (error: Error) => void;
  /** Connect as the owner (migrations, the job queue's schema); otherwise with the privileges of `stagedoor_app`. */
  asOwner?: boolean;
  /**
   * Return big integers as text, the driver's default: graphile-worker serializes its ids to JSON, which can't represent a bigint, and a
   * failed job would end the process.
   */
  bigintAsText?: boolean;
  /** Statements are cancelled after so many milliseconds (UNAVAILABLE): one that was planned badly must not hold up everybody else's. */
  statementTimeoutMs?: number;
  /** Commits don't wait for the disk: for what a crash of the database may lose. */
  asyncCommit?: boolean;
  /** For long background work: lowers the priority of its connections, see `lowerConnectionPriority`. */
  lowPriority?: boolean;
  /** How long a query waits for a connection before it fails (UNAVAILABLE); without it, for as long as it takes. */
  connectionTimeoutMs?: number;
  /** The connections are the command line's: what they record in the audit log says so. Not for those of the owner. */
  isConsole?: boolean;
}

const BIGINT_AS_TEXT: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 && format !== 'binary' ? (value: string) => value : (pg.types.getTypeParser(oid, format) as never),
};

export const createPool = ({
  url,
  max,
  onError,
  asOwner,
  bigintAsText,
  asyncCommit,
  lowPriority,
  statementTimeoutMs,
  connectionTimeoutMs,
  isConsole,
}: DatabaseOptions): pg.Pool => {
  const viaConsole = isConsole ? ' -c stagedoor.via=console' : '';
  const pool = new NamingPool({
    connectionString: url,
    max,
    application_name: 'stagedoor',
    // Generic plans: by default PostgreSQL would plan the widest reads on each execution (14 ms for the home feed's twelve joins, which then
    // run in 1 ms). Each connection still replans them after a table was analysed or vacuumed. With more than five tables, joins are
    // executed in the order written, which halves the planning time. So queries join the tables that select the rows first, and those that
    // add columns after them.
    ...(asOwner
      ? {}
      : {
          options: `-c role=stagedoor_app -c plan_cache_mode=force_generic_plan -c join_collapse_limit=5${asyncCommit ? ' -c synchronous_commit=off' : ''}${viaConsole}`,
        }),
    ...(bigintAsText ? { types: BIGINT_AS_TEXT } : {}),
    ...(statementTimeoutMs === undefined ? {} : { statement_timeout: statementTimeoutMs }),
    ...(connectionTimeoutMs === undefined ? {} : { connectionTimeoutMillis: connectionTimeoutMs }),
    idleTimeoutMillis: 60_000,
  });
  pool.on('error', (error) => onError?.(error));
  pool.on('connect', (client) => client.on('error', (error: Error) => onError?.(error)));
  if (lowPriority) pool.on('connect', lowerConnectionPriority);
  return pool;
};

/** @param costlyReads connections that statements of costly reads use instead */
export const createDatabase = (pool: pg.Pool, costlyReads?: pg.Pool): Database => {
  const connections: PostgresPool = costlyReads
    ? {
        options: pool.options,
        connect: () => (isCostlyRead() ? costlyReads : pool).connect(),
        end: () => Promise.all([pool.end(), costlyReads.end()]).then(() => {}),
      }
    : pool;
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: connections }) });
};

/** SQLSTATEs of text that PostgreSQL can't store (NUL, invalid encodings): a client error. */
const UNSTORABLE_TEXT: readonly (string | undefined)[] = ['22021', '22P05'];

/** SQLSTATEs and system error codes of a database that is unreachable, starting or shutting down. */
const UNREACHABLE = /^(08...|57P0[123]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOENT)$/;
const isUnreachable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = systemCodeOf(error);
  const syscall = 'syscall' in error ? error.syscall : undefined;
  if (code === undefined) return /^Connection terminated|^timeout exceeded when trying to connect/.test(error.message);
  return (
    UNREACHABLE.test(code) && (error instanceof pg.DatabaseError || syscall === 'connect' || syscall === 'read' || syscall === 'write')
  );
};

/** SQLSTATE of a statement that found no room on the database's disk. */
const DISK_FULL = '53100';
/** SQLSTATE of a statement that was cancelled: here by its time limit alone. */
const QUERY_CANCELED = '57014';

/** Our functions tell more than the code: the error's detail is JSON. */
const detailsOf = ({ detail }: pg.DatabaseError): Record<string, unknown> | undefined => {
  const details: unknown = detail ? JSON.parse(detail) : undefined;
  return isRecord(details) ? details : undefined;
};

/**
 * Converts errors raised by our database functions (SQLSTATE SD001), by unstorable text, by an unreachable database, by its full disk and by
 * the time limit of statements to coded errors.
 */
export const translateDatabaseError = (error: unknown): unknown => {
  if (error instanceof pg.DatabaseError && error.code === 'SD001' && isErrorCode(error.message)) {
    return new CodedError(error.message, detailsOf(error));
  }
  if (error instanceof pg.DatabaseError && UNSTORABLE_TEXT.includes(error.code)) return new CodedError('BAD_REQUEST');
  if (error instanceof pg.DatabaseError && error.code === DISK_FULL) return new CodedError('STORAGE_FULL');
  if (isUnreachable(error) || (error instanceof pg.DatabaseError && error.code === QUERY_CANCELED)) return new CodedError('UNAVAILABLE');
  return error;
};

/** True for a violation of the named unique constraint. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505' && (constraint === undefined || error.constraint === constraint);

/**
 * The stored result of the first call with an idempotency key. For writes that must look it up before their own checks, which would refuse
 * the retry (an order that was paid can't be placed again).
 * @throws CodedError IDEMPOTENCY_KEY_REUSED when the first call had another input
 */
export const findStoredResult = async <T>(executor: Executor, idempotency: Idempotency): Promise<{ answer: T } | undefined> => {
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
 * Runs a write in one transaction. With an idempotency key, key and result are stored in the same transaction:
 * a retry returns the first result, the same key with another input is IDEMPOTENCY_KEY_REUSED, and concurrent calls
 * wait for each other.
 *
 * @param write returns a JSON-serializable result.
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
      if (!claimed) return (await findStoredResult<T>(trx, idempotency))!.answer;
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

/**
 * Stores the key and the result of a write that is one statement, as a part of it: the unique violation of a repeated call undoes the write
 * (`runOnce`).
 * @param answer SQL of the result, jsonb
 * @param from the clause whose one row is the write
 */
export const insertKey = (
  { accountId, route, key, inputHash }: Record<keyof Idempotency, RawBuilder<unknown>>,
  answer: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  insert into idempotency_keys (account_id, route, key, input_hash, status, answer)
  select ${accountId}::uuid, ${route}, ${key}, ${inputHash}, 200, ${answer} ${from}`;

/**
 * Runs a write that is one statement, with its key in it (`insertKey`): `transact` without the transaction's other statements. A refusal of a
 * repeated call is the first call's result, whatever holds now.
 */
export const runOnce = async <T>(database: Database, idempotency: Idempotency | undefined, write: () => Promise<T>): Promise<T> => {
  try {
    return await write();
  } catch (error) {
    const isRefused = error instanceof CodedError || isUniqueViolation(error, 'idempotency_keys_pkey');
    const first = idempotency && isRefused ? await findStoredResult<T>(database, idempotency) : undefined;
    if (first) return first.answer;
    throw translateDatabaseError(error);
  }
};

/** Records an event in the transaction of the change it reports. */
export const recordEvent = async <E extends DomainEventName>(trx: Trx, event: E, payload: DomainEvents[E]): Promise<void> => {
  await trx
    .insertInto('outbox')
    .values({ event, payload: JSON.stringify(payload) })
    .execute();
};

/**
 * `recordEvent` as a part of the statement that makes the change.
 * @param payload SQL of each value
 * @param from the clause whose rows are the changes: an event for each
 */
export const insertEvent = <E extends DomainEventName>(
  event: E,
  payload: { [K in keyof Required<DomainEvents[E]>]: RawBuilder<unknown> },
  from: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const pairs = Object.entries<RawBuilder<unknown>>(payload).map(([name, value]) => sql`${sql.lit(name)}, ${value}`);
  return sql`insert into outbox (event, payload) select ${sql.lit(event)}, jsonb_build_object(${sql.join(pairs)}) ${from}`;
};

const MINUTE_MS = 60_000;

/**
 * Writes an audit log entry for an action of an admin or the system, in the same transaction. `at` defaults to now. On a connection of the command
 * line the entry says so by itself (the column `via`); its actor is null.
 */
export const recordAudit = async (
  trx: Trx,
  entry: {
    actorId: string | null;
    action: AuditAction;
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
      // The log is ordered by id: an entry with another time (demo data) gets an id of that time.
      ...(entry.at && Math.abs(entry.at.getTime() - Date.now()) > MINUTE_MS
        ? { id: sql<string>`uuidv7(${entry.at}::timestamptz - clock_timestamp())` }
        : {}),
    })
    .execute();
};
