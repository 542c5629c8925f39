import type { Config } from '@react-router/dev/config';

/** React Router's framework mode: rendered on the server, inside Fastify (apps/server/src/platform/web). */
export default {
  appDirectory: 'src',
  ssr: true,
  // The whole table of routes is small; without it every link would first ask the server for its part.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
