import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import fastify from 'fastify';
import type { Faults } from './faults.ts';

export interface HttpOptions {
  /** Path of the WebSocket. */
  path: string;
  faults: Faults;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

/** The HTTP server, whose connections break while the double is down. It lets pages of every origin read its answers. */
export const createHttp = ({ path, faults, upgrade }: HttpOptions) => {
  const server = fastify({ logger: false, forceCloseConnections: true });
  const sockets = new Set<Socket>();
  server.server.on('connection', (socket) => {
    if (faults.isDown) return void socket.destroy();
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.server.on('upgrade', (request, socket, head) => {
    if (new URL(request.url ?? '', 'http://localhost').pathname === path) upgrade(request, socket, head);
    else socket.destroy();
  });
  server.addHook('onRequest', async (request, reply) => {
    void reply.header('access-control-allow-origin', '*');
    if (request.method !== 'OPTIONS') return undefined;
    const allowed = {
      'access-control-allow-headers': 'authorization, content-type',
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
    };
    return reply.code(204).headers(allowed).send();
  });
  return {
    server,
    /** Breaks every connection. */
    cut(): void {
      for (const socket of sockets) socket.destroy();
    },
  };
};
