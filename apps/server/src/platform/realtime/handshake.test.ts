import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { VISITOR, type AccountViewer } from '../auth/viewer.ts';
import type { Log } from '../telemetry/log.ts';
import { MAX_SOCKETS, createHandshake } from './handshake.ts';
import type { OurSocket } from './rooms.ts';

const handshakeOf = () =>
  createHandshake(
    {
      find: async (token) =>
        token.startsWith('session') ? ({ ...VISITOR, kind: 'account', accountId: token } as unknown as AccountViewer) : null,
    },
    {
      publicUrl: 'https://stage.example',
      countryOf: () => null,
      addressOf: ({ headers }) => String(headers['x-forwarded-for']),
      gateOf: () => null,
      goOnWithShows: async () => new Set(),
      log: { warn() {} } as unknown as Log,
    },
  );

/** Opens sockets as the server does. @returns the last one, and why it was refused */
const opener = () => {
  const handshake = handshakeOf();
  return async (address: string, token?: string): Promise<{ socket: EventEmitter; refusal: string | undefined }> => {
    const headers = { 'x-forwarded-for': address };
    const socket = Object.assign(new EventEmitter(), {
      data: {},
      request: { headers },
      handshake: { auth: { token }, query: {}, headers },
    });
    const refusal = await new Promise<Error | undefined>((resolve) => void handshake.admit(socket as unknown as OurSocket, resolve));
    if (!refusal) handshake.count(socket as unknown as OurSocket);
    return { socket, refusal: refusal?.message };
  };
};

test.each([
  ['an IPv4 address', () => '192.0.2.7', '192.0.2.8'],
  ['an IPv6 /64', (index: number) => `2001:db8:1:2::${index.toString(16)}`, '2001:db8:1:3::1'],
])('bounds the sockets of all accounts behind %s', async (_network, address, elsewhere) => {
  const open = opener();
  for (let i = 0; i < MAX_SOCKETS.network; i += 1)
    expect((await open(address(i), `session of ${Math.floor(i / MAX_SOCKETS.account)}`)).refusal).toBeUndefined();
  expect((await open(address(1), 'session of another')).refusal).toBe('RATE_LIMITED');
  expect((await open(elsewhere, 'session of another')).refusal).toBeUndefined();
});

test('one account leaves sockets to the others behind its address, and is refused elsewhere too', async () => {
  const open = opener();
  let count = 0;
  while (count < 500 && (await open('192.0.2.7', 'session')).refusal === undefined) count += 1;
  expect(count).toBe(50);
  expect((await open('2001:db8::1', 'session')).refusal).toBe('RATE_LIMITED');
  expect((await open('192.0.2.7', 'session of another')).refusal).toBeUndefined();
  expect((await open('192.0.2.7')).refusal).toBeUndefined();
});

test('counts a socket until it closes', async () => {
  const open = opener();
  const sockets = [];
  for (let i = 0; i < MAX_SOCKETS.account; i += 1) sockets.push((await open('192.0.2.7', 'session')).socket);
  expect((await open('192.0.2.9', 'session')).refusal).toBe('RATE_LIMITED');
  sockets[0]!.emit('disconnect');
  expect((await open('192.0.2.9', 'session')).refusal).toBeUndefined();
  expect((await open('192.0.2.9', 'session')).refusal).toBe('RATE_LIMITED');
});
