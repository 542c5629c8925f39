import { createSocket } from 'node:dgram';
import { PeerConnection } from 'node-datachannel';

/** Binds a UDP port for a moment. @param wanted 0 for any @returns the port, undefined where it is taken */
const tryPort = (wanted: number): Promise<number | undefined> =>
  new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.once('error', () => resolve(undefined));
    socket.bind(wanted, () => {
      const { port } = socket.address();
      socket.close(() => resolve(port));
    });
  });

/** How all peers use one port. */
export const onePort = (port: number) => ({ enableIceUdpMux: true, portRangeBegin: port, portRangeEnd: port });

/**
 * Takes the UDP port of all peers, and keeps it until it is released. The library binds it for the first peer and lets go of it with the last:
 * another program could get it between two shows, and the library ends the whole process when it can't have its port. A peer that never connects
 * keeps it. (The library's listener for such a port would call back for each stray packet.)
 *
 * @param wanted 0 for any
 * @throws Error when the port is taken
 */
export const holdUdpPort = async (wanted: number): Promise<{ port: number; release(): void }> => {
  const port = await tryPort(wanted);
  if (port === undefined) throw new Error(`UDP port ${wanted} is taken by another program: LIVE_UDP_PORT names another`);
  const keeper = new PeerConnection('keeper of the port', { iceServers: [], disableAutoNegotiation: true, ...onePort(port) });
  keeper.createDataChannel('keeper');
  keeper.setLocalDescription('offer');
  return { port, release: () => keeper.close() };
};
