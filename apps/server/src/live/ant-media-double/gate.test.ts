import { beforeEach, describe, expect, test } from 'vitest';
import { type Claim, createGate } from './gate.ts';
import { signJwt, totp } from './security.ts';
import { type AppSettings, DEFAULT_READING, DEFAULT_SETTINGS, type Reading } from './settings.ts';
import { createStore } from './store.ts';

const KEY = '0123456789abcdef0123456789abcdef';
let now: number;
let settings: AppSettings;
let reading: Reading;
let store: ReturnType<typeof createStore>;
let refusal: (claim: Partial<Claim>) => string | undefined;
beforeEach(() => {
  now = 1_700_000_000_000;
  settings = { ...DEFAULT_SETTINGS, jwtStreamSecretKey: KEY };
  reading = { ...DEFAULT_READING };
  store = createStore();
  const gate = createGate({ app: 'LiveApp', settings, reading, store, now: () => new Date(now) });
  refusal = (claim) => gate.refusal({ streamId: 'stage-1', use: 'play', token: '', subscriberId: '', subscriberCode: '', ...claim });
});

test('everybody publishes and plays where no mode is on', () => {
  expect([refusal({ use: 'publish' }), refusal({})]).toEqual([undefined, undefined]);
});

test('a one-time token is used up once, for its stream and its use, before it expires', () => {
  settings.playTokenControlEnabled = true;
  const tokenOf = (type: string, seconds = 1_700_000_060) => store.addToken('stage-1', type, seconds, null).tokenId;
  const token = tokenOf('play');
  expect(refusal({ token, streamId: 'stage-2' })).toBe('unauthorized_access');
  expect(refusal({ token })).toBeUndefined();
  expect(refusal({ token })).toBe('unauthorized_access');
  expect(refusal({ token: tokenOf('publish') })).toBe('unauthorized_access');
  expect(refusal({ token: tokenOf('play', 1_700_000_000) })).toBe('unauthorized_access');
  reading.refusedToken = 'authenticationTokenNotValid';
  expect(refusal({})).toBe('authenticationTokenNotValid');
});

describe('a signed token', () => {
  const sign = (claims: Record<string, unknown>) => signJwt({ streamId: 'stage-1', type: 'play', ...claims }, KEY);
  const past = 1_700_000_000;
  const ahead = past + 1;
  beforeEach(() => {
    settings.playJwtControlEnabled = true;
  });

  test.each([
    ['exp', { exp: ahead, expireDate: past }, true],
    ['exp', { exp: past, expireDate: ahead }, false],
    ['expireDate', { exp: past, expireDate: ahead }, true],
    ['expireDate', { expireDate: ahead }, true],
    ['expireDate', { expireDate: past }, false],
    ['both', { exp: ahead, expireDate: ahead }, true],
    ['both', { exp: ahead, expireDate: past }, false],
    ['both', { exp: past, expireDate: ahead }, false],
  ] as const)('ends by %s: %j', (expiryClaim, claims, isGood) => {
    reading.expiryClaim = expiryClaim;
    expect(refusal({ token: sign(claims) }) === undefined).toBe(isGood);
  });

  test('opens neither another stream nor another use', () => {
    expect(refusal({ token: sign({ streamId: 'stage-2' }) })).toBe('unauthorized_access');
    expect(refusal({ token: sign({ type: 'publish' }) })).toBe('unauthorized_access');
    expect(refusal({ token: signJwt({ streamId: 'stage-1', type: 'play' }, 'f'.repeat(32)) })).toBe('unauthorized_access');
  });
});

test('a registered subscriber plays with a code of their period, until they are blocked', () => {
  settings.enableTimeTokenForPlay = true;
  const fan = { subscriberId: 'fan-1', streamId: 'stage-1', b32Secret: 'GEZDGNBVGY3TQOJQ', type: 'play', totpExpiryPeriodSeconds: 30 };
  store.putSubscriber({ ...fan, blockedType: null, blockedUntilUnitTimeStampMs: 0 });
  const codeAt = (seconds: number) => totp(Buffer.from('1234567890'), seconds, 30);
  const withCode = (seconds: number) => refusal({ subscriberId: 'fan-1', subscriberCode: codeAt(seconds) });
  expect(withCode(1_700_000_000)).toBeUndefined();
  expect(withCode(1_700_000_000 - 60)).toBe('unauthorized_access');
  expect(refusal({ subscriberCode: codeAt(1_700_000_000) })).toBe('unauthorized_access');
  store.block('stage-1', 'fan-1', 'publish', now + 1000);
  expect(withCode(1_700_000_000)).toBeUndefined();
  store.block('stage-1', 'fan-1', 'play', now + 1000);
  expect(withCode(1_700_000_000)).toBe('user_blocked');
  now += 1000;
  expect(withCode(1_700_000_001)).toBeUndefined();
});
