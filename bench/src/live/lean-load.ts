import { type Socket, connect } from 'node:net';

const HEAD_END = '\r\n\r\n';
/** Bytes read at once, into memory that is used again. */
const READ_BYTES = 256 * 1024;

export interface LeanLoad {
  url: string;
  connections: number;
  seconds: number;
  /** Called for each request. */
  each: () => { path: string; headers: Record<string, string> };
  /** Bytes of each response's body; another length fails the measurement. */
  bytes: number;
}

/** One connection that asks again as soon as it has an answer. */
const keepAsking = ({ url, each, bytes }: LeanLoad, onAnswer: () => void, onFailed: (error: Error) => void): Socket => {
  const { hostname, port, host } = new URL(url);
  let head = '';
  /** Bytes of the body that are still to come; undefined while the head is read. */
  let left: number | undefined;
  const fail = (reason: string): void => onFailed(new Error(`${url}: ${reason}`));
  const ask = (): void => {
    const { path, headers } = each();
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\n${lines.join('')}\r\n`);
  };
  const onBytes = (count: number, chunk: Buffer): void => {
    let body = count;
    if (left === undefined) {
      head += chunk.toString('latin1', 0, count);
      const end = head.indexOf(HEAD_END);
      if (end < 0) return;
      if (!head.startsWith('HTTP/1.1 200') || !new RegExp(`\\r\\ncontent-length: ${bytes}\\r\\n`, 'i').test(head))
        return fail(head.slice(0, end));
      body = head.length - end - HEAD_END.length;
      left = bytes;
    }
    left -= body;
    if (left > 0) return;
    if (left < 0) return fail('more bytes than announced');
    head = '';
    left = undefined;
    onAnswer();
    ask();
  };
  const socket = connect({
    host: hostname,
    port: Number(port),
    noDelay: true,
    onread: {
      buffer: Buffer.allocUnsafe(READ_BYTES),
      callback(count, buffer) {
        onBytes(count, Buffer.from(buffer.buffer, buffer.byteOffset, count));
        return true;
      },
    },
  });
  socket.on('connect', ask);
  socket.on('error', (error) => onFailed(error));
  socket.on('close', () => fail('the connection was closed'));
  return socket;
};

/**
 * Responses per second of large bodies over connections that stay. It only counts the bytes: with a general client, whose parsing takes longer than
 * either server's sending, all servers are equally fast.
 * @throws Error at any response but 200 with the announced length
 */
export const leanLoad = async (options: LeanLoad): Promise<number> => {
  let answers = 0;
  const sockets: Socket[] = [];
  let timer: NodeJS.Timeout | undefined;
  const begun = performance.now();
  try {
    await new Promise<void>((resolve, reject) => {
      for (let number = 0; number < options.connections; number += 1) sockets.push(keepAsking(options, () => (answers += 1), reject));
      timer = setTimeout(resolve, options.seconds * 1000);
    });
    return answers / ((performance.now() - begun) / 1000);
  } finally {
    clearTimeout(timer);
    for (const socket of sockets) socket.destroy();
  }
};
