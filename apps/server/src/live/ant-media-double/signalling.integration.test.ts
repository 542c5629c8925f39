import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AntMediaDouble, createAntMediaDouble } from './ant-media-double.ts';
import { derivedKey, streamHash, totp } from './security.ts';
import { type Site, startSite } from './testing/site.ts';
import { openSocket } from './testing/socket.ts';

const NOW = new Date('2026-05-01T12:00:00Z');
let double: AntMediaDouble;
let site: Site;
let client: Awaited<ReturnType<typeof openSocket>>;
beforeEach(async () => {
  double = await createAntMediaDouble({ now: () => NOW });
  await double.listen();
  site = await startSite();
  client = await openSocket(`${double.websocketUrl}?target=edge&more=1`);
});
afterEach(async () => {
  client.close();
  await double.close();
  await site.close();
});

/** The first answer that comes after a message. */
const ask = async (message: Record<string, unknown>): Promise<Record<string, unknown> | undefined> => {
  const before = client.messages.length;
  client.send(message);
  await expect.poll(() => client.messages.length).toBeGreaterThan(before);
  return client.messages[before];
};

test('pings are answered, and what is unknown or no message closes nothing', async () => {
  client.send({ command: 'somethingNew', streamId: 'stage-1' });
  client.send('no JSON');
  client.send('[]');
  expect(await ask({ command: 'ping' })).toEqual({ command: 'pong' });
  expect(client.isOpen()).toBe(true);
});

test('servers for connecting are named where the settings have some', async () => {
  client.send({ command: 'getIceServerConfig' });
  expect(await ask({ command: 'ping' })).toEqual({ command: 'pong' });
  Object.assign(double.settings, { stunServerURI: 'turn:turn.example.org', turnServerUsername: 'u', turnServerCredential: 'c' });
  const answer = { command: 'iceServerConfig', stunServerUri: 'turn:turn.example.org', turnServerUsername: 'u', turnServerCredential: 'c' };
  expect(await ask({ command: 'getIceServerConfig' })).toEqual(answer);
});

test.each([
  [{ command: 'publish' }, 'noStreamNameSpecified'],
  [{ command: 'play', streamId: '' }, 'noStreamNameSpecified'],
  [{ command: 'publish', streamId: 'a b' }, 'invalidStreamName'],
  [{ command: 'play', streamId: '../x' }, 'invalidStreamName'],
  [{ command: 'play', streamId: 'stage-1' }, 'no_stream_exist'],
  [{ command: 'getStreamInfo', streamId: 'stage-1' }, 'no_stream_exist'],
  [{ command: 'takeConfiguration', streamId: 'stage-1', type: 'offer', sdp: 'v=0' }, 'no_peer_associated_before'],
])('%j is refused with %s', async (message, definition) => {
  expect(await ask(message)).toMatchObject({ command: 'error', definition });
});

test('a stream is claimed by one publisher, who hears of a bad offer', async () => {
  expect(await ask({ command: 'publish', streamId: 'stage-1' })).toEqual({ command: 'start', streamId: 'stage-1' });
  expect(await ask({ command: 'publish', streamId: 'stage-1' })).toMatchObject({ definition: 'already_publishing' });
  const other = await openSocket(double.websocketUrl);
  other.send({ command: 'publish', streamId: 'stage-1' });
  await expect.poll(() => other.messages).toMatchObject([{ command: 'error', definition: 'streamIdInUse' }]);
  const offer = { command: 'takeConfiguration', streamId: 'stage-1', type: 'offer', sdp: 'no description' };
  expect(await ask(offer)).toMatchObject({ definition: 'notSetRemoteDescription' });
  // With its publisher the stream goes, since nobody created it.
  client.close();
  await expect.poll(() => double.broadcasts.has('stage-1')).toBe(false);
  other.close();
});

test('a publisher who sends no media in time is given up', async () => {
  double.settings.webRTCClientStartTimeoutMs = 50;
  double.settings.listenerHookURL = `${site.url}/hook`;
  await ask({ command: 'publish', streamId: 'stage-1' });
  await expect
    .poll(() => client.messages.map(({ definition }) => definition))
    .toEqual([undefined, 'publishTimeoutError', 'publish_finished']);
  await expect.poll(site.actions).toEqual(['publishTimeoutError']);
});

