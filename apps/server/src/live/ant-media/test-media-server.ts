import { randomUUID } from 'node:crypto';
import type { MediaServerCheck } from '@stagedoor/contract/admin-media-server';
import { isOneOf } from '@stagedoor/contract/keys.values';
import { MEDIA_SERVER_SUBJECTS, type MediaServerSubject } from '@stagedoor/contract/media-server.values';
import { z } from 'zod';
import type { Platform } from '../../platform/platform.ts';
import type { MediaServer } from './media-server.ts';
import { type Rest, createRest } from './rest.ts';
import { FINE, type Finding, addressFinding, finding, probePlaylist, probeRest, probeVersion } from './server-probes.ts';
import { signStreamToken } from './stream-tokens.ts';
import { type TestIdentity, newTestIdentity } from './test-identity.ts';
import { type PublishAnswer, tryPublishing } from './try-publishing.ts';

const TIMEOUT_MS = 8000;
/** How long the test's tokens are valid. */
const TOKEN_MS = 60_000;

/** Settings whose addresses pages use instead of the server's own. */
export const ADDRESS_KEYS = ['viewerURL', 'subscriberUrl', 'publisherURL'] as const;
export type AddressKey = (typeof ADDRESS_KEYS)[number];

export interface MediaServerTest {
  server: Omit<MediaServer, 'id'>;
  app: string;
  /** Addresses of the settings that must lead to this server, as browsers request them. */
  addresses?: Partial<Record<AddressKey, string>>;
  timeoutMs?: number;
}

const tokenSchema = z.object({ tokenId: z.string().min(1) });
const anything = z.unknown();

/** A test's requests to one server. */
interface Probes {
  test: MediaServerTest;
  rest: Rest;
  origin: string;
  timeoutMs: number;
  newIdentity(): TestIdentity;
}

const tokenFor = (
  { test: { server }, rest }: Probes,
  { streamId, subscriberId }: TestIdentity,
  type: 'publish' | 'play',
): Promise<string> => {
  const expiresAt = new Date(Date.now() + TOKEN_MS);
  if (server.tokens === 'jwt') {
    // A server without a key refuses every token; signing needs one.
    return server.streamKey === ''
      ? Promise.resolve('none')
      : signStreamToken(server, { streamId, type, grantId: subscriberId }, expiresAt);
  }
  const seconds = Math.floor(expiresAt.getTime() / 1000);
  const asked = rest.call('GET', `/broadcasts/${streamId}/token?expireDate=${seconds}&type=${type}`, tokenSchema);
  return asked.then(
    ({ tokenId }) => tokenId,
    () => 'none',
  );
};

const baseOf = ({ test: { app } }: Probes, address: string): string => `${address}/${encodeURIComponent(app)}`;

const playAt = async (probes: Probes, address: string): Promise<{ play: Finding; cors: Finding }> => {
  const identity = probes.newIdentity();
  const token = await tokenFor(probes, identity, 'play');
  const { origin, timeoutMs } = probes;
  return probePlaylist({ base: baseOf(probes, address), streamId: identity.streamId, token, origin, timeoutMs });
};

/** Asks to publish a stream of its own. A stream that began is removed. */
const publishAt = async (
  probes: Probes,
  address: string,
  { hasToken, isKnown }: { hasToken: boolean; isKnown: boolean },
): Promise<PublishAnswer> => {
  const known = probes.newIdentity();
  const identity = isKnown ? known : { ...known, subscriberId: randomUUID() };
  const token = hasToken ? await tokenFor(probes, identity, 'publish') : '';
  const url = `${baseOf(probes, address).replace(/^http/, 'ws')}/websocket`;
  const answer = await tryPublishing({ url, ...identity, token, timeoutMs: probes.timeoutMs });
  if (answer.kind === 'start') await probes.rest.call('DELETE', `/broadcasts/${identity.streamId}`, anything).catch(() => undefined);
  return answer;
};

const silent = (answers: readonly PublishAnswer[]): Finding | undefined => {
  const one = answers.find(({ kind }) => kind === 'silent');
  return one?.kind === 'silent' ? finding('mediaServerSocket', one.code) : undefined;
};

