import type { TestProject } from 'vitest/node';
import { databaseUrl, query } from '../../platform/testing/database-setup.ts';
import type { Cast } from './cast.ts';
import { recordCast } from './record-cast.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The template of databases to which people of the cast can be added. */
    testCastTemplate: string;
    testCast: Cast;
  }
}

/**
 * Writes rows as they are, without triggers and without checks of references, whoever calls it. What triggers write was recorded too.
 */
const ADD_ROWS = `
  create schema testing;
  grant usage on schema testing to public;
  create function testing.add_rows(tables jsonb) returns void language plpgsql security definer set session_replication_role = replica as $$
  declare entry record; names text;
  begin
    for entry in select key as relation, value as content from jsonb_each(tables) loop
      select string_agg(quote_ident(attname), ', ' order by attnum) into names from pg_attribute
      where attrelid = entry.relation::regclass and attnum > 0 and not attisdropped and attgenerated = '';
      execute format('insert into %1$s (%2$s) select %2$s from jsonb_populate_recordset(null::%1$s, $1)', entry.relation, names)
      using entry.content;
    end loop;
  end $$`;

const makeTemplate = async (url: string, testTemplate: string, prefix: string): Promise<{ template: string; cast: Cast }> => {
  const stage = `${prefix}stage`;
  const template = `${prefix}cast`;
  for (const name of [stage, template]) await query(url, `create database ${name} template ${testTemplate} strategy file_copy`);
  const cast = await recordCast({ name: stage, ownerUrl: databaseUrl(url, stage), drop: async () => {} });
  await query(url, `drop database ${stage} with (force)`);
  await query(databaseUrl(url, template), ADD_ROWS);
  await query(url, `alter database ${template} with allow_connections false`);
  return { template, cast };
};

/** By the server's address: the projects of a run share a server. */
const made = new Map<string, ReturnType<typeof makeTemplate>>();

/** Records the cast, and makes the second template. After database-setup.ts, once for each project before the tests. */
export const setup = async (project: TestProject): Promise<void> => {
  const { testPostgresUrl: url, testTemplate, testDatabasePrefix: prefix } = project.getProvidedContext();
  const making = made.get(url) ?? makeTemplate(url, testTemplate, prefix);
  made.set(url, making);
  const { template, cast } = await making;
  project.provide('testCastTemplate', template);
  project.provide('testCast', cast);
};
