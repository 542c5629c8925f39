import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { MediaServerSubject } from '@stagedoor/contract/media-server.values';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { AntMediaDouble, AntMediaDoubleOptions } from '../../live/ant-media-double/ant-media-double.ts';
import { passes, testMediaServer } from '../../live/ant-media/test-media-server.ts';
import { SELF_SIGNED } from '../../live/testing/self-signed.ts';
import { REST_KEY, STREAM_KEY, createReachableSite, entryOf, startMediaServer } from '../../live/testing/media-server-site.ts';
import { portOf } from '../../platform/bound-port.ts';
import { type Person, createAdmin } from '../../testing/factories.ts';
import { type TestApp, freePort } from '../../testing/test-app.ts';

let app: TestApp;
let owner: Person;
beforeAll(async () => {
  app = await createReachableSite();
  owner = await createAdmin(app);
});
afterAll(() => app.close());
afterEach(() =>
  app.platform.settings.reset(
    ['engineForBroadcast', 'engineForPrivate', 'engineForGroup', 'viewerURL', 'publisherURL', 'subscriberUrl', 'AntMediaAppname'],
    null,
  ),
);

const start = async (options: AntMediaDoubleOptions = {}): Promise<AntMediaDouble> => {
  const double = await startMediaServer(app, options);
  onTestFinished(() => double.close());
  return double;
};
type Entry = ReturnType<typeof entryOf>;
const tryEntry = (body: Entry) => owner.client.call('POST /admin/media-server/test', { body });
/** The checks that failed, with their problem and what was found. */
const failures = async (body: Entry) =>
  (await tryEntry(body)).checks
    .filter(({ state }) => state === 'failed')
    .map(({ subject, problem, found }): [MediaServerSubject, string | null, string] => [subject, problem, found]);
