import { type PeerConnection } from 'node-datachannel';

/** What a WHIP or WHEP endpoint answered. */
export interface Agreed {
  status: number;
  /** The session's address. */
  location: string;
  etag: string;
  body: string;
  headers: Headers;
}

const gathered = (connection: PeerConnection): Promise<string> =>
  new Promise((resolve) => {
    const finish = (): void => resolve(connection.localDescription()!.sdp);
    if (connection.gatheringState() === 'complete') return finish();
    connection.onGatheringStateChange((state) => {
      if (state === 'complete') finish();
    });
  });

export const offerTo = async (url: string, token: string | undefined, sdp: string): Promise<Agreed> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/sdp', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    body: sdp,
  });
  return {
    status: response.status,
    location: new URL(response.headers.get('location') ?? '', url).href,
    etag: response.headers.get('etag') ?? '',
    body: await response.text(),
    headers: response.headers,
  };
};

/** Offers by WHIP or WHEP, and connects. @throws when the offer is refused: the answer as `cause` */
export const connectTo = async (connection: PeerConnection, url: string, token: string | undefined): Promise<Agreed> => {
  connection.setLocalDescription('offer');
  const agreed = await offerTo(url, token, await gathered(connection));
  if (agreed.status !== 201) {
    connection.close();
    throw new Error(`refused with ${agreed.status}`, { cause: agreed });
  }
  const connected = new Promise<void>((resolve, reject) => {
    connection.onStateChange((state) => {
      if (state === 'connected') resolve();
      if (state === 'failed' || state === 'closed') reject(new Error(state));
    });
  });
  connected.catch(() => {});
  connection.setRemoteDescription(agreed.body, 'answer');
  await connected;
  return agreed;
};

export const endSession = ({ location }: Agreed, token: string | undefined): Promise<Response> =>
  fetch(location, { method: 'DELETE', headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });
