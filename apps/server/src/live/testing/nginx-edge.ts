import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { portOf } from '../../platform/bound-port.ts';
import type { HlsViewing } from './hls-viewer.ts';

const DOCUMENTED = new URL('../../../../../docs/nginx/live-cache.conf', import.meta.url);
const VIEWERS_ENTRY = new URL('./hls-viewers.entry.ts', import.meta.url);

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  server.close();
  await once(server, 'close');
  return port;
};

/** The documented configuration with this machine's addresses. @throws Error when the file no longer has a line that is replaced */
const configure = async (folder: string, port: number, origin: URL): Promise<string> => {
  let text = await readFile(DOCUMENTED, 'utf8');
  const replace = (from: string, to: string): void => {
    if (!text.includes(from)) throw new Error(`live-cache.conf has no “${from}”`);
    text = text.replace(from, to);
  };
  replace('/var/cache/nginx/stagedoor-live', join(folder, 'cache'));
  replace('server 127.0.0.1:8080;', `server ${origin.host};`);
  replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`);
  replace('  ssl_certificate /etc/ssl/media.example.com.pem;\n', '');
  replace('  ssl_certificate_key /etc/ssl/media.example.com.key;\n', '');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/temp;`);
  return `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr alert;
events { worker_connections 2048; }
http {
  access_log off;
  keepalive_requests 1000000;
  ${temporary.join('\n  ')}
${text}
}
`;
};

export interface NginxEdge {
  /** The edge's address of an address of the origin. */
  at(address: string): string;
  stop(): Promise<void>;
}

/** Starts an nginx of its own with the documented cache in front of a live process. @throws Error when it doesn't start */
export const startNginxEdge = async (origin: string, program = process.env['NGINX_PATH'] ?? '/usr/sbin/nginx'): Promise<NginxEdge> => {
  const folder = await mkdtemp(join(tmpdir(), 'stagedoor-edge-'));
  await mkdir(join(folder, 'temp'));
  const port = await freePort();
  await writeFile(join(folder, 'nginx.conf'), await configure(folder, port, new URL(origin)));
  const child = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: ['ignore', 'inherit', 'inherit'] });
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(url).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`);
    await wait(50);
  }
  return {
    at: (address) => `${url}${new URL(address).pathname}${new URL(address).search}`,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const viewingSchema = z.object({
  playlists: z.number(),
  pieces: z.number(),
  bytes: z.number(),
  caches: z.record(z.string(), z.number()),
  reloadMs: z.number(),
  slowestReloadMs: z.number(),
  partsBehind: z.number(),
  faults: z.array(z.string()),
});

export interface Crowd {
  url: string;
  viewers: number;
  seconds: number;
  /** Each viewer has the next one; none by default. */
  tokens?: readonly string[];
}

/** Lets many viewers watch by LL-HLS in a process of their own. @returns what all of them have seen */
export const watchAsCrowd = async ({ url, viewers, seconds, tokens = [] }: Crowd): Promise<HlsViewing> => {
  const args = [VIEWERS_ENTRY.pathname, url, String(viewers), String(seconds), ...tokens];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await once(child, 'close');
  return viewingSchema.parse(JSON.parse(said));
};

/** Answers that the cache gave by itself, of all. */
export const hitRatioOf = ({ caches }: HlsViewing): number =>
  (caches['HIT'] ?? 0) / Object.values(caches).reduce((sum, count) => sum + count, 0);
