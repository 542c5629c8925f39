import { type Line, alternate, lineOf, load, startServer } from './rounds.ts';

const ROUNDS = 3;
const SECONDS = 3;
const CONNECTIONS = 50;
/** Of what bare HTTP answers: the token and the viewer take the rest. */
const GOAL = 0.4;

/** Polls of one show's playlist by many viewers, each with a token, in the ways that players ask. */
export const livePlaylists = async (): Promise<readonly Line[]> => {
  const server = await startServer('./servers/live-playlists.ts', {});
  try {
    const { playlist, tokens, bare } = await server.ask<{ playlist: string; tokens: string[]; bare: string }>({});
    const path = new URL(playlist).pathname;
    let count = 0;
    const nextToken = (): string => tokens[(count += 1) % tokens.length]!;
    const withHeader = (query: string, headers: Record<string, string>) => () => ({
      path: `${path}${query}`,
      headers: { ...headers, authorization: `Bearer ${nextToken()}` },
    });
    const ways = {
      plain: withHeader('', {}),
      'token in the address': () => ({ path: `${path}?token=${nextToken()}`, headers: {} }),
      gzip: withHeader('', { 'accept-encoding': 'gzip, deflate, br' }),
      'delta, gzip': withHeader('?_HLS_skip=YES', { 'accept-encoding': 'gzip, deflate, br' }),
    };
    const lines: Line[] = [];
    for (const [name, each] of Object.entries(ways)) {
      const rates = await alternate(
        ROUNDS,
        () => load({ url: new URL(playlist).origin, connections: CONNECTIONS, seconds: SECONDS, each }),
        () => load({ url: bare, connections: CONNECTIONS, seconds: SECONDS, each }),
      );
      lines.push(lineOf(`live playlist, ${name}`, 'responses/s', GOAL, rates));
    }
    return lines;
  } finally {
    await server.stop();
  }
};
