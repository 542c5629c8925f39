import { type Socket, createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createRandom } from '../../testing/chaos/random.ts';

/** SRTP and SRTCP, beside STUN and DTLS on the same port (RFC 7983, section 7). */
const isMedia = (packet: Buffer): boolean => packet[0]! >= 128 && packet[0]! < 192;

export interface LossyRelay {
  /** Makes an answer lead through the relay: the client knows no other way. */
  rewriteAnswer(answer: string): string;
  /** Packets of media that came, and those of them that were lost. */
  counts(): { packets: number; lost: number };
  close(): void;
}

/**
 * A network between a WebRTC client and the server that loses media in both directions. Connections are made through it undisturbed: what is tested is
 * the repair of media, and a lost handshake repeats for seconds.
 *
 * @param loss from 0 to 1
 * @param seed of the losses
 */
export const startLossyRelay = async (loss: number, seed: number): Promise<LossyRelay> => {
  const random = createRandom(seed);
  const counts = { packets: 0, lost: 0 };
  let server: { address: string; port: number } | undefined;
  const upstreams = new Map<string, Socket>();
  const passes = (packet: Buffer): boolean => {
    if (!isMedia(packet)) return true;
    counts.packets += 1;
    if (!random.chance(loss)) return true;
    counts.lost += 1;
    return false;
  };
  const own = createSocket('udp4');
  own.bind(0, '127.0.0.1');
  await once(own, 'listening');
  own.on('message', (packet, client) => {
    const key = `${client.address}:${client.port}`;
    let upstream = upstreams.get(key);
    if (!upstream) {
      upstreams.set(key, (upstream = createSocket('udp4')));
      upstream.on('message', (answer) => {
        if (passes(answer)) own.send(answer, client.port, client.address);
      });
    }
    if (server && passes(packet)) upstream.send(packet, server.port, server.address);
  });
  return {
    rewriteAnswer(answer) {
      const { port } = own.address();
      let isFirst = true;
      return answer
        .split('\r\n')
        .flatMap((line) => {
          const candidate = /^(a=candidate:\S+ \d+ UDP \d+) (\S+) (\d+) (typ host.*)$/i.exec(line);
          if (!candidate) return line.startsWith('a=candidate:') ? [] : [line];
          if (!isFirst) return [];
          isFirst = false;
          server = { address: '127.0.0.1', port: Number(candidate[3]) };
          return [`${candidate[1]} 127.0.0.1 ${port} ${candidate[4]}`];
        })
        .join('\r\n');
    },
    counts: () => ({ ...counts }),
    close() {
      own.close();
      for (const upstream of upstreams.values()) upstream.close();
    },
  };
};
