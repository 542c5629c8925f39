import { type Server, type Socket, createServer } from 'node:net';
import { portOf } from '../platform/bound-port.ts';

/** The test signature of EICAR (https://www.eicar.org), in two parts, so that no scanner takes this file for it. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-', 'ANTIVIRUS-TEST-FILE!$H+H*'].join('');

/** A clamd that knows one signature, with its commands VERSION and INSTREAM as ClamAV answers them. */
export interface ClamdDouble {
  /** For CLAMD_URL. */
  url: string;
  /** Sizes of the streams that it has seen whole. */
  scanned: number[];
  /** `silent` takes the stream and never answers, `rude` closes the connection within it, `odd` answers as another program. */
  mode: 'well' | 'silent' | 'rude' | 'odd';
  /** StreamMaxLength in bytes. */
  maxLength: number;
  close(): Promise<void>;
}

const serve = (double: ClamdDouble, socket: Socket): void => {
  let data = Buffer.alloc(0);
  let command: string | undefined;
  let content = Buffer.alloc(0);
  const answer = (text: string): void => void socket.end(`${text}\0`);
  const isOver = (): boolean => socket.writableEnded || socket.destroyed;

  /** @returns whether a chunk was taken */
  const takeChunk = (): boolean => {
    if (data.length < 4) return false;
    const length = data.readUInt32BE(0);
    if (length === 0) {
      double.scanned.push(content.length);
      answer(content.includes(EICAR) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK');
      return false;
    }
    if (data.length < 4 + length) return false;
    content = Buffer.concat([content, data.subarray(4, 4 + length)]);
    data = data.subarray(4 + length);
    if (content.length > double.maxLength) answer('INSTREAM size limit exceeded. ERROR');
    return true;
  };

  socket.on('error', () => {});
  socket.on('data', (chunk: Buffer) => {
    if (isOver()) return;
    if (double.mode === 'odd') return answer('220 mail.example.org ESMTP');
    data = Buffer.concat([data, chunk]);
    if (command === undefined) {
      const end = data.indexOf(0);
      if (end < 0) return;
      command = data.toString('latin1', 0, end);
      data = data.subarray(end + 1);
      if (command === 'zVERSION') return answer('ClamAV 1.4.3/27800/Mon Nov 30 08:30:00 2026');
      if (command !== 'zINSTREAM') return answer('UNKNOWN COMMAND');
    }
    if (double.mode === 'silent') return;
    if (double.mode === 'rude') return void socket.destroy();
    while (!isOver() && takeChunk());
  });
};

export const startClamdDouble = async (): Promise<ClamdDouble> => {
  const double: ClamdDouble = { url: '', scanned: [], mode: 'well', maxLength: 100 * 2 ** 20, close: async () => {} };
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serve(double, socket);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  double.url = `tcp://127.0.0.1:${portOf(server)}`;
  double.close = () =>
    new Promise((resolve) => {
      for (const socket of sockets) socket.destroy();
      server.close(() => resolve());
    });
  return double;
};
