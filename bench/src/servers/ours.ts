import type { AddressInfo } from 'node:net';
import { createApp } from '@stagedoor/server';
import { readConfig } from '@stagedoor/server/platform/config';
import { tellUsage } from './usage.ts';

// The product in its normal configuration, without effective rate limits.
const config = readConfig(process.env, { empty: true });
const app = await createApp({
  config,
  ownerUrl: config.databaseUrl!,
  rateLimitFactor: 1_000_000,
  // A bench keeps the node behind on purpose.
  shedsLoad: false,
  ...(process.env['WEB'] ? { web: 'build' as const } : {}),
});
await app.start();
await app.listen();
tellUsage();
process.send!({ url: `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}` });
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)));
