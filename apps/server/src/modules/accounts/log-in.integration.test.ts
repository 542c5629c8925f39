import { readFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createHashPool } from '../../platform/auth/hash-pool.ts';
import { countHashes } from '../../platform/auth/passwords.ts';
import { PASSWORD, type Person, createFan, unique } from '../../testing/factories.ts';
import { subjectsTo } from '../../testing/mail-links.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { LOG_IN_LIMITS } from './log-in.rules.ts';
import { sweepFailures } from './log-in-failures.store.ts';
import { sweepAttempts } from './registration-attempts.store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ environment: { TRUST_PROXY: 'true' } });
});
afterAll(() => app.close());

interface From {
  ip?: string;
  cookie?: string;
}
const attempt = async (username: string, password: string, { ip = '198.51.100.1', cookie }: From = {}) => {
  const answer = await app.client().raw('POST /auth/login', {
    body: { username, password },
    headers: { 'x-forwarded-for': ip, ...(cookie ? { cookie, origin: app.platform.config.publicUrl } : {}) },
  });
  const device = answer.headers.getSetCookie().find((one) => one.startsWith('device='));
  return { ...answer, code: answer.status === 200 ? 'in' : answer.error.error, device };
};
const cookieOf = (device: string | undefined): string => device!.split(';')[0]!;
/** An address in a network of its own. */
const network = (n: number): string => `203.${Math.floor(n / 250)}.${n % 250}.9`;

/** Wrong passwords for a name, each from another network, up to the limit of unknown browsers. */
const failFromManyNetworks = async (username: string): Promise<string[]> => {
  const codes: string[] = [];
  for (let n = 0; n < LOG_IN_LIMITS.strangers.failures; n += 1)
    codes.push((await attempt(username, `wrong ${n}`, { ip: network(n) })).code);
  return codes;
};

