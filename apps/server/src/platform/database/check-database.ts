import pg from 'pg';
import { ConfigurationError } from '../config.ts';
import { messageOf } from '../thrown.ts';
import { createPool } from './database.ts';

/** The oldest PostgreSQL that has what the migrations use. */
const OLDEST_MAJOR = 18;
const APPLICATION_ROLE = 'stagedoor_app';

const POOLER =
  'DATABASE_URL: a pooler stands between the site and its database, and the site can’t use one yet (it changes settings of connections): name the address of PostgreSQL itself.';

/** Facts about a database and the user that the site connects as. */
export interface DatabaseFacts {
  major: number;
  user: string;
  database: string;
  mayCreate: boolean;
  hasApplicationRole: boolean;
  mayCreateRoles: boolean;
  /** May act as the application's role, or that doesn't exist yet. */
  mayActAsApplication: boolean;
}

/** The sentence that says why a database can't be used; undefined for one that can. */
export const refusalOf = ({
  major,
  user,
  database,
  mayCreate,
  hasApplicationRole,
  mayCreateRoles,
  mayActAsApplication,
}: DatabaseFacts): string | undefined => {
  if (major < OLDEST_MAJOR)
    return `DATABASE_URL: this is PostgreSQL ${major}, and the site needs ${OLDEST_MAJOR} or later: upgrade it, or unset the variable to use the one that comes with the site.`;
  if (!mayCreate)
    return `DATABASE_URL: the user "${user}" may not create tables in the database "${database}": make it the owner (ALTER DATABASE "${database}" OWNER TO "${user}").`;
  if (!hasApplicationRole && !mayCreateRoles)
    return `DATABASE_URL: the user "${user}" may not create the role ${APPLICATION_ROLE}: allow it (ALTER ROLE "${user}" CREATEROLE), or create that role and grant it to "${user}".`;
  if (!mayActAsApplication)
    return `DATABASE_URL: the user "${user}" may not act as ${APPLICATION_ROLE}: allow it (GRANT ${APPLICATION_ROLE} TO "${user}").`;
  return undefined;
};

const readFacts = async (url: string): Promise<DatabaseFacts> => {
  const client = new pg.Client({ connectionString: url, application_name: 'stagedoor-start' });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<DatabaseFacts>(
      `select current_setting('server_version_num')::int / 10000 as major, current_user as user, current_database() as database,
        has_database_privilege(current_database(), 'CREATE') as "mayCreate",
        exists (select from pg_roles where rolname = $1) as "hasApplicationRole",
        (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as "mayCreateRoles",
        coalesce((select pg_has_role(oid, 'MEMBER') from pg_roles where rolname = $1), true) as "mayActAsApplication"`,
      [APPLICATION_ROLE],
    );
    return rows[0]!;
  } finally {
    await client.end().catch(() => {});
  }
};

/**
 * Checks that the database of DATABASE_URL can be used, before anything is made in it.
 * @throws ConfigurationError
 */
export const checkDatabase = async (url: string): Promise<void> => {
  const refusal = refusalOf(await readFacts(url));
  if (refusal !== undefined) throw new ConfigurationError(refusal);
  // The settings of a connection, as the site's pools send them. One that drops them would leave the site its owner's rights.
  const pool = createPool({ url, max: 1, onError: () => {}, statementTimeoutMs: 15_000 });
  try {
    const { rows } = await pool.query<{ role: string }>('select current_user as role');
    if (rows[0]?.role !== APPLICATION_ROLE) throw new ConfigurationError(POOLER);
  } catch (error) {
    if (/unsupported startup parameter/i.test(messageOf(error))) throw new ConfigurationError(POOLER);
    // The role is made by the first migration. The settings have reached PostgreSQL.
    if (!/role "stagedoor_app" does not exist/.test(messageOf(error))) throw error;
  } finally {
    await pool.end();
  }
};
