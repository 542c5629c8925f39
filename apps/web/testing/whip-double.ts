import { onTestFinished } from 'vitest';
import { statsOf } from '../src/features/streams/stats.ts';

interface DoubleSession {
  use: 'whip' | 'whep';
  token: string | null;
  connection: RTCPeerConnection;
  isDeleted: boolean;
}

/** Stands for the site's WHIP and WHEP endpoints in a component test. Its peer connections are real: pictures flow inside the page. */
export class WhipDouble {
  /** Sessions in the order of their offers. */
  readonly sessions: DoubleSession[] = [];
  /** Nobody answers. */
  isAway = false;
  readonly #picture: MediaStream;

  constructor(picture: MediaStream) {
    this.#picture = picture;
  }

  /** Pictures that a publisher's session has received. */
  async framesOf({ connection }: DoubleSession): Promise<number> {
    let frames = 0;
    for (const entry of statsOf(await connection.getStats()))
      if (entry['type'] === 'inbound-rtp') frames += Number(entry['framesReceived'] ?? 0);
    return frames;
  }

  async answer(url: URL, { method = 'GET', headers, body }: RequestInit): Promise<Response> {
    if (this.isAway) throw new TypeError('nobody answers');
    const [, use, , index] = /^\/(whip|whep)\/([\w-]+)(?:\/(\d+))?$/.exec(url.pathname)!;
    if (method === 'DELETE') {
      const session = this.sessions[Number(index)]!;
      session.isDeleted = true;
      session.connection.close();
      return new Response(null, { status: 200 });
    }
    const connection = new RTCPeerConnection();
    const token = new Headers(headers).get('authorization');
    this.sessions.push({ use: use === 'whip' ? 'whip' : 'whep', token, connection, isDeleted: false });
    await connection.setRemoteDescription({ type: 'offer', sdp: String(body) });
    if (use === 'whep') for (const track of this.#picture.getTracks()) connection.addTrack(track, this.#picture);
    await connection.setLocalDescription(await connection.createAnswer());
    await new Promise<void>((resolve) => {
      const look = () => connection.iceGatheringState === 'complete' && resolve();
      connection.addEventListener('icegatheringstatechange', look);
      look();
    });
    const location = `${url.pathname}/${this.sessions.length - 1}`;
    return new Response(connection.localDescription!.sdp, { status: 201, headers: { location } });
  }
}

const HOST = 'media.example.com';

/** Answers requests to https://media.example.com/whip/… and /whep/… for the rest of the test. @param picture viewers get it */
export const installWhip = (picture: MediaStream): WhipDouble => {
  const double = new WhipDouble(picture);
  const original = globalThis.fetch;
  globalThis.fetch = (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    return url.host === HOST ? double.answer(url, init) : original(input, init);
  };
  onTestFinished(() => {
    globalThis.fetch = original;
    for (const { connection } of double.sessions) connection.close();
  });
  return double;
};