describe('many wrong passwords from many networks', () => {
  let victim: Person;
  let known: string;
  beforeAll(async () => {
    victim = await createFan(app);
    known = cookieOf((await attempt(victim.username, PASSWORD)).device);
    await failFromManyNetworks(victim.username);
  });

  test('pause log-ins of unknown browsers, and the response says for how long', async () => {
    for (const password of [PASSWORD, 'wrong']) {
      const answer = await attempt(victim.username, password, { ip: network(500) });
      expect(answer).toMatchObject({ status: 429, code: 'LOG_IN_PAUSED' });
      const seconds = Number(answer.error.details?.['retryAfterSeconds']);
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(LOG_IN_LIMITS.strangers.seconds);
      expect(answer.headers.get('retry-after')).toBe(String(seconds));
    }
  });

  test('don’t pause the account’s own browser, in any network', async () => {
    expect((await attempt(victim.username, PASSWORD, { ip: network(600), cookie: known })).code).toBe('in');
    expect((await attempt(victim.username, 'a slip', { ip: network(600), cookie: known })).code).toBe('INCORRECT_CREDENTIALS');
    expect((await attempt(victim.username, PASSWORD, { ip: network(0), cookie: known })).code).toBe('in');
  });

  test('pause a browser known to another account', async () => {
    const other = await createFan(app);
    const theirs = cookieOf((await attempt(other.username, PASSWORD)).device);
    expect((await attempt(victim.username, PASSWORD, { ip: network(700), cookie: theirs })).code).toBe('LOG_IN_PAUSED');
    expect((await attempt(victim.username, PASSWORD, { ip: network(700), cookie: `device=${'A'.repeat(43)}` })).code).toBe('LOG_IN_PAUSED');
  });

  test('don’t pause a browser after a password reset by mail', async () => {
    await app.client().call('POST /auth/forgot', { body: { email: victim.email } });
    await app.settle();
    const mail = (await app.mailsTo(victim.email)).at(-1)!.replace(/=\r?\n/g, '');
    const token = /reset-password\?token=(?:3D)?([\w-]+)/.exec(mail)![1]!;
    const answer = await app.client().raw('POST /auth/reset', { body: { token, password: PASSWORD } });
    const cookie = cookieOf(answer.headers.getSetCookie().find((one) => one.startsWith('device=')));
    expect((await attempt(victim.username, PASSWORD, { ip: network(800), cookie })).code).toBe('in');
  });

  test('have the same effect for an unknown username', async () => {
    const nobody = unique('nobody');
    expect(new Set(await failFromManyNetworks(nobody))).toEqual(new Set(['INCORRECT_CREDENTIALS']));
    const [one, other] = [
      await attempt(nobody, 'wrong', { ip: network(900) }),
      await attempt(victim.username, 'wrong', { ip: network(900) }),
    ];
    expect(Object.keys(one.error.details!)).toEqual(Object.keys(other.error.details!));
    expect([one.status, one.error.message]).toEqual([other.status, other.error.message]);
  });

  test('count together for the username and the address of an account, and nothing says so', async () => {
    const fan = await createFan(app);
    const { device } = await attempt(fan.username, PASSWORD);
    const half = LOG_IN_LIMITS.account.failures / 2;
    for (let n = 0; n < half; n += 1) for (const name of [fan.username, fan.email]) await attempt(name, 'wrong', { ip: network(1000 + n) });
    for (const name of [fan.username, fan.email.toUpperCase()])
      for (const password of [PASSWORD, 'wrong'])
        expect([name, (await attempt(name, password, { ip: network(1900) })).code]).toEqual([name, 'INCORRECT_CREDENTIALS']);
    expect((await attempt(fan.email, PASSWORD, { ip: network(1900), cookie: cookieOf(device) })).code).toBe('in');
  });

  test('for a username don’t show at its address, nor the other way round, in one network or many', async () => {
    const ip = network(2000);
    const answersOf = async (first: string, second: string) => {
      for (let n = 0; n < LOG_IN_LIMITS.nameAndNetwork.failures; n += 1) await attempt(first, 'wrong', { ip });
      const codes = [(await attempt(first, 'wrong', { ip })).code];
      for (let n = 0; n <= LOG_IN_LIMITS.nameAndNetwork.failures; n += 1) {
        const before = countHashes();
        codes.push((await attempt(second, 'wrong', { ip })).code, String(countHashes() - before));
      }
      return codes;
    };
    const [one, other] = [await createFan(app), await createFan(app)];
    const strangers = await answersOf(unique('nobody'), `${unique('nobody')}@example.org`);
    expect(strangers.slice(0, 3)).toEqual(['LOG_IN_PAUSED', 'INCORRECT_CREDENTIALS', '2']);
    expect(strangers.slice(-2)).toEqual(['LOG_IN_PAUSED', '0']);
    expect(await answersOf(one.username, one.email)).toEqual(strangers);
    expect(await answersOf(other.email, other.username)).toEqual(strangers);
    await failFromManyNetworks(one.username);
    expect((await attempt(one.email, 'wrong', { ip: network(2100) })).code).toBe('INCORRECT_CREDENTIALS');
  });

  test('don’t silence an unverified account, which an attempt to register its address would tell from it', async () => {
    const fan = await createFan(app);
    await app.platform.database.updateTable('accounts').set({ email_verified_at: null }).where('id', '=', fan.id).execute();
    const half = LOG_IN_LIMITS.account.failures / 2;
    for (let n = 0; n < half; n += 1) for (const name of [fan.username, fan.email]) await attempt(name, 'wrong', { ip: network(3000 + n) });
    // Beyond the limit of a verified account, the right password still answers what it answers for an attempt.
    for (const name of [fan.username, fan.email])
      expect([name, (await attempt(name, PASSWORD, { ip: network(3900) })).code]).toEqual([name, 'EMAIL_NOT_VERIFIED']);
    expect((await attempt(fan.email, 'wrong', { ip: network(3900) })).code).toBe('INCORRECT_CREDENTIALS');
    await app.platform.database.updateTable('accounts').set({ email_verified_at: app.clock.now() }).where('id', '=', fan.id).execute();
    expect((await attempt(fan.email, PASSWORD, { ip: network(3900) })).code).toBe('INCORRECT_CREDENTIALS');
  });

  test('have no effect after the window, and their rows are swept', async () => {
    app.clock.advance(LOG_IN_LIMITS.strangers.seconds * 1000 + 1000);
    expect((await attempt(victim.username, PASSWORD, { ip: network(500) })).code).toBe('in');
    await sweepFailures(app.platform.database, app.clock.now());
    expect(await app.platform.database.selectFrom('log_in_failures').select('bucket').execute()).toEqual([]);
  });
});

