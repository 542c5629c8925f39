import { CodedError } from '../../platform/errors.ts';
import type { HostedStream } from '../live-engine.ts';
import { type Exchange, respond, secretsMatch } from './http.ts';

export interface ControlRoutesOptions {
  /** Authenticates the site's other processes. */
  secret: string;
  hostedStreams(): readonly HostedStream[];
  end(streamId: string): void;
  kick(streamId: string, rightId: string): void;
  /** The supervisor checked the process's health. */
  onHealthCheck(): void;
  /** Shuts the process down gracefully. */
  stop(): void;
}

/** Control API of a live process for the supervisor and the site's other processes. */
export const createControlRoutes =
  ({ secret, hostedStreams, end, kick, onHealthCheck, stop }: ControlRoutesOptions) =>
  // oxlint-disable-next-line require-await -- one shape for all routes
  async (exchange: Exchange): Promise<boolean> => {
    const { method } = exchange.request;
    if (exchange.path === '/alive' && (method === 'GET' || method === 'HEAD')) {
      respond(exchange, 200, { 'content-type': 'text/plain' }, 'alive');
      return true;
    }
    if (!exchange.path.startsWith('/control/')) return false;
    if (!secretsMatch(exchange.tokenInQuery ? undefined : exchange.token, secret)) throw new CodedError('FORBIDDEN');
    // With the pid: a caller that read an outdated URL from a file must not mistake another process for this one.
    if (exchange.path === (method === 'POST' ? '/control/stop' : '/control/alive')) {
      if (method === 'POST') stop();
      else onHealthCheck();
      respond(exchange, 200, { 'content-type': 'application/json; charset=utf-8' }, JSON.stringify({ pid: process.pid }));
      return true;
    }
    if (method === 'GET' && exchange.path === '/control/held') {
      respond(exchange, 200, { 'content-type': 'application/json; charset=utf-8' }, JSON.stringify({ data: hostedStreams() }));
      return true;
    }
    const [, command, streamId, rightId] = /^\/control\/(end|kick)\/([\w-]{1,64})(?:\/([\w-]{1,64}))?$/.exec(exchange.path) ?? [];
    if (method !== 'POST' || !command || (command === 'kick') !== (rightId !== undefined)) return false;
    if (command === 'end') end(streamId!);
    else kick(streamId!, rightId!);
    respond(exchange, 204);
    return true;
  };
