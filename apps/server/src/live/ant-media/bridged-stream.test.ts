import { expect, test } from 'vitest';
import type { NamedGrant } from '../bridge-authority.ts';
import { createBridgedStream } from './bridged-stream.ts';

const STREAM = '0193b7c4-0000-7000-8000-000000000001';
const BROADCAST = {
  status: 'broadcasting',
  width: 640,
  height: 360,
  webRTCViewerCount: 1,
  hlsViewerCount: 16,
  mp4Enabled: 0,
  startTime: 1,
} as const;

const grant = (grantId: string, changes: Partial<NamedGrant> = {}): [string, NamedGrant] => [
  grantId,
  { grantId, mediaId: STREAM, kind: 'play', createdAt: new Date(), seatId: null, isPerformer: false, isValid: true, ...changes },
];

/** Counts one answer. @returns the viewers */
const viewersBy = (viewerTokens: number, clients: readonly string[], grants: readonly [string, NamedGrant][], hlsViewerCount = 16) => {
  const stream = createBridgedStream(STREAM);
  stream.count(0, { broadcast: { ...BROADCAST, hlsViewerCount }, clients, viewerTokens }, new Map(grants), []);
  return stream.hosted(0, { isRehearsal: false }).viewers;
};

test('counts no more viewers by HLS than hold a token, for a server counts each request without a cookie', () => {
  expect(viewersBy(2, ['fan'], [grant('fan')])).toBe(2);
  expect(viewersBy(1, ['fan'], [grant('fan')])).toBe(1);
  expect(viewersBy(0, [], [])).toBe(1);
});

test('counts the players that the server found where more people hold tokens', () => {
  expect(viewersBy(50, ['fan'], [grant('fan')], 3)).toBe(4);
});

test('counts the performer’s own player, which the report leaves out, and no token that is over', () => {
  const grants = [grant('performer', { isPerformer: true }), grant('fan'), grant('gone', { isValid: false })];
  expect(viewersBy(2, ['performer', 'fan'], grants)).toBe(3);
});
