import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { freePort } from '../test-app.ts';
import { runShell, signalGroup } from './run-shell.ts';
import { ROOT } from './soak-site.ts';

// The commands of the operator's documents, each on a real site. A busy machine takes its time.

const ENTRY = fileURLToPath(new URL('./operations-soak.command.ts', import.meta.url));
const SOAK_MS = 600_000;

const leftOvers = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('stagedoor-operations-'));

const startSoak = () => {
  const child = spawn(process.execPath, [ENTRY], { stdio: ['ignore', 'pipe', 'pipe'] });
  const soak = { child, output: '', ended: once(child, 'close') };
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (soak.output += chunk));
  return soak;
};

test(
  'every command of the documents for operators runs, or says why it isn’t run',
  async () => {
    const before = await leftOvers();
    const soak = startSoak();
    const [code] = await soak.ended;
    expect(soak.output.split('\n').filter((line) => line.startsWith('failed'))).toEqual([]);
    expect([code, soak.output]).toEqual([0, expect.stringMatching(/\n\d+ commands: \d\d ok, 0 failed, \d+ not run; \d+ s\.\n$/)]);
    expect(await leftOvers()).toEqual(before);
  },
  SOAK_MS,
);

test('an interrupted soak leaves nothing behind', async () => {
  const before = await leftOvers();
  const soak = startSoak();
  // The site runs when the first command beside it is through.
  await expect.poll(() => soak.output, { timeout: 100_000 }).toMatch(/^ok .* npm run stagedoor -- doctor/m);
  soak.child.kill('SIGINT');
  const [code] = await soak.ended;
  expect([code, soak.output]).toEqual([1, expect.stringContaining('The soak ended: interrupted.')]);
  expect(await leftOvers()).toEqual(before);
});

test('npm start passes SIGTERM to the site, waits for its end and exits with its code', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stagedoor-npm-start-'));
  const environment = {
    PATH: process.env['PATH'] ?? '',
    DATA_DIR: join(folder, 'data'),
    PORT: String(await freePort()),
    HOST: '127.0.0.1',
    ROLES: 'web,worker',
    ADMIN_EMAIL: 'owner@example.org',
    ADMIN_PASSWORD: 'violet-harbour-93-tin',
  };
  // As a shell's child without a shell between.
  const npm = runShell('exec npm start -- --empty', { folder: ROOT, environment });
  try {
    await expect.poll(() => npm.output(), { timeout: 100_000 }).toMatch(/^ready http/m);
    npm.child.kill('SIGTERM');
    expect(await npm.ended).toBe(0);
    await expect(fetch(`http://127.0.0.1:${environment.PORT}/api/health`)).rejects.toThrow('fetch failed');
  } finally {
    signalGroup(npm, 'SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
});