test('unknown streams are refused where only registered ones are allowed, and publishers on command', async () => {
  double.settings.acceptOnlyStreamsInDataStore = true;
  expect(await ask({ command: 'publish', streamId: 'stage-1' })).toMatchObject({ definition: 'not_allowed_unregistered_streams' });
  double.settings.acceptOnlyStreamsInDataStore = false;
  double.faults.publishRefusal = 'highResourceUsage';
  expect(await ask({ command: 'publish', streamId: 'stage-1' })).toMatchObject({ definition: 'highResourceUsage' });
});

test('a publisher shows the hash, the code or the approval that the settings want', async () => {
  const attempt = async (fields: Record<string, unknown>): Promise<unknown> => {
    const answer = await ask({ command: 'publish', streamId: 'stage-1', ...fields });
    if (answer?.['command'] === 'start') await ask({ command: 'stop', streamId: 'stage-1' });
    return answer?.['definition'] ?? answer?.['command'];
  };
  Object.assign(double.settings, { hashControlPublishEnabled: true, tokenHashSecret: 'testtest' });
  expect(await attempt({ token: streamHash('stage-1', 'play', 'testtest') })).toBe('unauthorized_access');
  expect(await attempt({ token: streamHash('stage-1', 'publish', 'testtest') })).toBe('start');
  Object.assign(double.settings, {
    hashControlPublishEnabled: false,
    enableTimeTokenForPublish: true,
    timeTokenSecretForPublish: 'secret',
  });
  const subscriberCode = totp(derivedKey('secret', 'luna', 'stage-1', 'publish'), NOW.getTime() / 1000, 60);
  expect(await attempt({ subscriberId: 'luna', subscriberCode: '000000' })).toBe('unauthorized_access');
  expect(await attempt({ subscriberId: 'luna', subscriberCode })).toBe('start');
  Object.assign(double.settings, { enableTimeTokenForPublish: false, webhookAuthenticateURL: `${site.url}/auth` });
  expect(await attempt({ token: 'key', subscriberId: 'luna', metaData: 'm', streamName: 'Evening' })).toBe('start');
  expect(site.received.at(-1)).toMatchObject({
    path: '/auth',
    fields: {
      appName: 'LiveApp',
      name: 'Evening',
      streamId: 'stage-1',
      mode: 'publish',
      token: 'key',
      subscriberId: 'luna',
      metaData: 'm',
    },
  });
  site.answers.status = 204;
  expect(await attempt({ token: 'key' })).toBe('unauthorized_access');
});

test('the server falls silent on command', async () => {
  double.faults.signallingHangs = true;
  client.send({ command: 'ping' });
  client.send({ command: 'publish', streamId: 'stage-1' });
  await expect.poll(() => double.broadcasts.get('stage-1')?.status).toBe('preparing');
  double.behave();
  client.send({ command: 'getSubscriberCount', streamId: 'stage-1' });
  await expect.poll(() => client.messages).toMatchObject([{ definition: 'subscriberCount', count: 0 }]);
});

test('the console restarts the server', async () => {
  const pressed = await fetch(`${double.url}/_double`, {
    method: 'POST',
    body: new URLSearchParams({ act: 'restart' }),
    redirect: 'manual',
  });
  expect(pressed.status).toBe(303);
  await expect.poll(client.isOpen).toBe(false);
  expect(client.messages).toEqual([{ command: 'notification', definition: 'server_will_stop' }]);
  await expect.poll(() => double.faults.isDown).toBe(false);
});

test('a restart announces itself and breaks the connection', async () => {
  await ask({ command: 'publish', streamId: 'stage-1' });
  await double.goDown({ isAnnounced: true });
  await expect.poll(client.isOpen).toBe(false);
  await expect(openSocket(double.websocketUrl)).rejects.toThrow(/socket hang up|ECONNRESET/);
  double.comeBack();
  const again = await openSocket(double.websocketUrl);
  again.send({ command: 'ping' });
  await expect.poll(() => again.messages).toEqual([{ command: 'pong' }]);
  again.close();
});
