import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

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
