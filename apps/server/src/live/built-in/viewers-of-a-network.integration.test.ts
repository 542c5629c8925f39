import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type TestPublisher, publish } from '../testing/publisher.ts';
import { type BuiltInStage, createBuiltInStage } from '../testing/stage.ts';

// A show that is open to everybody: viewers without a token are told apart by their network alone.
const VIEWERS = 3;
const OFFER =
  `v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\na=fingerprint:sha-256 ${Array.from({ length: 32 }, () => 'AA').join(':')}\r\n` +
  'a=ice-ufrag:abcd\r\na=ice-pwd:abcdefghijklmnopqrstuvwx\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\nc=IN IP4 0.0.0.0\r\na=mid:0\r\n' +
  'a=setup:actpass\r\na=recvonly\r\na=rtcp-mux\r\na=rtpmap:96 H264/90000\r\n' +
  'a=fmtp:96 packetization-mode=1;profile-level-id=42e01f\r\n';

let stage: BuiltInStage;
let id: string;
let publisher: TestPublisher;
beforeAll(async () => {
  stage = await createBuiltInStage({ limits: { strangersPerNetwork: VIEWERS, waitingPerNetwork: VIEWERS } });
  id = stage.memory.createShow({ isOpen: true });
  publisher = await publish({ url: stage.address(`whip/${id}`), token: stage.memory.grant(id, 'publish').token });
  await vi.waitUntil(() => stage.server.hostedStreams()[0]?.isPublishing);
});
afterAll(async () => {
  publisher.vanish();
  await stage.close();
});

/** A caller's headers behind a proxy on this machine. */
const from = (address: string, agent: string, token?: string) => ({
  'x-forwarded-for': address,
  'user-agent': agent,
  ...(token ? { authorization: `Bearer ${token}` } : {}),
});
const watch = async (address: string, agent: string, token?: string): Promise<number> => {
  const headers = { 'content-type': 'application/sdp', ...from(address, agent, token) };
  const { status } = await fetch(stage.address(`whep/${id}`), { method: 'POST', headers, body: OFFER });
  return status;
};
/** The number of the segment after the one that is being made. */
const findNext = async (): Promise<number> => {
  const headers = from('192.0.2.99', 'Browser');
  const playlist = await (await fetch(stage.address(`streams/${id}.m3u8`), { headers })).text();
  return [...playlist.matchAll(/\/(\d+)\.m4s/g)].reduce((last, [, number]) => Math.max(last, Number(number)), 0) + 2;
};
const waitForPart = async (next: number, address: string, agent: string, token?: string): Promise<number> => {
  const { status } = await fetch(stage.address(`streams/${id}.m3u8?_HLS_msn=${next}`), { headers: from(address, agent, token) });
  return status;
};
const NETWORKS = [
  ['an IPv4 address', (_index: number) => '192.0.2.7', '192.0.2.8'],
  ['an IPv6 /64', (index: number) => `2001:db8:1:2::${index + 1}`, '2001:db8:1:3::1'],
] as const;

test.each(NETWORKS)(
  'offers of %s that nobody goes on with are bounded, whatever their browsers say they are',
  async (_network, of, elsewhere) => {
    const statuses = [];
    for (let i = 0; i < VIEWERS; i += 1) statuses.push(await watch(of(i), `Browser ${i}`));
    statuses.push(await watch(of(50), 'Another browser'));
    expect(statuses).toEqual([201, 201, 201, 503]);
    // A viewer with a token and another network find a place.
    expect(await watch(of(1), 'Browser', stage.memory.grant(id, 'play').token)).toBe(201);
    expect(await watch(elsewhere, 'Browser')).toBe(201);
  },
);

test.each(NETWORKS)(
  'visitors of %s wait for a bounded number of parts, whatever their browsers say they are',
  async (_network, of, elsewhere) => {
    const { token } = stage.memory.grant(id, 'play');
    const next = await findNext();
    const [first, ...others] = await Promise.all([
      waitForPart(next, elsewhere, 'Browser'),
      waitForPart(next, of(1), 'Browser', token),
      ...Array.from({ length: VIEWERS + 3 }, (_, i) => waitForPart(next, of(i), `Browser ${i}`)),
    ]);
    expect([first, others[0]]).toEqual([200, 200]);
    expect(others.slice(1).filter((status) => status === 429)).toHaveLength(3);
  },
);
