import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signJwt } from './security.ts';
import { openSocket } from './testing/socket.ts';

const COMMAND = fileURLToPath(new URL('./live-double.command.ts', import.meta.url));

let folder: string;
const running: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stagedoor-live-double-'));
});
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

const start = async (changed: Record<string, string> = {}): Promise<{ child: ChildProcess; said: string }> => {
  const env = { ...process.env, DATA_DIR: folder, LIVE_DOUBLE_PORT: '0', ...changed };
  const child = spawn(process.execPath, [COMMAND], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  let said = '';
  await new Promise<void>((resolve) => {
    const hear = (part: Buffer): void => {
      said += part.toString();
      if (said.includes('Ctrl-C')) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', () => resolve());
  });
  return { child, said };
};

test('the command prints addresses and keys that work, has a console, and stops when asked to', async () => {
  const { child, said } = await start();
  const valueOf = (name: string): string => new RegExp(`${name}\\s+(\\S+)`).exec(said)?.[1] ?? '';
  const [base, rest] = [valueOf('Base address'), valueOf('REST')];
  expect((await fetch(`${rest}/broadcasts/count`)).status).toBe(403);
  const key = valueOf('REST key \\(jwtSecretKey\\)');
  const counted = await fetch(`${rest}/broadcasts/count`, { headers: { authorization: signJwt({}, key) } });
  expect(await counted.json()).toEqual({ number: 0 });
  const socket = await openSocket(valueOf('WebSocket'));
  socket.send({ command: 'publish', streamId: 'stage-1', token: 'guessed' });
  await expect.poll(() => socket.messages).toMatchObject([{ command: 'error', definition: 'unauthorized_access' }]);
  const token = signJwt({ streamId: 'stage-1', type: 'publish' }, valueOf('Stream key \\(jwtStreamSecretKey\\)'));
  socket.send({ command: 'publish', streamId: 'stage-1', token });
  await expect.poll(() => socket.messages.at(-1)).toEqual({ command: 'start', streamId: 'stage-1' });
  expect(await (await fetch(`${base}/_double`)).text()).toContain('<td>stage-1<td>preparing');
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  expect((await exited)[0]).toBe(0);
  await expect.poll(socket.isOpen).toBe(false);
});

test('the command refuses settings that are none', async () => {
  const wrong: Record<string, string>[] = [
    { LIVE_DOUBLE_PORT: 'many' },
    { LIVE_DOUBLE_TOKENS: 'some' },
    { LIVE_DOUBLE_HOOK: 'nowhere' },
    { LIVE_DOUBLE_PUBLISH_HOOK: 'nowhere' },
    { LIVE_DOUBLE_PLAY_HOOK: 'nowhere' },
  ];
  for (const changed of wrong) {
    const { child, said } = await start(changed);
    expect(said).toContain('LIVE_DOUBLE_PORT');
    expect(child.exitCode).toBe(2);
  }
});
