import type { Client } from './client.ts';
import type { Person } from './factories.ts';

export type Request = NonNullable<Parameters<Client['raw']>[1]>;

/** A call that takes an Idempotency-Key, to be tried. */
export interface Specimen {
  who: () => Person;
  /** A call that works, on a target of its own. */
  make: () => Promise<Request> | Request;
  /** The same call with something else in it. */
  change: (request: Request) => Promise<Request> | Request;
}

export const withBody = (more: Record<string, unknown>) => (request: Request) => ({
  ...request,
  body: { ...(request.body as object), ...more },
});
