import { onTestFinished } from 'vitest';
import { startAgeProvider } from './age-provider-double.ts';
import type { CallFixture } from './call-fixture.ts';
import type { Person } from './factories.ts';

/** The owner's call that stores a provider of age checks, each with a provider of its own. */
export const ageFixtures = (admin: () => Person): Record<string, CallFixture> => {
  const entry = async () => {
    const provider = await startAgeProvider();
    onTestFinished(() => provider.close());
    return { body: provider.entry() };
  };
  return { 'PUT /admin/age-provider': { who: admin, make: entry, change: entry } };
};
