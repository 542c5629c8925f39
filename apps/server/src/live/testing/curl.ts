import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';

const CURL = 'curl';
const MAX_BYTES = 64 * 1024 * 1024;

const asMissing = (error: Error): Error =>
  'code' in error && error.code === 'ENOENT'
    ? new Error('curl is not installed, with which this test watches. Install it (Debian: apt install curl).')
    : error;

/** Runs curl. @returns its output @throws when it is missing, or couldn't reach the server */
const run = (args: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile(CURL, ['--silent', '--show-error', ...args], { maxBuffer: MAX_BYTES }, (error, stdout) => {
      if (error) reject(asMissing(error));
      else resolve(stdout);
    });
  });

const authorization = (token: string | undefined): string[] => (token === undefined ? [] : ['--header', `authorization: Bearer ${token}`]);

/** Requests an address once. @param args further arguments, such as a body */
export const curl = async (url: string, token?: string, args: readonly string[] = []): Promise<{ status: number; text: string }> => {
  const printed = await run([...authorization(token), ...args, '--write-out', '\n%{http_code}', url]);
  const end = printed.lastIndexOf('\n');
  return { status: Number(printed.slice(end + 1)), text: printed.slice(0, end) };
};

/** Downloads addresses over one connection, in order. @returns the status and the number of bytes of each */
export const curlAll = async (urls: readonly string[], token: string): Promise<{ status: number; bytes: number }[]> => {
  if (urls.length === 0) return [];
  const into = urls.flatMap((url) => ['--output', '/dev/null', url]);
  const printed = await run([...authorization(token), '--write-out', '%{http_code} %{size_download}\n', ...into]);
  return printed
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [status, bytes] = line.split(' ').map(Number) as [number, number];
      return { status, bytes };
    });
};

/** Opens an endless file and closes the connection after its first bytes. @returns how many bytes came */
export const curlAndClose = async (url: string, token: string): Promise<number> => {
  const child = spawn(CURL, ['--silent', '--no-buffer', ...authorization(token), url], { stdio: ['ignore', 'pipe', 'ignore'] });
  const closed = once(child, 'close').catch((error: Error) => {
    throw asMissing(error);
  });
  let bytes = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    child.kill('SIGKILL');
  });
  await closed;
  return bytes;
};
