import { createSocket } from 'node:dgram';
import { isIP } from 'node:net';
import { type IceServer, PeerConnection } from 'node-datachannel';
import type { IceServerView } from '@stagedoor/contract/streams';
import { CodedError } from '../../platform/errors.ts';
import { withActiveSetup, withoutCandidates } from '../media/sdp.ts';

export interface PeersOptions {
  /** All peers share one UDP port, so that one hole in a firewall is enough. */
  udpPort: number;
  /** For the server's own connections: needed only where it can't be reached directly. */
  iceServers: readonly IceServerView[];
  /** The address that answers name when the machine stands behind NAT. */
  publicAddress: string | undefined;
}

/** A free UDP port of this machine. */
export const freeUdpPort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = createSocket('udp4');
    socket.once('error', reject);
    socket.bind(0, () => {
      const { port } = socket.address();
      socket.close(() => resolve(port));
    });
  });

/** `stun:host:port` or `turn:host:port?transport=udp`, as the library takes it. */
const iceServerOf = (url: string, { username, credential }: IceServerView): IceServer | undefined => {
  const parts = /^(stun|turn|turns):([^:?]+)(?::(\d{1,5}))?(?:\?transport=(udp|tcp))?$/.exec(url);
  if (!parts) return undefined;
  const [, kind, hostname, port, transport] = parts;
  return {
    hostname: hostname!,
    port: Number(port ?? (kind === 'turns' ? 5349 : 3478)),
    ...(kind === 'stun'
      ? {}
      : { username, password: credential, relayType: kind === 'turns' ? 'TurnTls' : transport === 'tcp' ? 'TurnTcp' : 'TurnUdp' }),
  };
};

/** An answer whose host candidates name the address by which the machine is reached from outside. */
export const withPublicAddress = (sdp: string, address: string): string => {
  const family = isIP(address);
  const seen = new Set<string>();
  const lines: string[] = [];
  for (const line of sdp.split('\r\n')) {
    const candidate = /^(a=candidate:\S+ \d+ \S+ \d+) (\S+) (\d+) typ host(.*)$/.exec(line);
    if (!candidate) {
      lines.push(line);
      continue;
    }
    const [, head, own, port, rest] = candidate;
    // An address that isn't a number is a name, which stands for one of the commoner kind.
    if (isIP(own!) !== (family || 4)) continue;
    if (!seen.has(port!)) lines.push(`${head} ${address} ${port} typ host${rest}`);
    seen.add(port!);
  }
  return lines.join('\r\n');
};

export const createPeers = ({ udpPort, iceServers, publicAddress }: PeersOptions) => {
  const servers = iceServers.flatMap((server) => server.urls.flatMap((url) => iceServerOf(url, server) ?? []));
  const callsOut = servers.some(({ relayType }) => relayType !== undefined);
  return {
    create: (name: string): PeerConnection =>
      new PeerConnection(name, {
        iceServers: servers,
        disableAutoNegotiation: true,
        enableIceUdpMux: true,
        portRangeBegin: udpPort,
        portRangeEnd: udpPort,
      }),
    /** Calls out to the candidates that clients name, through a relay of its own; else it waits for their calls, as ICE lite does. */
    callsOut,
    /**
     * An offer as it is given to the library. Who waits for calls sends nothing to addresses that strangers name; and clients that are not ready for
     * calls before they have read the answer (libdatachannel, so OBS too) get none.
     */
    prepared: (offer: string): string => withActiveSetup(withoutCandidates(offer, callsOut ? 'named' : 'all')),
    /** The answer once it names every candidate: the server trickles none (RFC 9725, section 4.3.1). */
    async answerOf(connection: PeerConnection): Promise<string> {
      const answer = await gathered(connection);
      return publicAddress ? withPublicAddress(answer, publicAddress) : answer;
    },
  };
};

export type Peers = ReturnType<typeof createPeers>;

const GATHERING_MS = 3000;

const gathered = (connection: PeerConnection): Promise<string> =>
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
