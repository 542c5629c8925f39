import { inject } from 'vitest';
import { type TestDatabase, createTestDatabase } from '../../platform/testing/database.ts';
import type { Cast } from './cast.ts';

/** A test database to which people of the cast can be added, if it has one. */
export interface CastDatabase extends TestDatabase {
  cast?: Cast;
}

/** Copies the second template: migrated, without people, with the function that adds them. */
export const createCastDatabase = async (): Promise<CastDatabase> => ({
  ...(await createTestDatabase({ template: inject('testCastTemplate') })),
  cast: inject('testCast'),
});
