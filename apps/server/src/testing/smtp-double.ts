import { once } from 'node:events';
import { createServer } from 'node:net';

/** A mail server that lets one user in. */
export interface SmtpDouble {
  /** Host and port. */
  host: string;
  close(): Promise<void>;
}

/** Starts one on loopback; it speaks as much SMTP as logging in needs (RFC 5321, RFC 4954). */
export const startSmtpDouble = async ({ user, password }: { user: string; password: string }): Promise<SmtpDouble> => {
  const expected = Buffer.from(`\0${user}\0${password}`).toString('base64');
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('220 double ESMTP\r\n');
    socket.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\r\n').filter(Boolean)) {
        if (/^EHLO/i.test(line)) socket.write('250-double\r\n250 AUTH PLAIN\r\n');
        else if (/^AUTH PLAIN /i.test(line)) socket.write(line.slice(11) === expected ? '235 welcome\r\n' : '535 5.7.8 not you\r\n');
        else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
        else socket.write('250 ok\r\n');
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    host: `127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`,
    async close() {
      server.close();
      await once(server, 'close');
    },
  };
};
