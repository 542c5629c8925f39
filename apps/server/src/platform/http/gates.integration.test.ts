import type { SettingValues } from '@stagedoor/contract/settings';
import { type Socket, io } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Person, createAdmin, createFan } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

/** Addresses in these countries, by the bundled database. */
const IN = { DE: '5.1.80.1', US: '8.8.8.8' } as const;

let app: TestApp;
/** Behind a trusted proxy on this machine. */
let proxied: TestApp;
let admin: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp();
  proxied = await createTestApp({ environment: { TRUST_PROXY: 'true' } });
  admin = await createAdmin(proxied);
  fan = await createFan(proxied);
});
afterAll(async () => {
  await app.close();
  await proxied.close();
});
afterEach(async () => {
  await proxied.platform.database.deleteFrom('settings').execute();
  await proxied.platform.settings.reload();
});

const set = (values: Partial<SettingValues>) => proxied.platform.settings.change(values, null);
const countryAt = async (of: TestApp, forwarded: string) =>
  (await of.client().call('GET /country-block/check', { headers: { 'x-forwarded-for': forwarded } })).country;
const codeOf = async (client: Person['client'], key: 'GET /feeds' | 'GET /posts/search', headers: Record<string, string>) =>
  (await client.send(key, { headers })).error?.error ?? 'open';

describe('the country', () => {
  test('is of the address that the proxy saw, whatever the caller claims', async () => {
    const [german, american] = [await countryAt(proxied, IN.DE), await countryAt(proxied, IN.US)];
    expect([german, american]).toEqual(['DE', 'US']);
    expect(await countryAt(proxied, `${IN.US}, ${IN.DE}`)).toBe('DE');
    expect(await countryAt(proxied, `${IN.US}, 10.0.0.7, ${IN.DE}`)).toBe('DE');
  });

  test('can’t be claimed where there is no proxy', async () => {
    expect(await countryAt(app, IN.DE)).toBeNull();
  });

  test('can’t be forged to open a blocked site', async () => {
    await set({ blockedCountries: ['DE'] });
    expect(await codeOf(proxied.client(), 'GET /feeds', { 'x-forwarded-for': `${IN.US}, ${IN.DE}` })).toBe('COUNTRY_BLOCKED');
    expect(await codeOf(fan.client, 'GET /feeds', { 'x-forwarded-for': IN.DE })).toBe('COUNTRY_BLOCKED');
    expect(await codeOf(proxied.client(), 'GET /feeds', { 'x-forwarded-for': IN.US })).toBe('open');
    expect(await codeOf(admin.client, 'GET /feeds', { 'x-forwarded-for': IN.DE })).toBe('open');
  });

  test.each([
    `::ffff:${IN.DE}`,
    `${IN.DE}:1234`,
    `[::ffff:${IN.DE}]:1234`,
    '::ffff:501:5001',
    '64:ff9b::501:5001',
    '64:ff9b:1::501:5001',
    '2002:501:5001::1',
  ])('is blocked for %s too, another spelling of the same address', async (spelling) => {
    await set({ blockedCountries: ['DE'] });
    expect(await codeOf(proxied.client(), 'GET /feeds', { 'x-forwarded-for': spelling })).toBe('COUNTRY_BLOCKED');
  });
});

describe('the age', () => {
  test('is asked of visitors where the site requires it; pages about the site stay open', async () => {
    await set({ ageRules: { DE: 'declare' } });
    const at = (ip: string, cookie = '') => ({ 'x-forwarded-for': ip, cookie });
    expect(await codeOf(proxied.client(), 'GET /feeds', at(IN.DE))).toBe('AGE_NOT_CONFIRMED');
    expect(await codeOf(proxied.client(), 'GET /feeds', at(IN.US))).toBe('open');
    expect(await codeOf(proxied.client(), 'GET /feeds', at(IN.DE, 'ageConfirmed=no'))).toBe('AGE_NOT_CONFIRMED');
    expect(await codeOf(proxied.client(), 'GET /feeds', at(IN.DE, 'ageConfirmed=yes'))).toBe('open');
    expect(await codeOf(fan.client, 'GET /feeds', at(IN.DE))).toBe('open');
    expect(await codeOf(proxied.client(), 'GET /posts/search', at(IN.DE))).toBe('open');
    // Where the country is unknown, the age is asked.
    expect(await codeOf(proxied.client(), 'GET /feeds', {})).toBe('AGE_NOT_CONFIRMED');
  });

  test('is checked after maintenance and country', async () => {
    await set({ ageDefault: 'declare', blockedCountries: ['DE'] });
    expect(await codeOf(proxied.client(), 'GET /posts/search', { 'x-forwarded-for': IN.DE })).toBe('COUNTRY_BLOCKED');
    await set({ maintenanceMode: true });
    expect(await codeOf(proxied.client(), 'GET /posts/search', { 'x-forwarded-for': IN.DE })).toBe('MAINTENANCE');
  });
});

