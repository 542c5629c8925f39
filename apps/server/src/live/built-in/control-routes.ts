import { CodedError } from '../../platform/errors.ts';
import type { HostedStream } from '../live-engine.ts';
import { type Exchange, respond } from './http.ts';
import { secretsMatch } from '../../platform/secrets-match.ts';

/** The answers and acts of a node for the site's other processes. */
export interface NodeCommandsOptions {
  /** Authenticates the site's other processes. */
  secret: string;
  /** The node's part of the process's addresses, such as `/bridge`; empty for the process itself. */
  prefix: string;
  hostedStreams(): readonly HostedStream[];
  end(streamId: string): void;
  kick(streamId: string, grantId: string): void;
  /** Something happened to a stream on an external media server. */
  look?(streamId: string): void;
  /** A JPEG of a show that is on air, if there is one. */
  snapshot(streamId: string): Promise<Buffer | undefined>;
}

export interface ControlRoutesOptions {
  /** Authenticates the site's other processes. */
  secret: string;
  /** The supervisor checked the process's health. */
  onHealthCheck(): void;
  /** Shuts the process down gracefully: its last supervisor stops. */
  stop(): void;
}

/** A supervisor that sent no health check for this long is gone. */
const SUPERVISOR_MS = 5000;

/** @throws CodedError FORBIDDEN unless the site's own processes ask */
const assertOwn = ({ tokenInQuery, token }: Exchange, secret: string): void => {
  if (!secretsMatch(tokenInQuery ? undefined : token, secret)) throw new CodedError('FORBIDDEN');
};

/** Commands and questions to a node (`node-control.ts`). */
export const createNodeCommands = ({ secret, prefix, hostedStreams, end, kick, look, snapshot }: NodeCommandsOptions) => {
  const start = `${prefix}/control/`;

  return async (exchange: Exchange): Promise<boolean> => {
    if (!exchange.path.startsWith(start)) return false;
    assertOwn(exchange, secret);
    const { method } = exchange.request;
    const path = exchange.path.slice(start.length);
    if (method === 'GET' && path === 'held') {
      respond(exchange, 200, { 'content-type': 'application/json; charset=utf-8' }, JSON.stringify({ data: hostedStreams() }));
      return true;
    }
    const [, pictured] = /^snapshot\/([\w-]{1,64})$/.exec(path) ?? [];
    if (method === 'GET' && pictured !== undefined) {
      const picture = await snapshot(pictured);
      if (picture) respond(exchange, 200, { 'content-type': 'image/jpeg' }, picture);
      else respond(exchange, 204);
      return true;
    }
    const [, command, streamId, grantId] = /^(end|kick|look)\/([\w-]{1,64})(?:\/([\w-]{1,64}))?$/.exec(path) ?? [];
    if (method !== 'POST' || !command || (command === 'kick') !== (grantId !== undefined)) return false;
    if (command === 'end') end(streamId!);
    else if (command === 'kick') kick(streamId!, grantId!);
    else if (look) look(streamId!);
    else return false;
    respond(exchange, 204);
    return true;
  };
};

/** Control API of a live process for its supervisors. */
export const createControlRoutes = ({ secret, onHealthCheck, stop }: ControlRoutesOptions) => {
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
    assertOwn(exchange, secret);
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
    return false;
  };
};
