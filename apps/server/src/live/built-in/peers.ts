import { isIP } from 'node:net';
import { type IceServer, PeerConnection } from 'node-datachannel';
import type { IceServerView } from '@stagedoor/contract/streams';
import { CodedError } from '../../platform/errors.ts';
import type { TieBreakerProxy } from './tie-breaker-proxy.ts';
import { onePort } from './udp-port.ts';
import { isOfLibdatachannel, withDtlsStartBy, withoutCandidates } from '../media/sdp.ts';

export interface PeersOptions {
  /** All peers share one UDP port, so that one firewall rule is enough. */
  udpPort: number;
  /** For the server's own connections: needed only where it can't be reached directly. */
  iceServers: readonly IceServerView[];
  /** The public IP address for SDP answers when the machine is behind NAT. */
  publicAddress: string | undefined;
  /** Carries clients of TCP relays, whose checks the library refuses. Absent without a TURN server. */
  tieBreakerProxy?: TieBreakerProxy | undefined;
}

/** Parses `stun:host:port` or `turn:host:port?transport=udp` for the library. */
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

/** Replaces the host candidates' addresses in an answer by the public one. */
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
    // A hostname counts as an IPv4 address.
    if (isIP(own!) !== (family || 4)) continue;
    if (!seen.has(port!)) lines.push(`${head} ${address} ${port} typ host${rest}`);
    seen.add(port!);
  }
  return lines.join('\r\n');
};

export const createPeers = ({ udpPort, iceServers, publicAddress, tieBreakerProxy }: PeersOptions) => {
  const servers = iceServers.flatMap((server) => server.urls.flatMap((url) => iceServerOf(url, server) ?? []));
  const hasRelay = servers.some(({ relayType }) => relayType !== undefined);
  return {
    create: (name: string): PeerConnection =>
      new PeerConnection(name, {
        iceServers: servers,
        disableAutoNegotiation: true,
        ...onePort(udpPort),
      }),
    /** Connects to the clients' candidates through its own relay; without one it waits for their connectivity checks, as ICE lite does. */
    hasRelay,
    /**
     * Prepares a client's offer for the library. Without a relay, all candidates are removed: the server sends nothing to addresses chosen by
     * clients, nor to clients that haven't read the answer.
     *
     * The client starts the DTLS handshake, since browsers repeat a lost message after 50 ms and the library after a second. One that uses the
     * library itself starts before the server has heard that it is connected, and loses its first message each time: there the server starts,
     * unless it connects through a relay, for it might start before the client has read the answer.
     */
    prepareOffer: (offer: string): string =>
      withDtlsStartBy(withoutCandidates(offer, hasRelay ? 'named' : 'all'), isOfLibdatachannel(offer) && !hasRelay ? 'server' : 'client'),
    /** The answer with all candidates: the server doesn't trickle (RFC 9725, section 4.3.1). */
    async answerOf(connection: PeerConnection): Promise<string> {
      const answer = await gatherCandidates(connection);
      const own = publicAddress ? withPublicAddress(answer, publicAddress) : answer;
      return tieBreakerProxy ? tieBreakerProxy.withCandidates(own) : own;
    },
  };
};

export type Peers = ReturnType<typeof createPeers>;

const GATHERING_MS = 3000;

const gatherCandidates = (connection: PeerConnection): Promise<string> =>
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
