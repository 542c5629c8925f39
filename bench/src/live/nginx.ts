import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, constants, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const CANDIDATES = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx'];

/** The nginx program: NGINX_PATH, or where packages put it; undefined where there is none. */
export const findNginx = async (): Promise<string | undefined> => {
  const configured = process.env['NGINX_PATH'];
  for (const candidate of configured ? [configured] : CANDIDATES) {
    const isThere = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return candidate;
  }
  return undefined;
};

/** Its RTMP module with the shortest segments that keyframes a second apart allow. */
const rtmpOf = (folder: string, port: number): string => `
rtmp {
  server {
    listen 127.0.0.1:${port};
    chunk_size 65536;
    application live {
      live on;
      hls on;
      hls_path ${folder}/files;
      hls_fragment 1s;
      hls_playlist_length 8s;
    }
  }
}`;

/** As it serves files best: one worker, sendfile, no log, connections that stay. */
const configOf = (folder: string, port: number, rtmpPort: number | undefined): string => `
${rtmpPort === undefined ? '' : 'load_module /usr/lib/nginx/modules/ngx_rtmp_module.so;'}
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr alert;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000000;
  ${rtmpPort === undefined ? 'open_file_cache max=100;' : ''}
  default_type video/mp4;
  client_body_temp_path ${folder}/temp;
  proxy_temp_path ${folder}/temp;
  fastcgi_temp_path ${folder}/temp;
  uwsgi_temp_path ${folder}/temp;
  scgi_temp_path ${folder}/temp;
  server { listen 127.0.0.1:${port}; root ${folder}/files; }
}
${rtmpPort === undefined ? '' : rtmpOf(folder, rtmpPort)}
`;

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

export interface Nginx {
  url: string;
  /** Of its master process. */
  pid: number;
  /** The port of its RTMP module; undefined where that wasn't wanted. */
  rtmpPort: number | undefined;
  /** The folder that it serves. */
  files: string;
  stop(): Promise<void>;
}

/** Starts an nginx that serves a folder. @param withRtmp it also takes shows by RTMP, and writes their HLS into the folder @throws Error when it doesn't start */
export const startNginx = async (program: string, { withRtmp = false } = {}): Promise<Nginx> => {
  const folder = await mkdtemp(join(tmpdir(), 'stagedoor-bench-nginx-'));
  await mkdir(join(folder, 'files'));
  await mkdir(join(folder, 'temp'));
  const port = await freePort();
  const rtmpPort = withRtmp ? await freePort() : undefined;
  await writeFile(join(folder, 'nginx.conf'), configOf(folder, port, rtmpPort));
  const child = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: ['ignore', 'inherit', 'inherit'] });
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(url).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`);
    await wait(50);
  }
  return {
    url,
    pid: child.pid!,
    rtmpPort,
    files: join(folder, 'files'),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};
