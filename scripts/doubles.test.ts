import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { choosePort, keepDoubles, prepareDoubles } from './doubles.mjs';

const SITE = 'http://localhost:8080';

let folder: string;
const begun: { end(): Promise<void> }[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stagedoor-launcher-'));
  vi.stubEnv('DATA_DIR', folder);
});
afterEach(async () => {
  for (const one of begun.splice(0)) await one.end();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** Text of the double's console; empty while nobody answers. */
const consoleAt = async (port: number): Promise<string> => {
  try {
    return await (await fetch(`http://127.0.0.1:${port}/console`)).text();
  } catch {
    return '';
  }
};

test('the doubles start at the site’s first message, follow its clock, are started again, and end', async () => {
  const port = (await choosePort({}))!;
  const said: string[] = [];
  const doubles = keepDoubles(port, { restartMs: 10, say: (line: string) => void said.push(line) });
  begun.push(doubles);
  expect(await consoleAt(port)).toBe('');
  doubles.take({ site: SITE, aheadMs: 0 });
  await expect.poll(() => consoleAt(port), { timeout: 30_000 }).toContain(`${SITE}/api/gateways/ccbill/callback`);
  expect(await consoleAt(port + 1)).toContain(`${SITE}/api/gateways/verotel/callback`);

  const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  doubles.take({ site: SITE, aheadMs: 40 * 86_400_000 });
  await expect.poll(() => consoleAt(port), { timeout: 30_000 }).toContain(`It is ${inDays(40)}`);

  process.kill(doubles.pid!, 'SIGKILL');
  await expect.poll(() => said, { timeout: 30_000 }).toEqual(['The doubles of card companies ended (SIGKILL) and are started again.']);
  await expect.poll(() => consoleAt(port + 1), { timeout: 30_000 }).toContain(`It is ${inDays(40)}`);

  await doubles.end();
  expect([await consoleAt(port), doubles.pid, said.length]).toEqual(['', undefined, 1]);
});

test('doubles that end again and again are reported and left alone', async () => {
  const command = join(folder, 'ends.mjs');
  writeFileSync(command, 'process.exit(3);');
  const said: string[] = [];
  const doubles = keepDoubles(4801, { command, restartMs: 1, say: (line: string) => void said.push(line) });
  begun.push(doubles);
  doubles.take({ site: SITE, aheadMs: 0 });
  await expect.poll(() => said.at(-1), { timeout: 30_000 }).toMatch(/\(code 3\) and stay ended/);
  expect(said).toHaveLength(4);
});

test('a site reaches the launcher by the address in its environment alone', async () => {
  const prepared = await prepareDoubles();
  begun.push(prepared);
  const { GATEWAY_DOUBLE_LAUNCHER: address, GATEWAY_DOUBLE_PORT: port } = prepared.env;
  const send = async (url: string, body: string): Promise<number> => (await fetch(url, { method: 'POST', body })).status;
  const message = JSON.stringify({ site: SITE, aheadMs: 0 });
  expect([await send(new URL('/', address).href, message), await send(address, '{'), await send(address, '{}')]).toEqual([404, 400, 400]);
  expect(await consoleAt(Number(port))).toBe('');
  expect(await send(address, message)).toBe(204);
  await expect.poll(() => consoleAt(Number(port)), { timeout: 30_000 }).toContain(SITE);
});

test('the environment switches the doubles off and names their port; another one is taken where the usual one is in use', async () => {
  for (const off of ['no', '0', 'FALSE']) expect(await choosePort({ GATEWAY_DOUBLES: off })).toBeUndefined();
  expect(await choosePort({ PUBLIC_URL: 'https://stage.example.org', GATEWAY_DOUBLE_PORT: '4801' })).toBeUndefined();
  await expect(choosePort({ GATEWAY_DOUBLES: 'maybe' })).rejects.toThrow('GATEWAY_DOUBLES must be yes or no');
  await expect(choosePort({ GATEWAY_DOUBLE_PORT: 'many' })).rejects.toThrow('GATEWAY_DOUBLE_PORT must be a port');
  const usual = (await choosePort({}))!;
  const other = createServer().listen(usual + 1, '127.0.0.1');
  await once(other, 'listening');
  expect(await choosePort({})).toBeGreaterThan(usual);
  await expect(choosePort({ GATEWAY_DOUBLE_PORT: String(usual) })).rejects.toThrow(`the ports ${usual} and ${usual + 1} must both be free`);
  other.close();
  await once(other, 'close');
  expect(await choosePort({ GATEWAY_DOUBLE_PORT: String(usual) })).toBe(usual);
});
