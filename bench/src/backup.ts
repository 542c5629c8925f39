import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { serverOptions } from '../../scripts/node-options.mjs';
import { findRunningEmbeddedPostgres } from '../../apps/server/src/platform/database/embedded.ts';
import { freePort } from './free-port.ts';
import { type Bound, p99Of } from './rounds.ts';
import { poolOf } from './stage.ts';

const MAIN = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url));
const COMMANDS = fileURLToPath(new URL('../../apps/server/src/cli/stagedoor.command.ts', import.meta.url));
const GIGABYTES = 3;
const CALLS_PER_SECOND = 30;
const BASELINE_SECONDS = 30;
const ENOUGH_BYTES = 20e9;

/** Calls of a fan who looks around and likes. */
const CALLS = [
  { method: 'GET', path: '/api/feeds/home-feeds?limit=12' },
  { method: 'GET', path: '/api/users/me' },
  { method: 'GET', path: '/api/performers/search?limit=24' },
  { method: 'GET', path: '/api/payment/transactions?limit=20' },
] as const;

interface Site {
  url: string;
  stop(): Promise<void>;
}

/** Those that run: a failure stops them. */
const sites = new Set<Site>();

const startSite = async (dataDirectory: string): Promise<Site> => {
  const port = await freePort();
  const child = spawn(process.execPath, [...serverOptions(), MAIN], {
    env: { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDirectory, PORT: String(port), LIVE_RTMP_PORT: '0', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let output = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    output += String(chunk);
    if (/^ready /m.test(output)) break;
  }
  child.stdout.resume();
  const site: Site = {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      sites.delete(site);
      child.kill('SIGTERM');
      await ended;
    },
  };
  sites.add(site);
  return site;
};

/** Runs one of the site's commands. @returns seconds it took */
const runCommand = async (words: readonly string[], dataDirectory: string): Promise<number> => {
  const begun = performance.now();
  const child = spawn(process.execPath, [COMMANDS, ...words], {
    env: { ...process.env, DATA_DIR: dataDirectory },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${words[0]} ended with ${code}`);
  return (performance.now() - begun) / 1000;
};

const logIn = async (url: string): Promise<string> => {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'fan@stagedoor.local', password: 'stagedoor-demo' }),
  });
  const { data } = await answer.json();
  return data.token;
};

/** Calls at an even rate until a signal. @returns milliseconds of each */
const callUntil = async (url: string, token: string, signal: AbortSignal): Promise<number[]> => {
  const latencies: number[] = [];
  const running = new Set<Promise<void>>();
  for (let count = 0; !signal.aborted; count += 1) {
    const { method, path } = CALLS[count % CALLS.length]!;
    const begun = performance.now();
    const one: Promise<void> = fetch(url + path, { method, headers: { authorization: token } })
      .then(async (answer) => {
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
        latencies.push(performance.now() - begun);
      })
      .finally(() => running.delete(one));
    running.add(one);
    await delay(1000 / CALLS_PER_SECOND);
  }
  await Promise.all(running);
  return latencies;
};

const fill = async (dataDirectory: string): Promise<number> => {
  const pool = poolOf((await findRunningEmbeddedPostgres(dataDirectory))!.ownerUrl);
  try {
    await pool.query('create table ballast (id bigint primary key, words text)');
    // As texts and numbers are, it can be compressed to a half.
    for (let part = 0; part < GIGABYTES * 4; part += 1)
      await pool.query(
        `insert into ballast select $1::bigint * 10000000 + n, md5(n::text) || md5($1::text || n) || md5(random()::text) || md5(random()::text)
          from generate_series(1, 1300000) n`,
        [part],
      );
    await pool.query('checkpoint');
    const { rows } = await pool.query<{ bytes: string }>('select sum(pg_database_size(oid)) as bytes from pg_database');
    return Number(rows[0]!.bytes);
  } finally {
    await pool.end();
  }
};

/**
 * Backs a site of three gigabytes up beside 30 calls a second, and restores it: how much longer calls take meanwhile, the time of a gigabyte, and the
 * time until the restored site is ready, by that of copying the files of its database.
 */
export const backup = async (): Promise<readonly Bound[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'stagedoor-bench-backup-'));
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < ENOUGH_BYTES) throw new Error(`This bench needs 20 GB in ${tmpdir()}.`);
  const [dataDirectory, restored, backups] = ['data', 'restored', 'backups'].map((name) => join(folder, name)) as [string, string, string];
  await mkdir(backups);
  try {
    const site = await startSite(dataDirectory);
    const bytes = await fill(dataDirectory);
    const token = await logIn(site.url);
    await callUntil(site.url, token, AbortSignal.timeout(5000));
    const before = await callUntil(site.url, token, AbortSignal.timeout(BASELINE_SECONDS * 1000));
    const over = new AbortController();
    const meanwhile = callUntil(site.url, token, over.signal);
    const backupSeconds = await runCommand(['backup', '--to', backups], dataDirectory).finally(() => over.abort());
    const beside = await meanwhile;
    await site.stop();
    console.log(
      `p99 ${p99Of(before).toFixed(0)} ms alone, ${p99Of(beside).toFixed(0)} ms beside the backup; ${(bytes / 1e9).toFixed(2)} GB`,
    );

    const copyBegun = performance.now();
    await cp(join(dataDirectory, 'postgres'), join(folder, 'copy'), { recursive: true });
    await runSync();
    const copySeconds = (performance.now() - copyBegun) / 1000;
    await rm(join(folder, 'copy'), { recursive: true });

    const secrets = ['--secrets', join(dataDirectory, 'secrets.json')];
    const restoreBegun = performance.now();
    await runCommand(['restore', '--from', backups, ...secrets], restored);
    await (await startSite(restored)).stop();
    const restoreSeconds = (performance.now() - restoreBegun) / 1000;
    console.log(
      `backup ${backupSeconds.toFixed(1)} s, copying ${copySeconds.toFixed(1)} s, restored and ready ${restoreSeconds.toFixed(1)} s`,
    );
    return [
      { name: 'p99 of calls beside a backup, by that alone', unit: '', measured: p99Of(beside) / p99Of(before), atMost: 2 },
      { name: 'backup of a gigabyte (30 MB/s are 33 s)', unit: 's', measured: backupSeconds / (bytes / 1e9), atMost: 1000 / 30 },
      { name: 'restored and ready, by copying the database', unit: '', measured: restoreSeconds / copySeconds, atMost: 1.5 },
    ];
  } finally {
    for (const site of sites) await site.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

/** Waits until what was written is on the disk. */
const runSync = async (): Promise<void> => void (await once(spawn('sync'), 'close'));
