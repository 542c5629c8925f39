import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** The time between a node's saying that it stops and its closing. */
export interface Draining {
  hasBegun(): boolean;
  /** From now on the node says that it isn't ready, and asks for new connections elsewhere. Resolves once a balancer had the time to notice. */
  run(milliseconds: number): Promise<void>;
}

/** Lets a server serve on for some time before it closes: a balancer notices only with its next check that the node isn't ready. */
export const createDraining = (server: FastifyInstance): Draining => {
  let hasBegun = false;
  server.addHook('onRequest', async (_request, reply) => {
    // The next request comes by a new connection, which the balancer gives to another node.
    if (hasBegun) reply.header('connection', 'close');
  });
  return {
    hasBegun: () => hasBegun,
    async run(milliseconds) {
      hasBegun = true;
      // A node that stops while it starts was never ready.
      if (milliseconds > 0 && server.server.listening) await delay(milliseconds);
    },
  };
};
