import { CodedError } from '../../platform/errors.ts';
import type { HeldShow } from '../live-engine.ts';
import { type Exchange, answer, sameSecret } from './http.ts';

export interface ControlRoutesOptions {
  /** What the site's other processes show. */
  secret: string;
  held(): readonly HeldShow[];
  end(streamId: string): void;
  kick(streamId: string, rightId: string): void;
  /** The supervisor asked whether the process lives. */
  asked(): void;
  /** Stops the process, in order. */
  stop(): void;
}

/** What the supervisor and the site's other processes ask of a live process. */
export const createControlRoutes =
  ({ secret, held, end, kick, asked, stop }: ControlRoutesOptions) =>
  // oxlint-disable-next-line require-await -- one shape for all routes
  async (exchange: Exchange): Promise<boolean> => {
    const { method } = exchange.request;
    if (exchange.path === '/alive' && (method === 'GET' || method === 'HEAD')) {
      answer(exchange, 200, { 'content-type': 'text/plain' }, 'alive');
      return true;
    }
    if (!exchange.path.startsWith('/control/')) return false;
    if (!sameSecret(exchange.tokenInQuery ? undefined : exchange.token, secret)) throw new CodedError('FORBIDDEN');
    // With its number: whoever reads an old address from a file must not take another process for it.
    if (exchange.path === (method === 'POST' ? '/control/stop' : '/control/alive')) {
      if (method === 'POST') stop();
      else asked();
      answer(exchange, 200, { 'content-type': 'application/json; charset=utf-8' }, JSON.stringify({ pid: process.pid }));
      return true;
    }
    if (method === 'GET' && exchange.path === '/control/held') {
      answer(exchange, 200, { 'content-type': 'application/json; charset=utf-8' }, JSON.stringify({ data: held() }));
      return true;
    }
    const [, order, streamId, rightId] = /^\/control\/(end|kick)\/([\w-]{1,64})(?:\/([\w-]{1,64}))?$/.exec(exchange.path) ?? [];
    if (method !== 'POST' || !order || (order === 'kick') !== (rightId !== undefined)) return false;
    if (order === 'end') end(streamId!);
    else kick(streamId!, rightId!);
    answer(exchange, 204);
    return true;
  };
