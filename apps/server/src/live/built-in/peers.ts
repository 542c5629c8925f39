import { type IceServer, PeerConnection } from 'node-datachannel';
import { CodedError } from '../../platform/errors.ts';

export interface PeersOptions {
  /** All peers share one UDP port, so that one hole in a firewall is enough. */
  udpPort: number;
  iceServers?: (string | IceServer)[];
  /** The address that candidates name when the machine stands behind NAT. */
  publicAddress?: string;
}

export const createPeers = ({ udpPort, iceServers = [] }: PeersOptions) => ({
  create: (name: string): PeerConnection =>
    new PeerConnection(name, {
      iceServers,
      disableAutoNegotiation: true,
      enableIceUdpMux: true,
      portRangeBegin: udpPort,
      portRangeEnd: udpPort,
    }),
});

export type Peers = ReturnType<typeof createPeers>;

const GATHERING_MS = 3000;

/** The local description once it names every candidate: the server trickles none (RFC 9725, section 4.3.1). */
export const gathered = (connection: PeerConnection): Promise<string> =>
  new Promise((resolve, reject) => {
    const finish = (): void => {
      clearTimeout(timer);
      const description = connection.localDescription();
      if (description) resolve(description.sdp);
      else reject(new CodedError('LIVE_OFFER_INVALID'));
    };
    const timer = setTimeout(finish, GATHERING_MS);
    if (connection.gatheringState() === 'complete') return finish();
    connection.onGatheringStateChange((state) => {
      if (state === 'complete') finish();
    });
  });
