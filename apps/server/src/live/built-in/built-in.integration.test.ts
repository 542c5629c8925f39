import { type EngineStage, testLiveEngine } from '../live-engine.contract.ts';
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
