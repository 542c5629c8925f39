import { sql } from 'kysely';
import type { Trx } from '../../platform/database/database.ts';

/**
 * Adds a performer's current legal, stage and user names to the name history (28 CFR 75.2: every name, also former ones). Called before
 * and after each change.
 */
export const keepNames = async (trx: Trx, performerId: string): Promise<void> => {
  await sql`
    insert into performer_names (performer_id, kind, name)
    select p.account_id, n.kind, n.name
    from performers p join accounts a on a.id = p.account_id
    cross join lateral (values ('legal', p.first_name || ' ' || p.last_name), ('stage', a.name), ('username', a.username)) n(kind, name)
    where p.account_id = ${performerId}::uuid
    on conflict do nothing`.execute(trx);
};