const save = (body: Entry) => owner.client.send('PUT /admin/media-server', { body });
const saveSettings = (values: Record<string, unknown>) => owner.client.send('PUT /admin/settings', { body: { values } });
const rows = () => app.platform.database.selectFrom('media_servers').selectAll().orderBy('id').execute();
const serve = async (status: number, body: string): Promise<string> => {
  const server = createServer((_request, response) => void response.writeHead(status).end(body)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${portOf(server)}`;
};

describe('the test of a server', () => {
  test('passes a server that is set up for the site, and stores nothing', async () => {
    const double = await start();
    const before = await rows();
    expect(await tryEntry(entryOf(double))).toEqual({
      passes: true,
      checks: ['address', 'rest', 'version', 'play', 'cors', 'publish', 'hook'].map((subject) => ({
        subject,
        state: 'ok',
        problem: null,
        found: subject === 'version' ? '3.0.1' : '',
      })),
    });
    expect(await rows()).toEqual(before);
    expect([...double.broadcasts.keys()]).toEqual([]);
  });

  test('finds addresses with a path or another scheme, and nobody who answers', async () => {
    const entry = { address: '', restKey: REST_KEY, streamKey: STREAM_KEY, tokens: 'jwt' as const };
    for (const address of ['https://media.example.com/live', 'rtmp://media.example.com', 'media.example.com', 'https://a@b.example'])
      expect(await failures({ ...entry, address })).toEqual([['address', 'mediaServerAddress', '']]);
    expect(await failures({ ...entry, address: `http://127.0.0.1:${await freePort()}` })).toEqual([
      ['address', 'mediaNoServer', 'ECONNREFUSED'],
    ]);
    expect(await failures({ ...entry, address: await serve(200, '<h1>A blog</h1>') })).toEqual([
      ['rest', 'mediaServerForeign', 'HTTP 200'],
    ]);
    expect(await failures({ ...entry, address: await serve(502, '') })).toEqual([['rest', 'mediaServerForeign', 'HTTP 5xx']]);
  });

  test('finds certificates that browsers refuse, plain http on a site of https, and a server that hangs', async () => {
    const server = createTlsServer(SELF_SIGNED, (_request, response) => response.end()).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    onTestFinished(() => void server.close());
    const entry = { restKey: REST_KEY, streamKey: STREAM_KEY, tokens: 'jwt' as const };
    expect(await failures({ ...entry, address: `https://127.0.0.1:${portOf(server)}` })).toEqual([
      ['address', 'mediaTls', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ]);
    const double = await start();
    const at = async (publicUrl: string) => {
      const platform = { encryption: app.platform.encryption, config: { publicUrl } };
      const checks = await testMediaServer(platform, { server: entryOf(double), app: 'stagedoor', timeoutMs: 300 });
      expect(passes(checks)).toBe(false);
      return checks.find(({ state }) => state === 'failed');
    };
    expect(await at('https://site.example')).toMatchObject({
      subject: 'address',
      problem: 'mediaInsecure',
      found: new URL(double.url).host,
    });
    double.faults.signallingHangs = true;
    expect(await at(app.platform.config.publicUrl)).toMatchObject({ subject: 'publish', problem: 'mediaServerSocket', found: 'TIMEOUT' });
    double.faults.restHangs = true;
    expect(await at(app.platform.config.publicUrl)).toMatchObject({ subject: 'address', problem: 'mediaNoServer', found: 'TIMEOUT' });
  });

  test('finds a wrong REST key, a network that isn’t allowed, and an unknown application', async () => {
    const double = await start();
    expect(await failures({ ...entryOf(double), restKey: 'another' })).toEqual([['rest', 'mediaServerKey', 'HTTP 403']]);
    double.settings.remoteAllowedCIDR = ['10.0.0.0/8'];
    expect(await failures(entryOf(double))).toEqual([['rest', 'mediaServerKey', 'HTTP 403']]);
    const other = await start({ app: 'LiveApp' });
    expect(await failures(entryOf(other))).toEqual([['rest', 'mediaServerApp', 'stagedoor']]);
  });

  test('finds an old version, and passes a server that doesn’t tell it', async () => {
    const double = await start({ reading: { version: '2.9.3' } });
    expect(await failures(entryOf(double))).toEqual([['version', 'mediaServerOld', '2.9.3']]);
    double.reading.version = '2.10.0-SNAPSHOT';
    expect(await failures(entryOf(double))).toEqual([]);
    double.reading.version = null;
    expect(await failures(entryOf(double))).toEqual([]);
  });

  test('finds streams that play or are published without a token', async () => {
    const double = await start({ settings: { playJwtControlEnabled: false } });
    expect(await failures(entryOf(double))).toEqual([['play', 'mediaServerPlaysOpen', 'HTTP 404']]);
    Object.assign(double.settings, { playJwtControlEnabled: true, publishJwtControlEnabled: false, webhookAuthenticateURL: '' });
    expect(await failures(entryOf(double))).toEqual([['publish', 'mediaServerPublishOpen', '']]);
  });

  test('finds a wrong stream key, and answers that pages may not read', async () => {
    const double = await start({ settings: { corsAllowedOrigins: ['https://other.example'] } });
    expect(await failures(entryOf(double))).toEqual([['cors', 'mediaCors', '–']]);
    double.settings.corsAllowedOrigins = [app.platform.config.publicUrl];
    expect(await failures({ ...entryOf(double), streamKey: 'another-key-of-thirty-two-letters' })).toEqual([
      ['play', 'mediaServerPlay', 'HTTP 403'],
      ['publish', 'mediaServerPublish', 'unauthorized_access'],
    ]);
  });

  test('finds a server that doesn’t ask the site before somebody publishes, or can’t reach it', async () => {
    const double = await start({ settings: { webhookAuthenticateURL: '' } });
    expect(await failures(entryOf(double))).toEqual([['hook', 'mediaServerHook', '']]);
    double.settings.webhookAuthenticateURL = `http://127.0.0.1:${await freePort()}`;
    expect(await failures(entryOf(double))).toEqual([['publish', 'mediaServerPublish', 'unauthorized_access']]);
  });

  test('tries one-time tokens, which the server gives out', async () => {
    const once = { playTokenControlEnabled: true, publishTokenControlEnabled: true };
    const double = await start({ settings: { playJwtControlEnabled: false, publishJwtControlEnabled: false, ...once } });
    expect(await failures({ ...entryOf(double), streamKey: '', tokens: 'once' })).toEqual([]);
    expect(await failures(entryOf(double))).toEqual([
      ['play', 'mediaServerPlay', 'HTTP 403'],
      ['publish', 'mediaServerPublish', 'unauthorized_access'],
    ]);
  });
});