const publishFinding = (open: PublishAnswer, valid: PublishAnswer): Finding => {
  const problem = silent([open, valid]);
  if (problem) return problem;
  if (open.kind === 'start') return finding('mediaServerPublishOpen', '');
  return valid.kind === 'refused' ? finding('mediaServerPublish', valid.definition) : FINE;
};

/** An address of the settings must lead to the application that the server's key opens. */
const otherFinding = ({ problem, found }: Finding): Finding =>
  problem === null || problem === 'mediaTls' || problem === 'mediaNoServer' ? { problem, found } : finding('mediaServerOther', found);

const testAddress = async (probes: Probes, key: AddressKey, address: string): Promise<Finding> => {
  if (key === 'publisherURL') {
    const open = publishAt(probes, address, { hasToken: false, isKnown: true });
    const valid = publishAt(probes, address, { hasToken: true, isKnown: true });
    return otherFinding(publishFinding(await open, await valid));
  }
  const { play, cors } = await playAt(probes, address);
  const other = otherFinding(play);
  return other.problem === null ? cors : other;
};

/** Runs the checks that need a server that answers, at once: each may take seconds. */
const probeServer = async (probes: Probes): Promise<Partial<Record<MediaServerSubject, Finding>>> => {
  const { server, addresses = {} } = probes.test;
  const extra = ADDRESS_KEYS.flatMap((key) => {
    const address = addresses[key];
    return address === undefined ? [] : [testAddress(probes, key, address).then((found) => [key, found] as const)];
  });
  const [version, { play, cors }, open, valid, unknown, others] = await Promise.all([
    probeVersion(probes.rest),
    playAt(probes, server.address),
    publishAt(probes, server.address, { hasToken: false, isKnown: true }),
    publishAt(probes, server.address, { hasToken: true, isKnown: true }),
    publishAt(probes, server.address, { hasToken: true, isKnown: false }),
    Promise.all(extra),
  ]);
  const publish = publishFinding(open, valid);
  const isAsked = publish.problem === null && unknown.kind === 'refused';
  const hook = isAsked ? FINE : finding('mediaServerHook', '');
  // A server that lets nobody publish, or everybody, doesn't show whether it asks.
  return { version, play, cors, publish, ...(publish.problem === null ? { hook } : {}), ...Object.fromEntries(others) };
};

/**
 * Tries a server with real requests, as this site and its pages would use it. Streams of a random name begin and end on it.
 * @returns a check for each subject, in their order; those of addresses only where there are any
 */
export const testMediaServer = async (
  { encryption, config: { publicUrl } }: Pick<Platform, 'encryption'> & { config: Pick<Platform['config'], 'publicUrl'> },
  test: MediaServerTest,
): Promise<MediaServerCheck[]> => {
  const { server, app, addresses = {}, timeoutMs = TIMEOUT_MS } = test;
  const findings: Partial<Record<MediaServerSubject, Finding>> = { address: addressFinding(server.address, publicUrl) };
  if (findings.address?.problem === null) {
    const rest = createRest({ server, app, timeoutMs });
    const found = server.restKey === '' ? finding('mediaServerKey', '–') : await probeRest(rest, app);
    const isAway = found.problem === 'mediaNoServer' || found.problem === 'mediaTls';
    if (isAway) findings.address = found;
    else findings.rest = found;
    const { origin } = new URL(publicUrl);
    const probes: Probes = { test, rest, origin, timeoutMs, newIdentity: () => newTestIdentity(encryption) };
    if (found.problem === null) Object.assign(findings, await probeServer(probes));
  }
  return MEDIA_SERVER_SUBJECTS.filter((subject) => !isOneOf(ADDRESS_KEYS, subject) || Object.hasOwn(addresses, subject)).map(
    (subject): MediaServerCheck => {
      const one = findings[subject];
      if (!one) return { subject, state: 'untested', problem: null, found: '' };
      return { subject, state: one.problem === null ? 'ok' : 'failed', ...one };
    },
  );
};

export const passes = (checks: readonly MediaServerCheck[]): boolean => checks.every(({ state }) => state === 'ok');
