import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import fastify from 'fastify';
import type { Faults } from './faults.ts';
import type { AppSettings } from './settings.ts';

export interface HttpOptions {
  /** Path of the WebSocket. */
  path: string;
  settings: AppSettings;
  faults: Faults;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

/** The HTTP server, whose connections break while the double is down. It lets pages of the allowed origins read its answers. */
export const createHttp = ({ path, settings, faults, upgrade }: HttpOptions) => {
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
    const { origin } = request.headers;
    const { corsAllowedOrigins } = settings;
    if (corsAllowedOrigins.includes('*')) void reply.header('access-control-allow-origin', '*');
    else if (origin !== undefined && corsAllowedOrigins.includes(origin))
      void reply.headers({ 'access-control-allow-origin': origin, vary: 'origin' });
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