describe('a server that is entered', () => {
  test('is stored when it passes, with its keys sealed, and audited without them', async () => {
    const double = await start();
    const count = (await rows()).length;
    const refused = await save({ ...entryOf(double), restKey: 'another' });
    expect([refused.status, refused.error.error]).toEqual([409, 'MEDIA_SERVER_FAILED']);
    expect(refused.error.details).toMatchObject({
      checks: expect.arrayContaining([expect.objectContaining({ problem: 'mediaServerKey' })]),
    });
    expect(await rows()).toHaveLength(count);

    expect((await save({ ...entryOf(double), address: `${double.url}/` })).status).toBe(200);
    const stored = (await rows()).at(-1)!;
    expect(stored).toMatchObject({ address: double.url, tokens: 'jwt' });
    const shown = await owner.client.call('GET /admin/media-server');
    expect(shown).toMatchObject({ address: double.url, tokens: 'jwt', hasRestKey: true, hasStreamKey: true, kinds: [], openShows: 0 });
    const audit = await app.platform.database
      .selectFrom('audit_log')
      .select(['actor_id', 'detail'])
      .where('action', '=', 'settings.mediaServerChanged')
      .execute();
    expect(audit).toEqual([{ actor_id: owner.id, detail: { address: double.url, fields: 'address, tokens, restKey, streamKey' } }]);
    for (const text of [JSON.stringify(stored), stored.secrets.toString('latin1'), JSON.stringify(shown), JSON.stringify(audit)])
      for (const key of [REST_KEY, STREAM_KEY]) expect(text).not.toContain(key);
  });

  test('keeps its keys where they are left empty, at its address alone', async () => {
    const double = await start();
    await save(entryOf(double));
    const empty = { ...entryOf(double), restKey: '', streamKey: '' };
    expect((await save(empty)).status).toBe(200);
    // Another server would get what the keys sign.
    const elsewhere = await save({ ...empty, address: 'http://127.0.0.1:9' });
    expect([elsewhere.status, elsewhere.error.message]).toMatchObject([422, [{ property: 'restKey' }, { property: 'streamKey' }]]);
  });

  test('can’t give out one-time tokens while paid shows run on it, and they can’t begin there', async () => {
    const once = { playTokenControlEnabled: true, publishTokenControlEnabled: true };
    const double = await start();
    await save(entryOf(double));
    expect((await saveSettings({ engineForPrivate: 'antMedia' })).status).toBe(200);
    expect((await owner.client.call('GET /admin/media-server')).kinds).toEqual(['private']);
    const refused = await save({ ...entryOf(double), tokens: 'once' });
    expect(refused.error.message).toMatchObject([{ property: 'tokens', constraints: { mediaServerOnce: expect.any(String) } }]);

    await saveSettings({ engineForPrivate: 'builtIn' });
    Object.assign(double.settings, { playJwtControlEnabled: false, publishJwtControlEnabled: false, ...once });
    expect((await save({ ...entryOf(double), tokens: 'once' })).status).toBe(200);
    const paid = await saveSettings({ engineForPrivate: 'antMedia', engineForGroup: 'antMedia' });
    expect(paid.error.message).toMatchObject([
      { property: 'engineForPrivate', constraints: { mediaServerOnce: expect.any(String) } },
      { property: 'engineForGroup', constraints: { mediaServerOnce: expect.any(String) } },
    ]);
    expect((await saveSettings({ engineForBroadcast: 'antMedia' })).status).toBe(200);
  });
});

