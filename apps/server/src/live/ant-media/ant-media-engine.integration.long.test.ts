import { type EngineStage, type StageGrant, testLiveEngine } from '../live-engine.contract.ts';
import { createBridgedStage } from '../testing/bridged-stage.ts';
import { publish } from '../testing/publisher.ts';
import { watch } from '../testing/viewer.ts';
import type { EngineShow } from '../live-engine.ts';

/** Tokens of a show last as long as its publisher's in operation. */
const SECONDS = 300;

testLiveEngine('an Ant Media Server', async (): Promise<EngineStage> => {
  const { engine, memory, close } = await createBridgedStage();
  const tokens = new Map<string, string>();
  const ticket = async (show: EngineShow, kind: 'publish' | 'play', seconds = SECONDS): Promise<StageGrant> => {
    const expiresAt = new Date(Date.now() + seconds * 1000);
    const { grantId, token } = memory.grant(show.id, kind, expiresAt);
    tokens.set(grantId, token);
    return { grantId, token: (await engine.ticket(show, { grantId, token, kind, expiresAt })).token };
  };
  const clientOf = (show: EngineShow, use: 'publish' | 'watch', { grantId, token }: StageGrant) => ({
    url: engine.signalling(show, use)!,
    token,
    signalled: { streamId: show.id, subscriberId: grantId },
  });
  return {
    engine,
    createShow: async (isRecorded) => ({ id: memory.createShow({ isRecorded }), type: 'public' }),
    grantPublishing: (show) => ticket(show, 'publish'),
    grant: (show, seconds) => ticket(show, 'play', seconds),
    publish: (show, grant) => publish(clientOf(show, 'publish', grant)),
    watch: (show, grant) => watch(clientOf(show, 'watch', grant)),
    revoke: async ({ grantId }) => memory.revoke(tokens.get(grantId)!),
    endShow: async ({ id }) => memory.endShow(id),
    recordingOf: async ({ id }) => memory.recordings.get(id),
    close,
  };
});
