import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buyer } from './buyer.ts';
import { recurringUrl, singleUrl } from './testing/ccbill-url.ts';
import { type Receiver, startReceiver } from './testing/receiver.ts';

const COMMAND = fileURLToPath(new URL('./gateway-doubles.command.ts', import.meta.url));

let folder: string;
let site: Receiver;
const running: ChildProcess[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stagedoor-doubles-'));
  site = await startReceiver();
});

afterEach(async () => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  await site.close();
  rmSync(folder, { recursive: true });
});

const start = async (changed: Record<string, string> = {}): Promise<{ child: ChildProcess; said: string }> => {
  const env = {
    ...process.env,
    DATA_DIR: folder,
    GATEWAY_DOUBLE_PORT: '0',
    GATEWAY_DOUBLE_SITE: site.url,
    GATEWAY_DOUBLE_RETURN: `${site.url}/back/{payRef}`,
    ...changed,
  };
  const child = spawn(process.execPath, [COMMAND], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  let said = '';
  const ready = new Promise<void>((resolve) => {
    const hear = (part: Buffer): void => {
      said += part.toString();
      if (said.includes('Ctrl-C')) resolve();
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', () => resolve());
  });
  await ready;
  return { child, said };
};

const stop = async (child: ChildProcess): Promise<unknown> => {
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  const [code]: unknown[] = await exit;
  return code;
};

test('the command prints addresses and keys, sells, and keeps its sales over a restart', async () => {
  const first = await start();
  for (const words of ['double-salt-of-single-sales', 'double-datalink-password', 'double-signature-key', '900000', '12345'])
    expect(first.said).toContain(words);
  const [ccbill = '', verotel = ''] = [...first.said.matchAll(/Base address\s+(\S+)/g)].map(([, url]) => url);
  const visit = await buyer.pay(singleUrl(ccbill, 'ord_1'));
  expect(visit.returnsTo).toMatch(`${site.url}/back/ord_1?payRef=ord_1&subscriptionId=`);
  expect(site.received[0]).toMatchObject({ path: '/api/gateways/ccbill/callback', query: { eventType: 'NewSaleSuccess' } });
  expect((await buyer.open(`${verotel}/console`)).page).toContain(`${site.url}/api/gateways/verotel/callback`);
  expect(await stop(first.child)).toBe(0);
  const second = await start();
  const again = /Base address\s+(\S+)/.exec(second.said)?.[1] ?? '';
  expect((await buyer.open(`${again}/console`)).page).toContain('payRef=ord_1');
  expect(await stop(second.child)).toBe(0);
});

test('the command sends by itself what a call of the site has queued', async () => {
  const { said } = await start();
  const ccbill = /Base address\s+(\S+)/.exec(said)?.[1] ?? '';
  await buyer.pay(recurringUrl(ccbill, 'sub_1'));
  const sold: { subscriptionId: string } = JSON.parse(site.received[0]?.body ?? '');
  const query = new URLSearchParams({
    clientAccnum: '900000',
    usingSubacc: '0001',
    username: 'double-datalink',
    password: 'double-datalink-password',
    action: 'cancelSubscription',
    subscriptionId: sold.subscriptionId,
  });
  const reply = await fetch(`${ccbill}/utils/subscriptionManagement.cgi?${query.toString()}`);
  expect(await reply.text()).toBe('"results"\n"1"\n');
  await expect.poll(() => site.received.map((callback) => callback.query['eventType'])).toEqual(['NewSaleSuccess', 'Cancellation']);
});

test('the command refuses a port that is none', async () => {
  const { child, said } = await start({ GATEWAY_DOUBLE_PORT: 'many' });
  expect(said).toContain('GATEWAY_DOUBLE_PORT must be a port');
  expect(child.exitCode).toBe(2);
});
