import { type IncomingMessage, request } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { turnCredentials } from '../ice-servers.ts';
import { publish } from '../testing/publisher.ts';
import { type BuiltInStage, createBuiltInStage } from '../testing/stage.ts';
import { watch } from '../testing/viewer.ts';

const SECRET = 'secret-of-the-turn-server-0123456789';
const STUN = '<stun:stun.example.com:3478>; rel="ice-server"';

let stage: BuiltInStage;
let id: string;
beforeAll(async () => {
  stage = await createBuiltInStage({
    iceServers: [{ urls: ['stun:stun.example.com:3478'] }],
    turn: { urls: ['turn:turn.example.com:3478', 'turns:turn.example.com:5349'], secret: SECRET },
  });
  id = stage.memory.createShow();
});
afterAll(() => stage.close());

const linksBefore = async (path: string, token?: string): Promise<string[] | undefined> => {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const [response] = (await once(request(stage.address(path), { method: 'OPTIONS', headers }).end(), 'response')) as [IncomingMessage];
  response.resume();
  expect(response.statusCode).toBe(204);
  return response.headersDistinct['link'];
};

/** Checks the links of a client that may publish or play. @returns the name that it has at the TURN server */
const nameIn = (links: readonly string[] | undefined): string => {
  const { username, name, expiry } = /username="(?<username>(?<expiry>\d+):(?<name>[\w-]{16}))"/.exec(links?.[1] ?? '')!.groups!;
  const { credential } = turnCredentials(SECRET, name!, Number(expiry));
  expect(Number(expiry) - Date.now() / 1000).toBeGreaterThan(11.9 * 3600);
  expect(links).toEqual([
    STUN,
    ...['turn:turn.example.com:3478', 'turns:turn.example.com:5349'].map(
      (url) => `<${url}>; rel="ice-server"; username="${username}"; credential="${credential}"; credential-type="password"`,
    ),
  ]);
  return name!;
};

test('names each ICE server in a Link header of its own to those who hold a token of the show', async () => {
  const publishToken = stage.memory.grant(id, 'publish').token;
  const playToken = stage.memory.grant(id, 'play').token;
  expect(nameIn(await linksBefore(`whip/${id}`, publishToken))).not.toBe(nameIn(await linksBefore(`whep/${id}`, playToken)));
});

test('tells strangers no server that costs its owner anything', async () => {
  const playToken = stage.memory.grant(id, 'play').token;
  const strangers = [
    [`whip/${id}`, undefined],
    [`whep/${id}`, undefined],
    [`whip/${id}`, playToken],
    [`whip/${id}`, 'guessed'],
    [`whep/${crypto.randomUUID()}`, playToken],
  ] as const;
  for (const [path, token] of strangers) expect(await linksBefore(path, token)).toEqual([STUN]);
});

test('names them with the answers of publishing and watching, and with no refusal', async () => {
  const publishToken = stage.memory.grant(id, 'publish').token;
  const playToken = stage.memory.grant(id, 'play').token;
  const refused = await fetch(stage.address(`whip/${id}`), {
    method: 'POST',
    headers: { 'content-type': 'application/sdp', authorization: `Bearer ${publishToken}` },
    body: 'v=0',
  });
  expect([refused.status, refused.headers.get('link')]).toEqual([400, null]);
  const publisher = await publish({ url: stage.address(`whip/${id}`), token: publishToken });
  const linksOf = ({ headers }: { headers: Headers }): string[] => headers.get('link')!.split(', ');
  const name = nameIn(linksOf(publisher.session));
  await expect.poll(async () => (await stage.engine.hostedStreams())[0]?.isPublishing).toBe(true);
  const viewer = await watch({ url: stage.address(`whep/${id}`), token: playToken });
  expect(nameIn(linksOf(viewer.session))).not.toBe(name);
  await viewer.stop();
  await publisher.stop();
});
