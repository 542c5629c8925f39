import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { precompress } from './precompress.ts';
import { shortenManifestIn } from './router-manifest.ts';

/** React Router's framework mode: rendered on the server, inside Fastify (apps/server/src/platform/web). */
const config: Config = {
  appDirectory: 'src',
  ssr: true,
  // The route table is small; with lazy discovery every link would first request its part of it.
  routeDiscovery: { mode: 'initial' },
  // After all output is written: the router's manifest comes last.
  buildEnd: ({ reactRouterConfig }) => {
    const folder = join(reactRouterConfig.buildDirectory, 'client');
    shortenManifestIn(join(folder, 'assets'));
    precompress(folder);
  },
};

export default config;
