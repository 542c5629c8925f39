import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { publish } from '../testing/publisher.ts';
import { createBuiltInStage } from '../testing/stage.ts';
import { keptUdpPort } from '../testing/kept-udp-port.ts';
import { holdUdpPort } from './udp-port.ts';

/** @returns whether another program could get the port */
const isFree = (port: number): Promise<boolean> => {
  const socket = createSocket('udp4').bind(port);
  return new Promise((resolve) => {
    socket.once('error', () => resolve(false));
    socket.once('listening', () => socket.close(() => resolve(true)));
  });
};

test('the media port is held between shows, and is free once the server has closed', async () => {
  const udpPort = await keptUdpPort();
  const stage = await createBuiltInStage({ udpPort });
  expect(await isFree(udpPort)).toBe(false);
  const id = stage.memory.createShow();
  const publisher = await publish({ url: stage.address(`whip/${id}`), token: stage.memory.grant(id, 'publish').token });
  await vi.waitUntil(() => stage.server.hostedStreams().some(({ isPublishing }) => isPublishing), { timeout: 20_000 });
  await publisher.stop();
  stage.memory.endShow(id);
  await stage.engine.end(id);
  expect(await isFree(udpPort)).toBe(false);
  await stage.close();
  await vi.waitUntil(() => isFree(udpPort), { timeout: 20_000 });
});

test('a media port that another program has is named, and the process goes on', async () => {
  const taken = createSocket('udp4').bind(0);
  onTestFinished(() => void taken.close());
  await once(taken, 'listening');
  const { port } = taken.address();
  await expect(holdUdpPort(port)).rejects.toThrow(`UDP port ${port} is taken`);
  const other = await holdUdpPort(0);
  expect(other.port).not.toBe(port);
  other.release();
});
