import type { IceServerView } from '@stagedoor/contract/streams';

/** The servers of a call, as the browser takes them: without the fields that a server doesn't have. */
export const iceServersOf = (servers: readonly IceServerView[]): RTCIceServer[] =>
  servers.map(({ urls, username, credential }) => ({
    urls,
    ...(username === undefined ? {} : { username }),
    ...(credential === undefined ? {} : { credential }),
  }));
