import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Person, createAdmin, createFan, createPerformer, topUp } from '../../testing/factories.ts';
import { assertSound, beginGroupShow, joinAndWatch } from '../../testing/paid-show-fixtures.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { createIsolatedNode } from '../../testing/test-node.ts';
import { sweepMinutes } from './index.ts';
import { verifyMinutesFile } from './verify-show-minutes.ts';

const COMMAND = fileURLToPath(new URL('verify-minutes.command.ts', import.meta.url));

let app: TestApp;
let admin: Person;
let folder: string;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  folder = await mkdtemp(join(tmpdir(), 'minutes-'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});
afterEach(() => assertSound(app));

const newFan = async (): Promise<Person> => {
  const fan = await createFan(app);
  await topUp(app, fan, 50);
  return fan;
};
const download = (client: Pick<Person['client'], 'token'>, streamId: string): Promise<Response> =>
  fetch(`${app.url}/api/streaming/receipts/${streamId}/export`, { headers: client.token ? { authorization: client.token } : {} });
const fileOf = async ({ client }: Person, streamId: string): Promise<Buffer> =>
  Buffer.from(await (await download(client, streamId)).arrayBuffer());
const keyOfSite = async (): Promise<string> => (await app.client().call('GET /payout-statements/key')).publicKey;

/** Runs the command on a file: its exit code and what it printed. */
const verify = async (content: Buffer | string, ...key: string[]): Promise<{ code: number; out: string; error: string }> => {
  const path = join(folder, 'minutes.json');
  await writeFile(path, content);
  return new Promise((resolve) =>
    execFile(process.execPath, [COMMAND, path, ...key], { env: {} }, (error, out, errorText) =>
      resolve({ code: error ? Number(error.code) : 0, out, error: errorText }),
    ),
  );
};

/** A group show of two fans: the performer dropped in minute 2 of the first, and ended it in the first minute of the second. */
const playShow = async () => {
  const node = await createIsolatedNode(app);
  const star = await createPerformer(app, { admin });
  const [mira, noa] = [await newFan(), await newFan()];
  const { streamId, publishToken } = await beginGroupShow(star, { node, price: 2 });
  const pass = async (seconds: number): Promise<void> => {
    for (let at = 0; at < seconds; at += 10) {
      await node.pass(10_000);
      await sweepMinutes(app.platform);
    }
  };
  await joinAndWatch(mira, node, streamId);
  await pass(90);
  node.drop(streamId);
  await node.report();
  await node.publish(streamId, publishToken);
  await joinAndWatch(noa, node, streamId);
  await pass(30);
  await mira.client.call('POST /streaming/leave/{id}', { params: { id: streamId } });
  await star.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
  return { streamId, star, mira, noa };
};

test('a fan exports their own minutes, the performer all of them; both are right by the site’s key', async () => {
  const { streamId, star, mira, noa } = await playShow();
  const siteKey = await keyOfSite();
  const { minutes } = verifyMinutesFile(await fileOf(mira, streamId), siteKey);
  expect(minutes).toMatchObject({
    site: app.platform.config.publicUrl,
    show: { id: streamId, type: 'group', performer: { id: star.id }, endReason: 'performer' },
    seats: [
      { fan: { id: mira.id }, price: '2.00', connectedSeconds: 120, missed: 0, isOver: true, leftReason: 'left', charged: 2, refunded: 1 },
    ],
    total: { amount: '6.00', refund: '2.00', paid: '4.00' },
    lines: [
      { minute: 1, fromMs: 10_000, toMs: 70_000, connectedSeconds: 60, protocols: ['whep'], amount: '2.00', refund: null },
      { minute: 2, fromMs: 70_000, toMs: 90_000, connectedSeconds: 20, refund: '2.00', refundReason: 'dropped' },
      { minute: 3, fromMs: 90_001, toMs: 120_000, connectedSeconds: 29.999, refund: null },
    ],
  });
  const all = verifyMinutesFile(await fileOf(star, streamId), siteKey).minutes;
  expect(all.seats.map(({ fan, charged, refunded }) => [fan.id, charged, refunded])).toEqual([
    [mira.id, 2, 1],
    [noa.id, 0, 1],
  ]);
  expect(all.lines.at(-1)).toMatchObject({ minute: 1, refund: '2.00', refundReason: 'ended' });
  const receipt = await mira.client.call('GET /streaming/receipts/{id}', { params: { id: streamId } });
  expect(receipt.fans[0]).toMatchObject({ total: 4, connectedSeconds: 120, missed: 0 });
  const saved = (await download(mira.client, streamId)).headers.get('content-disposition');
  expect(saved).toContain(`minutes-${streamId}.json`);
});

test('a stranger, another performer, an admin and a visitor get nothing', async () => {
  const { streamId } = await playShow();
  for (const person of [await newFan(), await createPerformer(app, { admin }), admin])
    expect((await download(person.client, streamId)).status).toBe(404);
  expect((await download(app.client(), streamId)).status).toBe(401);
});

test('the command verifies a file without the site, tells who signed it, and names the first wrong line', async () => {
  const { streamId, star } = await playShow();
  const siteKey = await keyOfSite();
  const file = (await fileOf(star, streamId)).toString('utf8');
  const right = await verify(file, siteKey);
  expect(right).toMatchObject({ code: 0, error: '' });
  expect(right.out).toContain('The minutes are right.');
  expect(right.out).toMatch(/2 +\S+Z +1:10\.000 +1:30\.000 +20 +WebRTC +2\.00 +2\.00 \(the performer’s connection was lost\)/);
  expect(right.out).toContain('2 minutes paid: 4.00 tokens. 1 given back: 2.00. 0 missed by the site and free.');
  const unknown = await verify(file);
  expect(unknown).toMatchObject({ code: 3 });
  expect(unknown.out).toContain('Well-formed, signer unknown');
  expect(unknown.out).not.toContain('right');
  const changed = await verify(file.replace('"fromMs":70000,"toMs":90000', '"fromMs":69000,"toMs":89000'), siteKey);
  expect(changed).toMatchObject({ code: 1, out: '' });
  expect(changed.error).toMatch(/^The minutes are NOT right\. Line 4: minute 2 of @\S+ begins before minute 1 is over\.$/m);
  const otherKey = await verify(file, `${siteKey.slice(0, -8)}AAAAAAA=`);
  expect(otherKey).toMatchObject({ code: 1 });
  expect(otherKey.error).toContain('Line 1: it is signed with another key');
  expect(await verify(file.slice(0, 100))).toMatchObject({ code: 1 });
});
