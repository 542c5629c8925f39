// `npm start`: installs what is missing, then starts the site.
//
//   npm start                 with demo data in an empty database
//   npm start -- --empty      without it
//   npm run dev               the same with reload (--dev)
//
// It starts the doubles of card companies for a demo (docs/gateway-doubles.md), unless GATEWAY_DOUBLES=no.
import { join } from 'node:path';
import { prepareDoubles } from './doubles.mjs';
import { install } from './install.mjs';
import { serverOptions } from './node-options.mjs';
import { cacheDirectory, inRoot, nodeProgram, root } from './paths.mjs';
import { installFfmpegInBackground } from './programs.mjs';
import { exec, main } from './terminal.mjs';
import { buildWeb } from './web-build.mjs';

await main(async () => {
  const args = process.argv.slice(2);
  const dev = args.includes('--dev');
  await install();
  installFfmpegInBackground();
  if (!dev) await buildWeb();
  const nodeOptions = dev
    ? ['--watch', '--watch-preserve-output', `--watch-path=${inRoot('apps/server/src')}`, `--watch-path=${inRoot('packages/contract/src')}`]
    : [];
  const doubles = await prepareDoubles(args.includes('--empty') ? { GATEWAY_DOUBLES: 'no' } : process.env);
  process.exitCode = await exec(nodeProgram, [...serverOptions(), ...nodeOptions, inRoot('apps/server/src/main.ts'), ...args], {
    cwd: root,
    env: {
      NODE_ENV: dev ? 'development' : 'production',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(cacheDirectory, 'compiled'),
      ...doubles.env,
    },
    onSignal: () => void doubles.end(),
  });
  await doubles.end();
});
