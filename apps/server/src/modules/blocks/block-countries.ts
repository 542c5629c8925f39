import { sql } from 'kysely';
import { type Idempotency, recordEvent, transact } from '../../platform/database/database.ts';
import { FieldsError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { isCountry } from '../reference/index.ts';

/** Codes of the countries that a performer blocks. */
export const listBlockedCountries = async ({ database }: Pick<Platform, 'database'>, performerId: string): Promise<string[]> => {
  const rows = await database
    .selectFrom('country_blocks')
    .select('country')
    .where('performer_id', '=', performerId)
    .orderBy('country')
    .execute();
  return rows.map(({ country }) => country);
};

/**
 * Replaces the list. It may include the performer's own country: many don't want to be seen by neighbours, and performers always see
 * themselves.
 * @throws FieldsError for an unknown country
 */
export const setBlockedCountries = async (
  platform: Platform,
  performerId: string,
  countries: readonly string[],
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const wanted = [...new Set(countries)];
  if (!wanted.every(isCountry)) throw new FieldsError([{ property: 'countries', rule: 'country' }]);
  await transact(platform.database, idempotency, async (trx) => {
    await sql`select from performers where account_id = ${performerId}::uuid for update`.execute(trx);
    await sql`delete from country_blocks where performer_id = ${performerId}::uuid and country <> all(${wanted}::text[])`.execute(trx);
    await sql`
      insert into country_blocks (performer_id, country, created_at)
      select ${performerId}::uuid, country, ${platform.clock.now()}::timestamptz from unnest(${wanted}::text[]) as x(country)
      on conflict do nothing`.execute(trx);
    await recordEvent(trx, 'blocks.countriesChanged', { performerId });
    return {};
  });
};