test('wrong passwords from one network pause the name in that network only', async () => {
  const fan = await createFan(app);
  const ip = '192.0.2.10';
  for (let n = 0; n < LOG_IN_LIMITS.nameAndNetwork.failures; n += 1) await attempt(fan.username, `wrong ${n}`, { ip });
  expect((await attempt(fan.username, PASSWORD, { ip: '192.0.2.200' })).code).toBe('LOG_IN_PAUSED');
  expect((await attempt(fan.username, PASSWORD, { ip: '192.0.3.10' })).code).toBe('in');
});

test('a browser with too many failures counts as unknown', async () => {
  const fan = await createFan(app);
  const ip = '192.0.4.10';
  const cookie = cookieOf((await attempt(fan.username, PASSWORD, { ip })).device);
  for (let n = 0; n < LOG_IN_LIMITS.device.failures; n += 1) await attempt(fan.username, `wrong ${n}`, { ip, cookie });
  // As an unknown browser it has that limit again.
  for (let n = 0; n < LOG_IN_LIMITS.nameAndNetwork.failures; n += 1)
    expect((await attempt(fan.username, `wrong ${n}`, { ip, cookie })).code).toBe('INCORRECT_CREDENTIALS');
  expect((await attempt(fan.username, PASSWORD, { ip, cookie })).code).toBe('LOG_IN_PAUSED');
});

test('the device cookie is HttpOnly, limited to the log-in, and stored as a hash', async () => {
  const fan = await createFan(app);
  const { device } = await attempt(fan.username, PASSWORD);
  expect(device).toMatch(/HttpOnly/);
  expect(device).toMatch(/SameSite=Lax/);
  expect(device).toMatch(/Path=\/api\/auth/);
  const token = cookieOf(device).slice('device='.length);
  const rows = await app.platform.database.selectFrom('devices').select('token_hash').where('account_id', '=', fan.id).execute();
  expect(rows.map(({ token_hash }) => token_hash.toString('base64url'))).not.toContain(token);
});

test('a browser is known to several accounts, an account knows ten browsers', async () => {
  const [first, second] = [await createFan(app), await createFan(app)];
  const one = cookieOf((await attempt(first.username, PASSWORD)).device);
  const both = cookieOf((await attempt(second.username, PASSWORD, { cookie: one })).device);
  expect(both.split('.')).toHaveLength(2);
  const again = cookieOf((await attempt(first.username, PASSWORD, { cookie: both })).device);
  expect(
    again
      .slice('device='.length)
      .split('.')
      .toSorted((a, b) => a.localeCompare(b)),
  ).toEqual(
    both
      .slice('device='.length)
      .split('.')
      .toSorted((a, b) => a.localeCompare(b)),
  );
  for (let n = 0; n < 12; n += 1) {
    app.clock.advance(1000);
    await attempt(first.username, PASSWORD);
  }
  const { count } = await app.platform.database
    .selectFrom('devices')
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .where('account_id', '=', first.id)
    .executeTakeFirstOrThrow();
  expect(count).toBe(10n);
});

