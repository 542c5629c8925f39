import { SignJWT } from 'jose';
import { z } from 'zod';
import { CodedError } from '../../platform/errors.ts';
import type { MediaServer } from './media-server.ts';

const TIMEOUT_MS = 3_000;
/** How long the token of a call is valid, in seconds. */
const CALL_SECONDS = 60;

/** An answer of the server that isn't a success. */
export class RestRefusal extends Error {
  readonly status: number;
  /** The message of the server's result; empty without one. */
  readonly reason: string;

  constructor(status: number, reason = '') {
    super(`The media server answered ${status} ${reason}`.trim());
    this.name = 'RestRefusal';
    this.status = status;
    this.reason = reason;
  }
}

export interface RestOptions {
  server: Pick<MediaServer, 'address' | 'restKey'>;
  app: string;
  timeoutMs?: number;
  now?: (() => Date) | undefined;
}

/** The REST API of one application of an Ant Media Server. */
export interface Rest {
  /**
   * @param path below `rest/v2`, with its query
   * @throws RestRefusal when the server refuses the call
   * @throws CodedError LIVE_SERVER_AWAY when it can't be reached or sends something else
   */
  call<S extends z.ZodType>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, schema: S, body?: unknown): Promise<z.output<S>>;
}

/** Authorizes calls of the REST API, for a minute. */
export const restToken = (restKey: string, now: Date): Promise<string> =>
  new SignJWT({})
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setExpirationTime(Math.floor(now.getTime() / 1000) + CALL_SECONDS)
    .sign(new TextEncoder().encode(restKey));

const resultSchema = z.object({ message: z.string() });

const reasonOf = (text: string): string => {
  try {
    return resultSchema.parse(JSON.parse(text)).message.slice(0, 200);
  } catch {
    return '';
  }
};

export const createRest = ({ server, app, timeoutMs = TIMEOUT_MS, now = () => new Date() }: RestOptions): Rest => {
  const base = `${server.address}/${encodeURIComponent(app)}/rest/v2`;
  return {
    async call(method, path, schema, body) {
      let response: Response;
      let text: string;
      try {
        response = await fetch(`${base}${path}`, {
          method,
          headers: {
            authorization: await restToken(server.restKey, now()),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          body: body === undefined ? null : JSON.stringify(body),
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        });
        text = await response.text();
      } catch (error) {
        throw new CodedError('LIVE_SERVER_AWAY', undefined, { cause: error });
      }
      if (response.status >= 500) throw new CodedError('LIVE_SERVER_AWAY');
      if (!response.ok) throw new RestRefusal(response.status, reasonOf(text));
      try {
        return schema.parse(JSON.parse(text));
      } catch (error) {
        throw new CodedError('LIVE_SERVER_AWAY', undefined, { cause: error });
      }
    },
  };
};
