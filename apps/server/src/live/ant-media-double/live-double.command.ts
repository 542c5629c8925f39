import { join } from 'node:path';
import { findFfmpeg } from '../../platform/media/ffmpeg.ts';
import { createAntMediaDouble } from './ant-media-double.ts';
import type { AppSettings } from './settings.ts';

// `npm run live:double` starts a double of Ant Media Server beside a site, and prints what to enter in its settings: docs/live-engine-double.md.

const JWT_SECRET = 'double-rest-key-0123456789abcdef';
const STREAM_SECRET = 'double-stream-key-0123456789abcd';

/** Settings by the way in which streams are protected. */
const PROTECTIONS: Record<string, Partial<AppSettings>> = {
  none: {},
  once: { playTokenControlEnabled: true, publishTokenControlEnabled: true },
  jwt: { playJwtControlEnabled: true, publishJwtControlEnabled: true },
};

const port = Number(process.env['LIVE_DOUBLE_PORT'] ?? 5080);
const udpPort = Number(process.env['LIVE_DOUBLE_UDP_PORT'] ?? 0);
const app = process.env['LIVE_DOUBLE_APP'] ?? 'LiveApp';
const hook = process.env['LIVE_DOUBLE_HOOK'] ?? '';
const publishHook = process.env['LIVE_DOUBLE_PUBLISH_HOOK'] ?? '';
const playHook = process.env['LIVE_DOUBLE_PLAY_HOOK'] ?? '';
const tokens = process.env['LIVE_DOUBLE_TOKENS'] ?? 'jwt';
const protection = PROTECTIONS[tokens];

const isPort = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= 65_535;
const areHooks = [hook, publishHook, playHook].every((address) => address === '' || URL.canParse(address));
if (!isPort(port) || !isPort(udpPort) || !/^[\w-]+$/.test(app) || !areHooks || !protection) {
  console.error(
    'LIVE_DOUBLE_PORT and LIVE_DOUBLE_UDP_PORT must be ports, LIVE_DOUBLE_APP a name, LIVE_DOUBLE_HOOK, LIVE_DOUBLE_PUBLISH_HOOK and ' +
      'LIVE_DOUBLE_PLAY_HOOK addresses such as http://localhost:8080/hook, and LIVE_DOUBLE_TOKENS one of none, once and jwt.',
  );
  process.exit(2);
}

const ffmpeg = await findFfmpeg(process.env['FFMPEG_PATH']);
const double = await createAntMediaDouble({
  app,
  ffmpeg,
  udpPort,
  folder: join(process.env['DATA_DIR'] ?? 'data', 'live-double'),
  settings: {
    ...protection,
    listenerHookURL: hook,
    webhookAuthenticateURL: publishHook,
    webhookPlayAuthUrl: playHook,
    jwtControlEnabled: true,
    jwtSecretKey: JWT_SECRET,
    jwtStreamSecretKey: STREAM_SECRET,
    remoteAllowedCIDR: ['127.0.0.0/8', '::1/128'],
  },
});
try {
  await double.listen(port);
} catch (error) {
  console.error(`The double can’t listen at the port ${port}: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(2);
}

const entries: readonly (readonly [string, string])[] = [
  ['Base address', double.url],
  ['Application', app],
  ['WebSocket', double.websocketUrl],
  ['REST', `${double.url}/${app}/rest/v2`],
  ['REST key (jwtSecretKey)', JWT_SECRET],
  ['Stream key (jwtStreamSecretKey)', STREAM_SECRET],
  ['Stream tokens', tokens],
  ['Webhooks go to', hook || 'nobody (LIVE_DOUBLE_HOOK)'],
  ['Asks before publishing', publishHook || 'nobody (LIVE_DOUBLE_PUBLISH_HOOK)'],
  ['Asks before playing', playHook || 'nobody (LIVE_DOUBLE_PLAY_HOOK)'],
  ['Previews', ffmpeg === undefined ? 'none without ffmpeg' : 'yes'],
  ['Console', `${double.url}/_double`],
];
const width = Math.max(...entries.map(([name]) => name.length));
console.log(
  [
    'A double of Ant Media Server is running. Its addresses and keys:',
    '',
    ...entries.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`),
    '',
    'Ctrl-C stops it; its streams are forgotten.',
  ].join('\n'),
);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void double.close().then(() => process.exit(0)));
