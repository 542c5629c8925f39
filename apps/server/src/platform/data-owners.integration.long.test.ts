import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assertOwnData } from './data-owners.ts';
import { startEmbeddedPostgres } from './database/embedded.ts';
import { messageOf } from './thrown.ts';

// A copy of DATA_DIR that root made for itself (`cp -r`) is refused with the command that mends it. Only root can make one.

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;
const ROOTS = expect.stringMatching(/^DATA_DIR: "\/root" belongs to the user root, and the site runs as .*chown -R/);
const COPIED = expect.stringMatching(
  /"[^"]*\/copy\/postgres\/\d+" belongs to the user root, and PostgreSQL runs as postgres: let root run chown -R postgres: ".*"\.$/,
);
const log = { info() {}, warn() {}, error() {} };
/** A user without a name on this machine. */
const STRANGER = 54_321;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stagedoor-owners-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Checks a folder as another user. @returns the sentence, or nothing */
const checkAs = async (uid: number, directory: string): Promise<string> => {
  const script = `
    const { assertOwnData, assertOwnCluster } = await import(${JSON.stringify(new URL('data-owners.ts', import.meta.url).href)});
    process.setgroups([]);
    process.setgid(${uid});
    process.setuid(${uid});
    try {
      await assertOwnData(process.argv[1]);
      await assertOwnCluster(process.argv[1], { uid: undefined, gid: undefined });
    } catch (error) {
      process.stdout.write(error.message);
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
  let sentence = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (sentence += chunk));
  expect(await once(child, 'close')).toEqual([0, null]);
  return sentence;
};

/** Checks root's own folder, which stands for a foreign one, as this user. @returns the sentence, or nothing */
const checkRoots = (): Promise<string> =>
  assertOwnData('/root').then(
    () => '',
    (error: unknown) => messageOf(error),
  );

test('an ordinary user gets the first thing named that belongs to somebody else; foreign things beside the site’s own don’t matter', async () => {
  expect(await checkRoots()).toEqual(isRoot ? '' : ROOTS);
  // Nobody else can give files away.
  if (!isRoot) return;
  const directory = join(folder, 'ordinary');
  for (const name of ['files/avatar', 'live/recordings', 'lost+found', 'postgres/18/base', 'postgres/wal'])
    await mkdir(join(directory, name), { recursive: true });
  await writeFile(join(directory, 'secrets.json'), '{}', { mode: 0o600 });
  await run('chown', ['-R', `${STRANGER}:${STRANGER}`, folder]);
  await chown(join(directory, 'lost+found'), 0, 0);
  expect(await checkAs(STRANGER, directory)).toBe('');

  for (const [name, who] of [
    ['', 'the site'],
    ['files', 'the site'],
    ['files/avatar', 'the site'],
    ['live', 'the site'],
    ['secrets.json', 'the site'],
    ['postgres', 'PostgreSQL'],
    ['postgres/18', 'PostgreSQL'],
    ['postgres/18/base', 'PostgreSQL'],
    ['postgres/wal', 'PostgreSQL'],
  ]) {
    const path = join(directory, name!);
    await chown(path, 0, 0);
    const all = who === 'PostgreSQL' ? join(directory, 'postgres') : directory;
    expect(await checkAs(STRANGER, directory)).toBe(
      `DATA_DIR: "${path}" belongs to the user root, and ${who} runs as ${STRANGER}: let root run chown -R ${STRANGER}:${STRANGER} "${all}".`,
    );
    await chown(path, STRANGER, STRANGER);
  }
  // Another's folder that this user may use, such as a shared one, is well.
  await chown(join(directory, 'files'), 0, STRANGER);
  await run('chmod', ['775', join(directory, 'files')]);
  expect(await checkAs(STRANGER, directory)).toBe('');
});

/** Starts the PostgreSQL of a folder, which must not start. @returns the sentence */
const refusalOf = (dataDirectory: string): Promise<string> =>
  startEmbeddedPostgres({ dataDirectory, log, durable: false }).then(
    async (embedded) => {
      await embedded.stop();
      return 'it has started';
    },
    (error: unknown) => messageOf(error),
  );

test('a copied cluster isn’t started before its owner is PostgreSQL’s user; the command of the sentence mends it', async () => {
  const original = join(folder, 'original');
  await (await startEmbeddedPostgres({ dataDirectory: original, log, durable: false })).stop();
  const copy = join(folder, 'copy');
  await run('cp', ['-r', original, copy]);
  const before = (await readdir(copy, { recursive: true })).toSorted();
  const sentence = isRoot ? await refusalOf(copy) : '';
  expect(sentence).toEqual(isRoot ? COPIED : '');
  expect((await readdir(copy, { recursive: true })).toSorted()).toEqual(before);
  const command = /let root run (.*)\.$/.exec(sentence)?.[1];
  if (command) await run('/bin/sh', ['-c', command]);
  // PostgreSQL refuses a cluster that others can read, as `cp -r` leaves it.
  await run('chmod', ['-R', 'go-rwx', join(copy, 'postgres')]);
  await (await startEmbeddedPostgres({ dataDirectory: copy, log, durable: false })).stop();
});