describe('sockets', () => {
  const open: Socket[] = [];
  afterEach(() => {
    for (const socket of open.splice(0)) socket.close();
  });
  const connect = (token: string | undefined, ip: string): Socket => {
    const socket = io(proxied.url, {
      transports: ['websocket'],
      reconnection: false,
      extraHeaders: { 'x-forwarded-for': ip },
      ...(token ? { auth: { token } } : {}),
    });
    open.push(socket);
    return socket;
  };
  const outcome = (socket: Socket): Promise<string> =>
    new Promise((resolve) => {
      socket.once('connect', () => resolve('connected'));
      socket.once('connect_error', (error) => resolve(error.message));
    });

  test('are refused in maintenance and from blocked countries, to all but admins', async () => {
    expect(await outcome(connect(fan.client.token, IN.DE))).toBe('connected');
    await set({ blockedCountries: ['DE'] });
    expect(await outcome(connect(fan.client.token, IN.DE))).toBe('COUNTRY_BLOCKED');
    expect(await outcome(connect(undefined, IN.DE))).toBe('COUNTRY_BLOCKED');
    expect(await outcome(connect(fan.client.token, `${IN.DE}, ${IN.US}`))).toBe('connected');
    expect(await outcome(connect(admin.client.token, IN.DE))).toBe('connected');
    await set({ maintenanceMode: true });
    expect(await outcome(connect(fan.client.token, IN.US))).toBe('MAINTENANCE');
    expect(await outcome(connect(admin.client.token, IN.US))).toBe('connected');
  });

  test('are closed when maintenance begins, except admins’', async () => {
    const [theirs, ours] = [connect(fan.client.token, IN.US), connect(admin.client.token, IN.US)];
    const closed = new Promise((resolve) => theirs.once('disconnect', resolve));
    await Promise.all([theirs, ours].map((socket) => new Promise((resolve) => socket.once('auth/logged-in', resolve))));
    await set({ maintenanceMode: true });
    expect([await closed, ours.connected]).toEqual(['io server disconnect', true]);
  });

  test('receive changed public settings, and no others', async () => {
    const socket = connect(fan.client.token, IN.US);
    await new Promise((resolve) => socket.once('auth/logged-in', resolve));
    const received = new Promise((resolve) => socket.once('settings/changed', resolve));
    await set({ adminEmail: 'nobody-hears@example.org' });
    await set({ siteName: 'The Loft', earningsHoldDays: 9 });
    expect(await received).toEqual({ keys: ['siteName'] });
  });
});

describe('the contact form', () => {
  const send = (body: Record<string, unknown>) => proxied.client().raw('POST /contact', { body });

  test.each([
    ['a line break in the name', { name: 'Eve\r\nBcc: victim@example.org', email: 'eve@example.org', message: 'Hi' }, 'name'],
    ['a line break in the address', { name: 'Eve', email: 'eve@example.org\r\nBcc: victim@example.org', message: 'Hi' }, 'email'],
    ['two addresses', { name: 'Eve', email: 'eve@example.org, victim@example.org', message: 'Hi' }, 'email'],
    ['no message', { name: 'Eve', email: 'eve@example.org', message: '  ' }, 'message'],
  ])('refuses %s', async (_name, body, property) => {
    const { status, error } = await send(body);
    expect([status, (error.message as readonly { property: string }[])[0]?.property]).toEqual([422, property]);
  });

  test('mails the owner only, replies go to the writer, and nothing in it is markup or a header', async () => {
    await set({ adminEmail: 'owner@example.org', siteName: 'The Loft' });
    const message = '<script>alert(1)</script>\nBcc: victim@example.org\n\n.\nEnd';
    expect((await send({ name: 'Eve "<b>" <x@y.example>', email: 'eve@example.org', message })).status).toBe(200);
    await proxied.settle();
    const mails = await proxied.mailsTo('owner@example.org');
    expect(mails).toHaveLength(1);
    const mail = mails[0]!.replace(/=\r?\n/g, '').replaceAll('=3D', '=');
    const headers = mail.slice(0, mail.search(/\r?\n\r?\n/));
    expect(headers).toMatch(/^Reply-To: .*<eve@example\.org>$/m);
    expect(headers).not.toMatch(/^(?:Bcc|Cc):/im);
    expect(headers.match(/^To: .*$/gm)).toEqual(['To: owner@example.org']);
    const html = mail.slice(mail.indexOf('text/html'));
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(html).not.toContain('<script>');
    expect(await proxied.mailsTo('eve@example.org')).toEqual([]);
  });
});
