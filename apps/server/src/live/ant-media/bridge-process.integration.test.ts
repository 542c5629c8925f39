import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFfmpeg } from '../../platform/media/ffmpeg.ts';
import { listLiveNodes } from '../../modules/streams/index.ts';
import { createPerformer } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { announcedStates } from '../../testing/test-node.ts';
import { type AntMediaDouble, createAntMediaDouble } from '../ant-media-double/ant-media-double.ts';
import { findLiveProcess } from '../supervisor.ts';
import { SIGNED, enterServer } from '../testing/bridge-stage.ts';
import { publish } from '../testing/publisher.ts';

// The bridge in a real live process, by the real clock.

let app: TestApp;
let double: AntMediaDouble;
beforeAll(async () => {
  app = await createTestApp({ live: true });
  double = await createAntMediaDouble({ ffmpeg: await findFfmpeg(process.env['FFMPEG_PATH']), settings: SIGNED });
  await double.listen();
});
afterAll(async () => {
  await app.close();
  await double.close();
});

const bridgeOf = async (): Promise<string | undefined> => (await listLiveNodes(app.platform, 'antMedia'))[0]?.id;

test('a live process watches a server that is entered while it runs, and the next one takes its shows over', async () => {
  expect(await bridgeOf()).toBeUndefined();
  await enterServer(app, double);
  await expect.poll(bridgeOf).toBeDefined();
  const performer = await createPerformer(app);
  const { session, publishing } = await performer.client.call('POST /streaming/live', { body: { title: 'Nocturnes' } });
  const { signalling, streamId, token, subscriberId } = publishing;
  const publisher = await publish({ url: signalling!, token, signalled: { streamId, subscriberId: subscriberId! } });
  const stateOf = async () =>
    (await app.platform.database.selectFrom('streams').selectAll().where('id', '=', session._id).executeTakeFirstOrThrow()).state;
  await expect.poll(stateOf).toBe('live');
  const former = await bridgeOf();
  process.kill((await findLiveProcess(app.dataDirectory))!.pid, 'SIGKILL');
  await expect
    .poll(async () => {
      const { node_id: nodeId } = await app.platform.database
        .selectFrom('streams')
        .select('node_id')
        .where('id', '=', streamId)
        .executeTakeFirstOrThrow();
      return nodeId !== null && nodeId !== former;
    })
    .toBe(true);
  expect(publisher.isClosed()).toBe(false);
  expect(await announcedStates(app, streamId)).not.toContain('interrupted');
  await performer.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
  await expect.poll(publisher.isClosed).toBe(true);
  await expect.poll(() => double.broadcasts.has(streamId)).toBe(false);
  publisher.vanish();
});
