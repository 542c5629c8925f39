import { createHmac } from 'node:crypto';
import { type RemoteInfo, type Socket, createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isSigned, parseStun } from '../media/stun.ts';
import { type TieBreakerProxy, createTieBreakerProxy } from './tie-breaker-proxy.ts';

const PASSWORD = 'VOkJxbRl1RmTxUk/WvJxBt';
const ANSWER = [
  'v=0',
  'a=ice-ufrag:evtj',
  `a=ice-pwd:${PASSWORD}`,
  'a=candidate:1 1 UDP 2114977791 127.0.0.1 5000 typ host',
  'a=candidate:2 1 UDP 2114977790 2001:db8::1 5000 typ host',
  'a=end-of-candidates',
  '',
].join('\r\n');

let library: Socket;
let client: Socket;
let proxy: TieBreakerProxy;
let port: number;

const bound = async (): Promise<Socket> => {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return socket;
};
beforeEach(async () => {
  [library, client] = [await bound(), await bound()];
  proxy = createTieBreakerProxy(library.address().port);
  await proxy.listen(0);
  const added = /a=candidate:tb0 1 UDP 100 127\.0\.0\.1 (\d+) typ host\r\na=end-of-candidates/.exec(proxy.withCandidates(ANSWER));
  port = Number(added![1]);
});
afterEach(() => {
  proxy.close();
  library.close();
  client.close();
});

/** A check as clients send it. */
const check = (tieBreaker: bigint, { user = 'evtj:h6vY', password = PASSWORD } = {}): Buffer => {
  const attribute = (type: number, value: Buffer): Buffer => {
    const head = Buffer.alloc(4);
    head.writeUInt16BE(type, 0);
    head.writeUInt16BE(value.length, 2);
    return Buffer.concat([head, value, Buffer.alloc((4 - (value.length % 4)) % 4)]);
  };
  const role = Buffer.alloc(8);
  role.writeBigUInt64BE(tieBreaker);
  const head = Buffer.from('000100002112a442b7e7a701bc34d686fa87dfae', 'hex');
  const signed = Buffer.concat([head, attribute(0x0006, Buffer.from(user)), attribute(0x802a, role)]);
  signed.writeUInt16BE(signed.length + 24 - 20, 2);
  return Buffer.concat([signed, attribute(0x0008, createHmac('sha1', password).update(signed).digest())]);
};

const sendsToProxy = (packet: Buffer): void => client.send(packet, port, '127.0.0.1');
const arrivesAtLibrary = async (): Promise<[Buffer, RemoteInfo]> => (await once(library, 'message')) as [Buffer, RemoteInfo];

test('a check with a tie-breaker of zero reaches the library with another, and everything after it in both directions', async () => {
  sendsToProxy(check(0n));
  const [packet, from] = await arrivesAtLibrary();
  expect(packet.readBigUInt64BE(packet.indexOf('802a0008', 0, 'hex') + 4)).toBe(1n);
  expect(isSigned(parseStun(packet)!, PASSWORD)).toBe(true);
  sendsToProxy(Buffer.from('media'));
  expect((await arrivesAtLibrary())[0].toString()).toBe('media');
  library.send('answer', from.port, from.address);
  const [answer, sender] = (await once(client, 'message')) as [Buffer, RemoteInfo];
  expect([answer.toString(), sender.port]).toEqual(['answer', port]);
  expect(proxy.connections()).toBe(1);
});

test('strangers, and clients that need no proxy, reach nothing', async () => {
  const foreign = [
    Buffer.from('media'),
    check(7n),
    check(0n, { password: 'guessed' }),
    check(0n, { user: 'other:h6vY' }),
    check(0n).subarray(0, -24),
    Buffer.alloc(0),
  ];
  for (const packet of foreign) sendsToProxy(packet);
  // UDP keeps the order of one socket here: what is let through is the first to arrive.
  sendsToProxy(check(0n));
  const [packet] = await arrivesAtLibrary();
  expect(parseStun(packet)!.username).toBe('evtj:h6vY');
  expect(proxy.connections()).toBe(1);
});

test('an answer without credentials or an IPv4 address stays as it is', () => {
  for (const missing of ['a=ice-ufrag', 'a=ice-pwd', 'a=candidate:1']) {
    const answer = ANSWER.split('\r\n')
      .filter((line) => !line.startsWith(missing))
      .join('\r\n');
    expect(proxy.withCandidates(answer)).toBe(answer);
  }
});