describe('no response reveals whether an address exists', () => {
  const shape = ({ status, data, error }: { status: number; data: unknown; error: unknown }) => ({
    status,
    data,
    error: data ? null : error,
  });

  test('registering, resetting, verifying again, changing the address, logging in', async () => {
    const known = await createFan(app, { verified: false });
    const viewerRef = await createFan(app);
    const unknown = `${unique('nobody')}@example.org`;
    const calls = {
      register: (email: string) =>
        app.client().raw('POST /auth/register', { body: { username: unique('new'), email, password: PASSWORD, adult: true } }),
      forgot: (email: string) => app.client().raw('POST /auth/forgot', { body: { email } }),
      resend: (email: string) => app.client().raw('POST /verification/resend', { body: { email } }),
      change: (email: string) => viewerRef.client.raw('POST /auth/me/email', { body: { email, currentPassword: PASSWORD } }),
      login: (email: string) => app.client().raw('POST /auth/login', { body: { email, password: 'wrong' } }),
    };
    for (const [name, send] of Object.entries(calls)) {
      const [here, nowhere] = [await send(known.email), await send(unknown)];
      expect([name, shape(here)]).toEqual([name, shape(nowhere)]);
      expect([...here.headers.keys()].filter((key) => key !== 'date')).toEqual([...nowhere.headers.keys()].filter((key) => key !== 'date'));
    }
  });

  test('both cases take the same work: one hash, and one job', async () => {
    const known = await createFan(app, { verified: false });
    await app.settle();
    const enqueue = vi.spyOn(app.platform.jobs, 'enqueue');
    const made = async (call: () => Promise<unknown>): Promise<number> => {
      enqueue.mockClear();
      await call();
      return enqueue.mock.calls.length;
    };
    for (const path of ['/auth/forgot', '/verification/resend'] as const) {
      const [here, nowhere] = [
        await made(() => app.client().raw(`POST ${path}`, { body: { email: known.email } })),
        await made(() => app.client().raw(`POST ${path}`, { body: { email: `${unique('nobody')}@example.org` } })),
      ];
      expect([path, here, nowhere]).toEqual([path, 1, 1]);
      await app.settle();
    }
    enqueue.mockRestore();
    const hashed = async (call: () => Promise<unknown>): Promise<number> => {
      const before = countHashes();
      await call();
      return countHashes() - before;
    };
    const register = (email: string) => () =>
      app.client().raw('POST /auth/register', { body: { username: unique('new'), email, password: PASSWORD, adult: true } });
    await attempt(unique('first'), 'wrong', { ip: network(1000) });
    const [enter, verified] = [(email: string) => () => attempt(email, 'wrong', { ip: network(1000) }), await createFan(app)];
    for (const [make, hashes] of [
      [enter, 2],
      [register, 1],
    ] as const)
      for (const email of [known.email, verified.email, `${unique('nobody')}@example.org`])
        expect([email, await hashed(make(email))]).toEqual([email, hashes]);
  });

  test('a log-in after registering a taken address is refused like one of an unverified account, at the same cost', async () => {
    const owner = await createFan(app);
    const free = `${unique('free')}@example.org`;
    // The first unknown name costs one hash more.
    await attempt(unique('first'), 'wrong', { ip: network(1000) });
    const password = 'another horse 43';
    const outcomes = async (email: string) => {
      const usernames = [unique('one'), unique('two')] as const;
      const answers: unknown[] = [];
      for (const username of usernames) {
        const { status, data } = await app
          .client()
          .raw('POST /auth/register', { body: { username, email, password: `${password} ${username}`, adult: true } });
        answers.push([status, data]);
      }
      for (const [name, given] of [
        [usernames[0], `${password} ${usernames[0]}`],
        [usernames[1], `${password} ${usernames[1]}`],
        [email, `${password} ${usernames[0]}`],
        [email, `${password} ${usernames[1]}`],
        [email, 'wrong'],
        [usernames[0], 'wrong'],
      ] as const) {
        const before = countHashes();
        const { status, code } = await attempt(name, given, { ip: network(1100) });
        answers.push([status, code, countHashes() - before]);
      }
      const again = await app
        .client()
        .raw('POST /auth/register', { body: { username: usernames[1], email: `${unique('x')}@example.org`, password, adult: true } });
      answers.push([again.status, again.error.error]);
      return answers;
    };
    const [taken, unverified] = [await outcomes(owner.email), await outcomes(free)];
    expect(taken).toEqual(unverified);
    expect(taken.slice(2)).toEqual([
      [400, 'EMAIL_NOT_VERIFIED', 2],
      [400, 'EMAIL_NOT_VERIFIED', 2],
      [400, 'EMAIL_NOT_VERIFIED', 3],
      [400, 'EMAIL_NOT_VERIFIED', 3],
      [400, 'INCORRECT_CREDENTIALS', 3],
      [400, 'INCORRECT_CREDENTIALS', 2],
      [409, 'USERNAME_TAKEN'],
    ]);
    // The owner is told, still enters, and nobody else does, after a day either.
    expect((await attempt(owner.email, PASSWORD)).code).toBe('in');
    expect((await subjectsTo(app, owner.email)).filter((subject) => subject.includes('use your address'))).toHaveLength(2);
    app.clock.advance(24 * 3_600_000);
    await sweepAttempts(app.platform.database, app.clock.now());
    expect(await app.platform.database.selectFrom('registration_attempts').select('id').where('email', '=', owner.email).execute()).toEqual(
      [],
    );
  });

  test('an address keeps five attempts at most', async () => {
    const owner = await createFan(app);
    for (let n = 0; n < 7; n += 1)
      await app
        .client()
        .call('POST /auth/register', { body: { username: unique('many'), email: owner.email, password: PASSWORD, adult: true } });
    expect(
      await app.platform.database.selectFrom('registration_attempts').select('id').where('email', '=', owner.email).execute(),
    ).toHaveLength(5);
  });
});

