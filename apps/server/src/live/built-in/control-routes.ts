import { CodedError } from '../../platform/errors.ts';
import type { HostedStream } from '../live-engine.ts';
import { type Exchange, respond } from './http.ts';
import { secretsMatch } from '../../platform/secrets-match.ts';

export interface ControlRoutesOptions {
  /** Authenticates the site's other processes. */
  secret: string;
  hostedStreams(): readonly HostedStream[];
  end(streamId: string): void;
  kick(streamId: string, grantId: string): void;
  /** A JPEG of a show that is on air, if there is one. */
  snapshot(streamId: string): Promise<Buffer | undefined>;
  /** The supervisor checked the process's health. */
  onHealthCheck(): void;
  /** Shuts the process down gracefully: its last supervisor stops. */
  stop(): void;
}

/** A supervisor that sent no health check for this long is gone. */
const SUPERVISOR_MS = 5000;

/** Control API of a live process for the supervisor and the site's other processes. */
export const createControlRoutes = ({ secret, hostedStreams, end, kick, snapshot, onHealthCheck, stop }: ControlRoutesOptions) => {
  /** When each supervisor last checked, by its id. Several starts may share a DATA_DIR. */
  const supervisors = new Map<string, number>();
  const hasSupervisor = (): boolean => [...supervisors.values()].some((at) => performance.now() - at < SUPERVISOR_MS);

  return async (exchange: Exchange): Promise<boolean> => {
    const { method } = exchange.request;
    if (exchange.path === '/alive' && (method === 'GET' || method === 'HEAD')) {
      respond(exchange, 200, { 'content-type': 'text/plain' }, 'alive');
      return true;
    }
    if (!exchange.path.startsWith('/control/')) return false;
    if (!secretsMatch(exchange.tokenInQuery ? undefined : exchange.token, secret)) throw new CodedError('FORBIDDEN');
    // With the pid: a caller that read an outdated URL from a file must not mistake another process for this one.
    if (exchange.path === (method === 'POST' ? '/control/stop' : '/control/alive')) {
      const supervisor = String(exchange.request.headers['x-supervisor'] ?? '');
      let isLeft = false;
      if (method === 'POST') {
        supervisors.delete(supervisor);
        // Another site process goes on with it: only the last one ends the shows.
        isLeft = hasSupervisor();
        if (!isLeft) stop();
      } else {
        if (supervisor) supervisors.set(supervisor, performance.now());
        onHealthCheck();
      }
      respond(exchange, 200, { 'content-type': 'application/json; charset=utf-8' }, JSON.stringify({ pid: process.pid, isLeft }));
      return true;
    }
    if (method === 'GET' && exchange.path === '/control/held') {
      respond(exchange, 200, { 'content-type': 'application/json; charset=utf-8' }, JSON.stringify({ data: hostedStreams() }));
      return true;
    }
    const [, pictured] = /^\/control\/snapshot\/([\w-]{1,64})$/.exec(exchange.path) ?? [];
    if (method === 'GET' && pictured !== undefined) {
      const picture = await snapshot(pictured);
      if (picture) respond(exchange, 200, { 'content-type': 'image/jpeg' }, picture);
      else respond(exchange, 204);
      return true;
    }
    const [, command, streamId, grantId] = /^\/control\/(end|kick)\/([\w-]{1,64})(?:\/([\w-]{1,64}))?$/.exec(exchange.path) ?? [];
    if (method !== 'POST' || !command || (command === 'kick') !== (grantId !== undefined)) return false;
    if (command === 'end') end(streamId!);
    else kick(streamId!, grantId!);
    respond(exchange, 204);
    return true;
  };
};
