import { CHECK_MAX_BYTES, CHECK_MESSAGE_BYTES, CHECK_UPLOAD_BYTES, type CheckReport } from '@stagedoor/contract/network-check.values';
import { type DataChannel, PeerConnection } from 'node-datachannel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NegotiatedSession, connectTo, sendOffer } from '../testing/client.ts';
import { type BuiltInStage, createBuiltInStage } from '../testing/stage.ts';

let stage: BuiltInStage;
beforeAll(async () => {
  stage = await createBuiltInStage({ limits: { networkChecks: 2 } });
});
afterAll(() => stage.close());

const signed = (accountId: string, now = new Date()): { url: string; token: string } => stage.engine.networkCheck(accountId, now)!;

interface Check {
  channel: DataChannel;
  report(): CheckReport | undefined;
  isClosed(): boolean;
  close(): void;
}

/** A performer's browser: one channel to the node. @throws when refused, with the response as `cause` */
const check = async ({ url, token }: { url: string; token: string }): Promise<Check> => {
  const connection = new PeerConnection('check', { iceServers: [], disableAutoNegotiation: true });
  const channel = connection.createDataChannel('check');
  let latest: CheckReport | undefined;
  let isClosed = false;
  channel.onMessage((message) => {
    latest = JSON.parse(String(message)) as CheckReport;
  });
  channel.onClosed(() => {
    isClosed = true;
  });
  const opened = new Promise<void>((resolve) => {
    channel.onOpen(resolve);
  });
  await connectTo(connection, url, token);
  await opened;
  return { channel, report: () => latest, isClosed: () => isClosed, close: () => connection.close() };
};
const refusal = async (begin: Promise<unknown>): Promise<string> => {
  const error: unknown = await begin.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const { status, body } = (error as Error).cause as NegotiatedSession;
  return `${status} ${(JSON.parse(body) as { error: string }).error}`;
};

const upload = ({ url, token }: { url: string; token: string }, bytes: number): Promise<number> =>
  fetch(`${url}/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  }).then(({ status }) => status);

test('the node counts messages and uploads of a running check, and a token is for one', async () => {
  const own = signed('nadia');
  expect(await upload(own, 1000)).toBe(403);
  const first = await check(own);
  for (let index = 0; index < 300; index += 1) first.channel.sendMessageBinary(Buffer.alloc(CHECK_MESSAGE_BYTES));
  expect(await Promise.all([upload(own, 100_000), upload(own, CHECK_UPLOAD_BYTES)])).toEqual([204, 204]);
  await expect.poll(() => first.report()).toMatchObject({ bytes: 100_000 + CHECK_UPLOAD_BYTES, messages: 300 });
  expect(await upload({ ...own, token: signed('nadia').token }, 1000)).toBe(403);
  expect(await upload(own, CHECK_UPLOAD_BYTES + 1)).toBe(413);
  expect(await refusal(check(own))).toBe('403 LIVE_TOKEN_INVALID');

  // Another check of the account takes its place.
  const second = await check(signed('nadia'));
  await expect.poll(() => first.isClosed()).toBe(true);
  expect(await upload(own, 1000)).toBe(403);
  second.close();
});

test('a node that was busy says so: its figures would be about itself', async () => {
  const { report, close } = await check(signed('pia'));
  await expect.poll(report).toMatchObject({ lateMs: expect.any(Number) as number });
  const before = report()!.lateMs;
  // This process is the node, too.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 900);
  await expect.poll(() => report()!.lateMs - before).toBeGreaterThan(500);
  close();
});

test('more than the bytes of a check end it', async () => {
  const own = signed('otto');
  const { isClosed } = await check(own);
  const answers = await Promise.all(
    Array.from({ length: Math.ceil(CHECK_MAX_BYTES / CHECK_UPLOAD_BYTES) + 1 }, () => upload(own, CHECK_UPLOAD_BYTES).catch(() => 0)),
  );
  expect(answers.filter((status) => status === 204).length * CHECK_UPLOAD_BYTES).toBeLessThanOrEqual(CHECK_MAX_BYTES);
  await expect.poll(isClosed).toBe(true);
  expect(await upload(own, 1000)).toBe(403);
});

test('foreign, changed and expired tokens, other offers, and more checks than the node takes are refused', async () => {
  const { url, token } = signed('mara');
  const [account, expires, signature] = token.split('.') as [string, string, string];
  const late = signed('mara', new Date(Date.now() - 61_000));
  const bad = [
    { url, token: '' },
    { url, token: 'guessed' },
    { url: signed('mara').url, token },
    { url, token: `otto.${expires}.${signature}` },
    { url, token: `${account}.${Number(expires) + 1000}.${signature}` },
    late,
  ];
  for (const one of bad) expect(await refusal(check(one))).toBe('403 LIVE_TOKEN_INVALID');

  const offers = ['', 'nonsense', 'v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\na=mid:0\r\n'];
  for (const sdp of offers) {
    const fresh = signed('mara');
    const { status, body } = await sendOffer(fresh.url, fresh.token, sdp);
    expect([status, (JSON.parse(body) as { error: string }).error]).toEqual([400, 'LIVE_OFFER_INVALID']);
  }
  const type = await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: 'x' });
  expect(type.status).toBe(415);
  expect((await fetch(url)).status).toBe(405);

  const running = [await check(signed('one')), await check(signed('two'))];
  expect(await refusal(check(signed('three')))).toBe('503 LIVE_FULL');
  for (const one of running) one.close();
  await expect
    .poll(() =>
      check(signed('three')).then(
        (one) => one.close(),
        () => 'full',
      ),
    )
    .toBeUndefined();
});
