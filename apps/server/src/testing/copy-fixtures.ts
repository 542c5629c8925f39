import { onTestFinished } from 'vitest';
import { type CallFixture, withBody } from './call-fixture.ts';
import { type Person, picture } from './factories.ts';
import { startHashList } from './hash-list-double.ts';
import type { TestApp } from './test-app.ts';

const TOKEN = 'token-of-the-fixture';

/** The calls about copies, each on a file of its own, and about lists of hashes, each on a list of its own. */
export const copyFixtures = ({
  app,
  admin,
  star,
}: {
  app: TestApp;
  admin: () => Person;
  star: () => Person;
}): Record<string, CallFixture> => {
  const { database } = app.platform;
  const waiting = async () => {
    const { _id: fileId } = await star().client.call('POST /feeds/files/photo/upload', { files: { file: await picture() } });
    const { id } = await database
      .insertInto('copy_matches')
      .values({
        file_id: fileId,
        sha256: fileId,
        object_kind: 'item',
        object_id: fileId,
        reason: '',
        distance: 3,
        frames: 1,
        at_ms: 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { params: { id: fileId }, body: { decision: 'different', matchIds: [id], note: 'Another picture.' } };
  };
  const entry = async () => {
    const double = await startHashList({ token: TOKEN });
    onTestFinished(() => double.close());
    return { body: { name: 'Hotline', address: double.url, token: TOKEN } };
  };
  const address = 'https://lists.example/hashes';
  const stored = async (): Promise<{ params: { id: string } }> => ({
    params: await database
      .insertInto('hash_lists')
      .values({ name: 'Hotline', address, is_enabled: false })
      .returning('id')
      .executeTakeFirstOrThrow(),
  });
  return {
    'POST /admin/copies/{id}/decide': { who: admin, make: waiting, change: withBody({ note: 'Nothing like it.' }) },
    'POST /admin/hash-lists': { who: admin, make: entry, change: withBody({ name: 'Another' }) },
    'PUT /admin/hash-lists/{id}': {
      who: admin,
      make: async () => ({ ...(await stored()), body: { name: 'Hotline', address, token: '', isEnabled: false } }),
      change: withBody({ name: 'Another' }),
    },
    'DELETE /admin/hash-lists/{id}': { who: admin, make: stored, change: stored },
  };
};
