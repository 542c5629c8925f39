import { onTestFinished } from 'vitest';
import { entryOf, startMediaServer } from '../live/testing/media-server-site.ts';
import type { CallFixture } from './call-fixture.ts';
import type { Person } from './factories.ts';
import type { TestApp } from './test-app.ts';

/** The owner's call that stores a media server, each with a server of its own. */
export const mediaServerFixtures = ({ app, admin }: { app: () => TestApp; admin: () => Person }): Record<string, CallFixture> => {
  const entry = async () => {
    const double = await startMediaServer(app());
    onTestFinished(() => double.close());
    return { body: entryOf(double) };
  };
  return { 'PUT /admin/media-server': { who: admin, make: entry, change: entry } };
};
