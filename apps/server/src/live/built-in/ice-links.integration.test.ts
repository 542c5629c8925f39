import { type IncomingMessage, request } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BuiltInStage, createBuiltInStage } from '../testing/stage.ts';

let stage: BuiltInStage;
beforeAll(async () => {
  stage = await createBuiltInStage({
    iceServers: [{ urls: ['stun:stun.example.com:3478', 'turn:turn.example.com:3478'], username: 'u', credential: 'c' }],
  });
});
afterAll(() => stage.close());

test('names each ICE server in a Link header of its own', async () => {
  const asked = request(stage.address(`whip/${stage.memory.createShow()}`), { method: 'OPTIONS' }).end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  response.resume();
  expect(response.headersDistinct['link']).toEqual([
    '<stun:stun.example.com:3478>; rel="ice-server"; username="u"; credential="c"; credential-type="password"',
    '<turn:turn.example.com:3478>; rel="ice-server"; username="u"; credential="c"; credential-type="password"',
  ]);
});