describe('the settings of shows', () => {
  test('take a server that passes, and say what was found at one that doesn’t', async () => {
    const double = await start();
    await save(entryOf(double));
    double.settings.playJwtControlEnabled = false;
    const refused = await saveSettings({ engineForBroadcast: 'antMedia' });
    expect(refused.error.message).toEqual([
      {
        property: 'engineForBroadcast',
        constraints: { mediaServerPlaysOpen: expect.stringContaining('The server plays without a token (HTTP 404).') },
      },
    ]);
    expect(app.platform.settings.get('engineForBroadcast')).toBe('builtIn');
    double.settings.playJwtControlEnabled = true;
    expect((await saveSettings({ engineForBroadcast: 'antMedia' })).status).toBe(200);
    // Another application isn't there.
    const renamed = await saveSettings({ AntMediaAppname: 'elsewhere' });
    expect(renamed.error.message).toMatchObject([{ property: 'AntMediaAppname', constraints: { mediaServerApp: expect.any(String) } }]);
    // Settings of something else don't need the server.
    double.faults.isDown = true;
    expect((await saveSettings({ siteName: 'The Loft' })).status).toBe(200);
    expect((await saveSettings({ engineForBroadcast: 'builtIn' })).status).toBe(200);
  });

  test('take addresses that lead to the media server, and refuse others', async () => {
    const double = await start();
    const stranger = await start({ settings: { jwtStreamSecretKey: 'a-key-of-another-server-012345678' } });
    await save(entryOf(double));
    expect((await saveSettings({ engineForBroadcast: 'antMedia', engineForGroup: 'antMedia', engineForPrivate: 'antMedia' })).status).toBe(
      200,
    );
    const at = { viewerURL: double.url, subscriberUrl: double.url, publisherURL: double.url.replace('http', 'ws') };
    expect((await saveSettings(at)).status).toBe(200);
    const refused = await saveSettings({ viewerURL: stranger.url, subscriberUrl: app.url, publisherURL: stranger.url });
    expect(refused.error.message).toMatchObject([
      { property: 'viewerURL', constraints: { mediaServerOther: expect.any(String) } },
      { property: 'subscriberUrl', constraints: { mediaServerOther: expect.any(String) } },
      { property: 'publisherURL', constraints: { mediaServerOther: expect.any(String) } },
    ]);
    // Another server must be at these addresses too.
    const other = await save({ ...entryOf(stranger), streamKey: 'a-key-of-another-server-012345678' });
    expect(other.error.error).toBe('MEDIA_SERVER_FAILED');
  });

  test('refuse an address that shows of both engines would use', async () => {
    const double = await start();
    await save(entryOf(double));
    expect((await saveSettings({ engineForGroup: 'antMedia', subscriberUrl: double.url })).error.message).toMatchObject([
      { property: 'subscriberUrl', constraints: { mediaMixed: expect.any(String) } },
    ]);
    // A path and RTMP are each engine's own.
    expect((await saveSettings({ engineForGroup: 'antMedia', publisherURL: 'rtmp://127.0.0.1/live' })).status).toBe(200);
  });
});

test('a site without a server begins no shows there', async () => {
  const empty = await createReachableSite();
  onTestFinished(() => empty.close());
  const admin = await createAdmin(empty);
  expect(await admin.client.call('GET /admin/media-server')).toMatchObject({ address: null, hasRestKey: false, enteredAt: null });
  const refused = await admin.client.send('PUT /admin/settings', { body: { values: { engineForBroadcast: 'antMedia' } } });
  expect(refused.error.message).toMatchObject([
    { property: 'engineForBroadcast', constraints: { mediaServerMissing: expect.any(String) } },
  ]);
});
