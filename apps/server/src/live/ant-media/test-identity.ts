import { randomUUID } from 'node:crypto';
import type { Encryption } from '../../platform/encryption.ts';
import { secretsMatch } from '../../platform/secrets-match.ts';

// The streams and subscribers of a server's test. Any process of the site recognizes them when the server asks whether they may publish.

const LIFETIME_MS = 120_000;
const STREAM = /^test-([0-9a-z]{6,9})-[0-9a-f-]{36}$/;

export interface TestIdentity {
  streamId: string;
  subscriberId: string;
}

const subscriberOf = (encryption: Encryption, streamId: string): string =>
  `test-${encryption.fingerprint(streamId, 'mediaServerTest').slice(0, 32)}`;

/** A stream that a test publishes, and the only subscriber who may publish it. */
export const newTestIdentity = (encryption: Encryption): TestIdentity => {
  const streamId = `test-${Date.now().toString(36)}-${randomUUID()}`;
  return { streamId, subscriberId: subscriberOf(encryption, streamId) };
};

/** Recognizes a subscriber of a test that runs now. */
export const isTestIdentity = (encryption: Encryption, { streamId, subscriberId }: TestIdentity): boolean => {
  const [, begun] = STREAM.exec(streamId) ?? [];
  if (begun === undefined || Math.abs(Date.now() - Number.parseInt(begun, 36)) > LIFETIME_MS) return false;
  return secretsMatch(subscriberId, subscriberOf(encryption, streamId));
};
