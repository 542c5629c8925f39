import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../test-app.ts';

/** A program beside the site: its address, and its end. */
export interface Program {
  url: string;
  stop(): Promise<void>;
}

/** Whether this machine has a program. */
export const isInstalled = (program: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${program} || test -x /usr/sbin/${program}`]).status === 0;

/** @throws Error naming what must be installed */
const assertInstalled = (program: string): void => {
  if (!isInstalled(program)) throw new Error(`${program} is missing: apt install ${program}`);
};

const waitForPort = async (port: number, child: ChildProcess, name: string): Promise<void> => {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}`);
    const socket = createConnection({ port, host: '127.0.0.1' });
    const isOpen = await Promise.race([once(socket, 'connect').then(() => true), once(socket, 'error').then(() => false)]).catch(
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

const start = async (name: string, command: string[], port: number, url: string): Promise<Program> => {
  assertInstalled(command[0]!);
  const child = spawn(command[0]!, command.slice(1), {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` },
  });
  await waitForPort(port, child, name);
  return {
    url,
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
};

/** A load balancer in front of web nodes as docs/operations.md sets it up: round robin, sticky for polling sockets, dead nodes are left out. */
export const startBalancer = async (folder: string, nodes: readonly string[]): Promise<Program> => {
  const port = await freePort();
  const servers = nodes.map((url, index) => `  server n${index} ${new URL(url).host} check inter 500 fall 2 rise 1 cookie n${index}`);
  const file = join(folder, 'haproxy.cfg');
  await writeFile(
    file,
    `global
  maxconn 4000
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout tunnel 1h
  option redispatch
  retries 3
  retry-on conn-failure empty-response
frontend site
  bind 127.0.0.1:${port}
  default_backend nodes
  use_backend sockets if { path_beg /socket.io/ }
backend nodes
  balance roundrobin
  option httpchk GET /api/ready
${servers.join('\n')}
backend sockets
  balance roundrobin
  cookie node insert indirect nocache
  option httpchk GET /api/ready
${servers.join('\n')}
`,
  );
  return start('haproxy', ['haproxy', '-db', '-q', '-f', file], port, `http://127.0.0.1:${port}`);
};

/** @param port where an earlier one listened */
export const startRedis = async (folder: string, port?: number): Promise<Program> => {
  port ??= await freePort();
  return start(
    'redis-server',
    ['redis-server', '--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'],
    port,
    `redis://127.0.0.1:${port}`,
  );
};
