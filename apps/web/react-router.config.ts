import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { precompress } from './precompress.ts';

/** React Router's framework mode: rendered on the server, inside Fastify (apps/server/src/platform/web). */
const config: Config = {
  appDirectory: 'src',
  ssr: true,
  // The whole table of routes is small; without it every link would first ask the server for its part.
  routeDiscovery: { mode: 'initial' },
  // After everything is written: the router's manifest comes last.
  buildEnd: ({ reactRouterConfig }) => precompress(join(reactRouterConfig.buildDirectory, 'client')),
};

export default config;
