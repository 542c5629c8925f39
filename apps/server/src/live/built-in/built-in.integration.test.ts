import { expect, test } from 'vitest';
import { type EngineStage, testLiveEngine } from '../live-engine.contract.ts';
import { publish } from '../testing/publisher.ts';
import { createBuiltInStage } from '../testing/stage.ts';

testLiveEngine('the built-in engine', async (): Promise<EngineStage> => {
  const { engine, memory, close } = await createBuiltInStage();
  return {
    engine,
    async createShow(isRecorded) {
      const id = memory.createShow({ isRecorded });
      return { show: { id, type: 'public' }, publishToken: memory.grant(id, 'publish').token };
    },
    grant: async ({ id }) => memory.grant(id, 'play'),
    revoke: async (token) => memory.revoke(token),
    endShow: async ({ id }) => memory.endShow(id),
    recordingOf: async ({ id }) => memory.recordings.get(id),
    close,
  };
});

test('a publisher of the same library, such as OBS, needn’t repeat its first message: the server starts the handshake', async () => {
  const stage = await createBuiltInStage();
  const id = stage.memory.createShow();
  const publisher = await publish({ url: stage.address(`whip/${id}`), token: stage.memory.grant(id, 'publish').token });
  expect(publisher.session.body).toMatch(/^a=setup:active/m);
  await publisher.stop();
  await stage.close();
});
