import { expect, test } from 'vitest';
import { createIceServers, turnCredentials } from './ice-servers.ts';

const STUN = { urls: ['stun:stun.example.org'] };
const FIXED = { urls: ['turn:turn.example.org'], username: 'u', credential: 'c' };
const SECRET = '0123456789abcdef0123456789abcdef';
const NOW = new Date('2026-01-01T00:00:00Z');

// Computed with openssl, independently of this code.
test.each([
  ['north', 'u42', 1_900_000_000, '1900000000:u42', 'I8hvfN477YIEf8f04qPWsPPUo+A='],
  ['north', '', 1_900_000_000, '1900000000', 'Y84u/PlFlPchf5/1HmQYJrZ34c4='],
  [SECRET, 'grant-7', 1_767_225_600, '1767225600:grant-7', '74bE6LL6darIOxVnUNZpLolBwQc='],
])('signs with %s for “%s”', (secret, user, expiresAt, username, credential) => {
  expect(turnCredentials(secret, user, expiresAt)).toEqual({ username, credential });
});

test('signs credentials for twelve hours with each call, under a pseudonym', () => {
  const servers = createIceServers({ listed: [STUN], turn: { urls: ['turn:turn.example.org', 'turns:turn.example.org'], secret: SECRET } });
  const [stun, turn] = servers.of('luna', NOW);
  expect(stun).toEqual(STUN);
  const [expiry, name] = turn!.username!.split(':') as [string, string];
  expect(Number(expiry)).toBe(NOW.getTime() / 1000 + 12 * 3600);
  expect(name).toMatch(/^[\w-]{16}$/);
  expect(turn).toEqual({ urls: ['turn:turn.example.org', 'turns:turn.example.org'], ...turnCredentials(SECRET, name, Number(expiry)) });
  expect(servers.of('luna', new Date(NOW.getTime() + 1000))[1]!.username).toBe(`${Number(expiry) + 1}:${name}`);
  expect(servers.of('mara', NOW)[1]!.username).not.toBe(turn!.username);
  // Visitors don't share a name, for relays are counted by it.
  expect(servers.of(null, NOW)[1]!.username).not.toBe(servers.of(null, NOW)[1]!.username);
});

test('tells everybody only servers without credentials', () => {
  const servers = createIceServers({ listed: [STUN, FIXED], turn: { urls: ['turn:turn.example.org'], secret: SECRET } });
  expect(servers.open).toEqual([STUN]);
  expect(createIceServers({ listed: [STUN, FIXED], turn: undefined }).of('luna', NOW)).toEqual([STUN, FIXED]);
});
