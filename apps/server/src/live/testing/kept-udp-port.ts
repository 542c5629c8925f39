import { once } from 'node:events';
import { createSocket } from 'node:dgram';
import { randomInt } from 'node:crypto';

/**
 * A UDP port below those that systems give to clients. A double's port is free again between two shows: a client of the test must not get it then.
 */
export const keptUdpPort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const socket = createSocket('udp4').bind(port);
    const isFree = await Promise.race([once(socket, 'listening').then(() => true), once(socket, 'error').then(() => false)]).catch(
      () => false,
    );
    if (!isFree) continue;
    socket.close();
    await once(socket, 'close');
    return port;
  }
};
