import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { TestApp } from './test-app.ts';

const ENTRY = fileURLToPath(new URL('../cli/stagedoor.command.ts', import.meta.url));

export interface Ran {
  code: number | null;
  /** Standard output and standard error, without the last line break. */
  out: string;
  errors: string;
}

/** The variables with which the command line reaches the site of a test. */
export const siteVariables = (app: TestApp): Record<string, string> => ({
  DATABASE_URL: app.testDatabase.ownerUrl,
  DATA_DIR: app.dataDirectory,
  PORT: new URL(app.url).port,
  HOST: '127.0.0.1',
  PUBLIC_URL: app.platform.config.publicUrl,
  MIN_FREE_DISK_MB: '0',
  ROLES: 'web,worker',
});

/** Runs `stagedoor` in a process of its own, as an operator does. */
export const runStagedoor = async (
  variables: Readonly<Record<string, string>>,
  words: readonly string[],
  { input }: { input?: string } = {},
): Promise<Ran> => {
  const child = spawn(process.execPath, [ENTRY, ...words], {
    // The variables of the tests themselves aren't the site's.
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...variables },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  if (input !== undefined) child.stdin?.end(input);
  const ran = { out: '', errors: '' };
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (ran.out += chunk));
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (ran.errors += chunk));
  const [code] = await once(child, 'close');
  return { code: code as number | null, out: ran.out.trimEnd(), errors: ran.errors.trimEnd() };
};

/** The newest entry of the audit log, as its table has it. */
export const newestAudit = async (app: TestApp) => {
  const { rows } = await sql<{ action: string; actor: string | null; via: string | null; object: string | null; detail: unknown }>`
    select action, actor_id as actor, via, object_id as object, detail from audit_log order by id desc limit 1`.execute(
    app.platform.database,
  );
  return rows[0];
};
