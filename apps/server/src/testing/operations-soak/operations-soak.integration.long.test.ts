import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// The commands of the operator's documents, each on a real site.

const ENTRY = fileURLToPath(new URL('./operations-soak.command.ts', import.meta.url));
const SOAK_MS = 300_000;

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
  await expect.poll(() => soak.output, { timeout: 60_000 }).toMatch(/^ok .* npm run stagedoor -- doctor/m);
  soak.child.kill('SIGINT');
  const [code] = await soak.ended;
  expect([code, soak.output]).toEqual([1, expect.stringContaining('The soak ended: interrupted.')]);
  expect(await leftOvers()).toEqual(before);
});
