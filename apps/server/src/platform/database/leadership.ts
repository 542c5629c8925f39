import pg from 'pg';
import type { Log } from '../telemetry/log.ts';

/** How often a process tries to lead, and a leader makes sure that it still does. */
const CHECK_MS = 1_000;
/** A database that doesn't answer the leader within this time may have given its lock away. */
const ANSWER_MS = 3_000;

/** A process that may lead. */
export interface Candidate {
  /** Tells that there is something to do: otherwise no connection is opened. */
  isNeeded(): boolean;
  /** Called when this process begins to lead. */
  begun(): void;
  /** Called when it leads no longer: another process may already do so. */
  lost(): void;
}

export interface Leadership {
  start(): void;
  isLeading(): boolean;
  /** Lets another process lead. */
  close(): Promise<void>;
}

export interface LeadershipOptions extends Candidate {
  url: string;
  /** Name of the task that one process does at a time. */
  task: string;
  log: Log;
}

/**
 * Elects one process for a task: the one that holds an advisory lock on a connection of its own. When it dies, PostgreSQL releases the lock and
 * another one leads within seconds.
 */
export const createLeadership = ({ url, task, isNeeded, begun, lost, log }: LeadershipOptions): Leadership => {
  let client: pg.Client | undefined;
  let isLeading = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let checking: Promise<void> | undefined;

  const drop = async (): Promise<void> => {
    const dropped = client;
    client = undefined;
    if (isLeading) {
      isLeading = false;
      log.warn({ task }, 'leads no longer');
      lost();
    }
    await dropped?.end().catch(() => {});
  };
  const connect = async (): Promise<pg.Client> => {
    const opened = new pg.Client({ connectionString: url, keepAlive: true, query_timeout: ANSWER_MS, connectionTimeoutMillis: ANSWER_MS });
    const dropIfCurrent = (): void => {
      if (client === opened) void drop();
    };
    opened.on('error', dropIfCurrent);
    opened.on('end', dropIfCurrent);
    await opened.connect();
    client = opened;
    return opened;
  };
  const check = async (): Promise<void> => {
    try {
      if (!isNeeded() && !isLeading) return await drop();
      const open = client ?? (await connect());
      const { rows } = await open.query<{ led: boolean }>(
        isLeading ? 'select true as led' : `select pg_try_advisory_lock(hashtextextended('leads ' || $1, 0)) as led`,
        isLeading ? [] : [task],
      );
      if (client !== open || isClosed || isLeading || !rows[0]!.led) return;
      isLeading = true;
      log.info({ task }, 'leads from now on');
      begun();
    } catch (error) {
      log.debug({ err: error, task }, 'the database doesn’t say who leads');
      await drop();
    }
  };
  const checkInTurn = (): Promise<void> => {
    checking ??= check().finally(() => (checking = undefined));
    return checking;
  };

  return {
    start() {
      timer = setInterval(() => void checkInTurn(), CHECK_MS);
      void checkInTurn();
    },
    isLeading: () => isLeading,
    async close() {
      isClosed = true;
      clearInterval(timer);
      await checking;
      await drop();
    },
  };
};
