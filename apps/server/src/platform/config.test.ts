import { expect, test } from 'vitest';
import { misspeltVariables, readConfig } from './config.ts';

test.each([
  ['a demo is reached from this machine only', {}, {}, '127.0.0.1'],
  ['a demo opens to the network when told', { HOST: '0.0.0.0' }, {}, '0.0.0.0'],
  ['a site without demo data listens on every address', { DEMO: '0' }, {}, '0.0.0.0'],
  ['an empty site too', {}, { empty: true }, '0.0.0.0'],
  ['a public site too', { PUBLIC_URL: 'https://stage.example.org' }, {}, '0.0.0.0'],
])('%s', (_case, environment, options, host) => {
  expect(readConfig(environment, options).host).toBe(host);
});

test('a secret of the live processes that no header can carry is refused, and not shown', () => {
  expect(readConfig({ LIVE_SECRET: 'x'.repeat(32) }).live.secret).toHaveLength(32);
  for (const LIVE_SECRET of ['short', `two words ${'x'.repeat(32)}`]) {
    expect(() => readConfig({ LIVE_SECRET })).toThrow('LIVE_SECRET: use at least 32 letters, digits or signs, without spaces');
    expect(() => readConfig({ LIVE_SECRET })).not.toThrow(LIVE_SECRET);
  }
});

test('credentials of a TURN server are signed with its secret, one or several ways to it', () => {
  expect(readConfig({}).live.turn).toBeUndefined();
  const LIVE_TURN_URL = 'turn:turn.example.org:3478, turn:turn.example.org:3478?transport=tcp,turns:[2001:db8::1]:5349';
  expect(readConfig({ LIVE_TURN_URL, LIVE_TURN_SECRET: 'x'.repeat(16) }).live.turn).toEqual({
    urls: ['turn:turn.example.org:3478', 'turn:turn.example.org:3478?transport=tcp', 'turns:[2001:db8::1]:5349'],
    secret: 'x'.repeat(16),
  });
});

test.each([
  ['a secret alone', { LIVE_TURN_SECRET: 'x'.repeat(16) }, 'LIVE_TURN_URL: name the TURN server that LIVE_TURN_SECRET is for.'],
  ['an address alone', { LIVE_TURN_URL: 'turn:turn.example.org' }, 'LIVE_TURN_SECRET: it is needed with LIVE_TURN_URL.'],
  ['a short secret', { LIVE_TURN_URL: 'turn:turn.example.org', LIVE_TURN_SECRET: 'short' }, 'LIVE_TURN_SECRET: use at least 16 letters'],
  ['an address of the web', { LIVE_TURN_URL: 'https://turn.example.org', LIVE_TURN_SECRET: 'x'.repeat(16) }, 'LIVE_TURN_URL: write turn:'],
  ['credentials in it', { LIVE_TURN_URL: 'turn:u:p@turn.example.org', LIVE_TURN_SECRET: 'x'.repeat(16) }, 'LIVE_TURN_URL: write turn:'],
  ['a STUN server', { LIVE_TURN_URL: 'stun:stun.example.org', LIVE_TURN_SECRET: 'x'.repeat(16) }, 'LIVE_TURN_URL: write turn:'],
  ['nothing but a comma', { LIVE_TURN_URL: ',', LIVE_TURN_SECRET: 'x'.repeat(16) }, 'LIVE_TURN_URL: '],
])('a TURN server with %s is refused at the start, and the sentence names the variable', (_case, environment, sentence) => {
  expect(() => readConfig(environment)).toThrow(sentence);
  expect(() => readConfig(environment)).not.toThrow('x'.repeat(16));
});

test.each([
  [{ SMTP_ULR: 'smtp://x' }, [{ name: 'SMTP_ULR', meant: 'SMTP_URL' }]],
  [{ DATABASE_URI: 'postgres://x' }, [{ name: 'DATABASE_URI', meant: 'DATABASE_URL' }]],
  [{ smtp_url: 'smtp://x' }, [{ name: 'smtp_url', meant: 'SMTP_URL' }]],
  [{ PUBLIC_URLS: 'x', PUBLIC_URL: 'http://localhost' }, []],
  [{ HOME: '/root', TERM: 'xterm', PATH: '/bin', USER: 'x', HOSTNAME: 'h', LOGNAME: 'x', SHLVL: '1', NODE_ENV: 'x', SMTP_ULR: '' }, []],
])('variables near a known name are found in %o', (environment, expected) => {
  expect(misspeltVariables(environment)).toEqual(expected);
});

test.each([
  [{ BACKUP_TO: 's3://' }, 'BACKUP_TO: write a folder, or s3://bucket/prefix'],
  [{ BACKUP_TO: 'https://store.example.org/backups' }, 'BACKUP_TO: write a folder, or s3://bucket/prefix'],
  [{ BACKUP_TO: 's3://bucket/site' }, 'BACKUP_S3_ACCESS_KEY_ID: it is needed for the bucket of BACKUP_TO'],
  [{ BACKUP_S3_SECRET_ACCESS_KEY: 'secret' }, 'BACKUP_S3_ACCESS_KEY_ID: it is needed with BACKUP_S3_SECRET_ACCESS_KEY.'],
  [{ DATA_DIR: '/srv/site', BACKUP_TO: '/srv/site/backups' }, 'BACKUP_TO: it is inside DATA_DIR'],
])('backups that %j can’t keep are refused before the start', (environment, sentence) => {
  expect(() => readConfig(environment)).toThrow(sentence);
});

test('backups go beside DATA_DIR, or to a bucket reached as that of the files', () => {
  expect(readConfig({ DATA_DIR: '/srv/site', BACKUP_TO: '/srv/site-backups' }).backup.to).toBe('/srv/site-backups');
  const { backup } = readConfig({ BACKUP_TO: 's3://bucket/site', S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' });
  expect(backup).toMatchObject({ to: 's3://bucket/site', s3: { accessKeyId: 'id', secretAccessKey: 'key' } });
});