describe('hashing', () => {
  test('uses as few low-priority processes as needed, and continues when one is killed', async () => {
    // As on a machine without spare cores.
    vi.stubEnv('BACKGROUND_YIELDS', 'yes');
    onTestFinished(() => void vi.unstubAllEnvs());
    const pool = createHashPool({ processes: 2 });
    expect(pool.pids()).toEqual([]);
    const hash = await pool.hash('open sesame');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(pool.pids()).toHaveLength(1);
    expect(getPriority(pool.pids()[0]!)).toBeGreaterThan(getPriority());
    const answers = Array.from({ length: 6 }, (_, n) => pool.verify(hash, n % 2 ? 'open sesame' : 'open barley'));
    expect(pool.pids()).toHaveLength(2);
    for (const pid of pool.pids()) process.kill(pid, 'SIGKILL');
    expect(await Promise.all(answers)).toEqual([false, true, false, true, false, true]);
    expect(await pool.verify(hash, 'open sesame')).toBe(true);
    for (const pid of pool.pids()) process.kill(pid, 'SIGKILL');
    await vi.waitUntil(() => pool.pids().length === 0, { timeout: 5000 });
  });

  test('refuses requests when its queue is full', async () => {
    const pool = createHashPool({ processes: 1, maxQueued: 3 });
    const answers = await Promise.allSettled(Array.from({ length: 9 }, () => pool.hash('open sesame')));
    // Two are with the process, three wait.
    expect(answers.map((answer) => (answer.status === 'rejected' ? (answer.reason as { code: string }).code : 'done'))).toEqual([
      ...Array.from({ length: 5 }, () => 'done'),
      ...Array.from({ length: 4 }, () => 'UNAVAILABLE'),
    ]);
    for (const pid of pool.pids()) process.kill(pid, 'SIGKILL');
    await vi.waitUntil(() => pool.pids().length === 0, { timeout: 5000 });
  });

  test('an invalid stored hash fails, and the next one is checked', async () => {
    const pool = createHashPool({ processes: 1 });
    await expect(pool.verify('no hash', 'open sesame')).rejects.toThrow('Decoding failed');
    expect(await pool.verify(await pool.hash('x'), 'x')).toBe(true);
    const status = await readFile(`/proc/${pool.pids()[0]}/status`, 'utf8').catch(() => 'State: R');
    expect(status).toMatch(/State:\s+[RS]/);
    for (const pid of pool.pids()) process.kill(pid, 'SIGKILL');
    await vi.waitUntil(() => pool.pids().length === 0, { timeout: 5000 });
  });
});
