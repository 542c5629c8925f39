import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { version } from '../../platform/version.ts';
import { freePort } from '../test-app.ts';

// The archive that `npm run release` builds, as an owner has it: in a folder that its user may not write, without npm and this checkout.

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
const PASSWORD = 'violet-harbour-93-tin';
const LARGEST_BYTES = 460_000_000;
const BUILD_MS = 170_000;
const STOP_BUDGET_S = 60;

/** For root, a user without rights. It has a name, which PostgreSQL's initdb needs. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

let folder: string;
let release: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stagedoor-release-'));
  await chmod(folder, 0o755);
  execFileSync(process.execPath, [join(ROOT, 'scripts/release.mjs'), '--changes', '--to', folder], { timeout: BUILD_MS, stdio: 'pipe' });
  execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: folder });
  execFileSync('tar', ['-xzf', `stagedoor-${version}-linux-x64.tar.gz`], { cwd: folder });
  release = join(folder, `stagedoor-${version}`);
  execFileSync('chmod', ['-R', 'a-w', release]);
});
afterAll(async () => {
  execFileSync('chmod', ['-R', 'u+w', folder]);
  await rm(folder, { recursive: true });
});

test('is below 460 MB, and has nothing of development', async () => {
  const bytes = (...options: string[]) => Number(execFileSync('du', ['-s', ...options, release], { encoding: 'utf8' }).split('\t')[0]);
  expect(bytes('-b')).toBeLessThan(LARGEST_BYTES);
  expect(bytes('--block-size=1')).toBeLessThan(LARGEST_BYTES);
  expect(existsSync(join(release, 'node_modules/typescript'))).toBe(false);
  const names = await readdir(release, { recursive: true });
  expect(names.filter((name) => /\.test\.ts$|^apps\/web\/src\/|\/gateway-doubles\//.test(name))).toEqual([]);
  expect(names).toEqual(expect.arrayContaining(['LICENCES.txt', 'README.md', 'docs/install.md', 'packaging/stagedoor.service']));
});

test('lists its packages in CycloneDX, and holds their licences', async () => {
  const bill = JSON.parse(await readFile(join(release, 'sbom.cdx.json'), 'utf8')) as { bomFormat: string; components: { name: string }[] };
  const names = bill.components.map(({ name }) => name);
  expect(bill.bomFormat).toBe('CycloneDX');
  expect(names).toEqual(expect.arrayContaining(['fastify', 'node', 'pg']));
  expect(names).not.toContain('vitest');
  expect(await readFile(join(release, 'LICENCES.txt'), 'utf8')).toMatch(/^fastify \d+\.\d+\.\d+: MIT$/m);
});

test('starts as a user without rights, serves the site, and stops in order', async () => {
  const dataDirectory = join(folder, 'data');
  await mkdir(dataDirectory, { mode: 0o700 });
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, `${PASSWORD}\n`);
  if (NOBODY.uid !== undefined) await chown(dataDirectory, NOBODY.uid, NOBODY.gid);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const child = spawn(join(release, 'bin/stagedoor'), ['start', '--empty'], {
    ...NOBODY,
    cwd: release,
    env: {
      // No program of this checkout, nor npm.
      PATH: '/usr/bin:/bin',
      PORT: String(port),
      HOST: '127.0.0.1',
      LIVE_RTMP_PORT: '0',
      LOG_LEVEL: 'warn',
      DATA_DIR: dataDirectory,
      ADMIN_EMAIL: 'owner@example.org',
      ADMIN_PASSWORD_FILE: passwordFile,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  try {
    await expect.poll(() => output, { timeout: 100_000 }).toMatch(/^ready /m);
    const health = (await (await fetch(`${url}/api/health`)).json()) as unknown;
    const commit = (await readFile(join(release, 'COMMIT'), 'utf8')).trim();
    expect(health).toEqual({ data: { status: 'alive', version, commit } });
    expect(commit).toMatch(/^[0-9a-f]{40}(?:\+changes)?$/);
    const home = await fetch(url);
    expect([home.status, home.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const logIn = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify({ username: 'owner', password: PASSWORD }),
    });
    expect(logIn.status).toBe(200);
    expect(existsSync(join(dataDirectory, 'postgres/18/postmaster.pid'))).toBe(true);
  } finally {
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_BUDGET_S * 1000);
    child.kill('SIGTERM');
    await exited;
    clearTimeout(late);
  }
  expect([child.exitCode, child.signalCode]).toEqual([0, null]);
  expect(existsSync(join(dataDirectory, 'postgres/18/postmaster.pid'))).toBe(false);
});
