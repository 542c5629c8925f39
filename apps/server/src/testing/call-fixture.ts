import type { Client } from './client.ts';
import type { Person } from './factories.ts';

export type Request = NonNullable<Parameters<Client['raw']>[1]>;

/** A call to test: who makes it, a valid request, and a different one. */
export interface CallFixture {
  who: () => Person;
  /** A valid request, on a target of its own. */
  make: () => Promise<Request> | Request;
  /** The same request with different input. */
  change: (request: Request) => Promise<Request> | Request;
}

export const withBody = (more: Record<string, unknown>) => (request: Request) => ({
  ...request,
  body: { ...(request.body as object), ...more },
});

/**
 * The fixture of a call.
 * @throws Error that names the call when there is none
 */
export const fixtureOf = <F>(fixtures: Readonly<Record<string, F>>, key: string): F => {
  const fixture = fixtures[key];
  if (!fixture) throw new Error(`No fixture for ${key}: docs/adding-a-module.md, step 6, says where it is added.`);
  return fixture;
};
