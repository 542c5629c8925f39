import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../testing/test-app.ts';
import { SELF_SIGNED } from './self-signed.ts';

const DOCUMENT = fileURLToPath(new URL('../../../../../docs/turn.md', import.meta.url));
const PROGRAM = 'turnserver';
const CLIENT = 'turnutils_uclient';
const SECRET = 'secret-of-the-turn-server-0123456789';
const START_MS = 10_000;

export interface Coturn {
  /** The address of a transport, as the site's owner enters it. */
  url(transport: 'udp' | 'tcp' | 'tls'): string;
  secret: string;
  port: number;
  stop(): Promise<void>;
}

/** The configuration in the owner's documentation, with the values that it tells owners to replace. */
const configurationOf = (values: Readonly<Record<string, string>>): string => {
  const [, block] = /```\n(\s*use-auth-secret\n[^`]*)```/.exec(readFileSync(DOCUMENT, 'utf8')) ?? [];
  if (block === undefined) throw new Error('docs/turn.md has no coturn configuration');
  const lines = block
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && line !== 'syslog' && !line.startsWith('external-ip'));
  for (const [name, value] of Object.entries(values)) {
    const at = lines.findIndex((line) => line.startsWith(`${name}=`));
    if (at < 0) throw new Error(`docs/turn.md configures no ${name}`);
    lines[at] = `${name}=${value}`;
  }
  return lines.join('\n');
};

const accepts = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
};

/** Runs coturn as docs/turn.md sets it up, on this machine alone. @throws Error when it is missing or doesn't start */
export const startCoturn = async (directory: string): Promise<Coturn> => {
  const [port, tlsPort] = [await freePort(), await freePort()];
  const place = (name: string): string => join(directory, name);
  const [cert, pkey, file] = [place('turn-cert.pem'), place('turn-key.pem'), place('turnserver.conf')];
  await writeFile(cert, SELF_SIGNED.cert);
  await writeFile(pkey, SELF_SIGNED.key);
  const configuration = configurationOf({
    'static-auth-secret': SECRET,
    'listening-port': String(port),
    'tls-listening-port': String(tlsPort),
    cert,
    pkey,
    'allowed-peer-ip': '127.0.0.1',
  });
  // Addresses of this machine are no peers for coturn unless it is told.
  const here = ['listening-ip=127.0.0.1', 'relay-ip=127.0.0.1', 'allow-loopback-peers', 'log-file=stdout', 'verbose'];
  await writeFile(file, [configuration, ...here, ''].join('\n'));
  const child = spawn(PROGRAM, ['-c', file, '--pidfile', join(directory, 'turnserver.pid')], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const exited = once(child, 'exit');
  exited.catch(() => {});
  await once(child, 'spawn');
  const until = performance.now() + START_MS;
  while (!(await accepts(port))) {
    if (child.exitCode !== null || performance.now() > until) throw new Error(`coturn doesn't start: ${said}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return {
    url: (transport) => {
      if (transport === 'tls') return `turns:127.0.0.1:${tlsPort}`;
      return `turn:127.0.0.1:${port}${transport === 'tcp' ? '?transport=tcp' : ''}`;
    },
    secret: SECRET,
    port,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
};

/** Has coturn's own client relay to an address. @returns its output */
export const relayTo = (peer: string, { port, secret }: Pick<Coturn, 'port' | 'secret'>): Promise<string> =>
  new Promise((resolve) => {
    const args = ['-W', secret, '-u', 'u42', '-e', peer, '-n', '1', '-c', '-p', String(port), '127.0.0.1'];
    execFile(CLIENT, args, { timeout: 20_000 }, (_error, stdout, stderr) => resolve(`${stdout}${stderr}`));
  });
