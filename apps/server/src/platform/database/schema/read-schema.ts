import pg from 'pg';

// Reads the site's schema from PostgreSQL's catalogues, without the job queue's and the migrations' own tables.

export interface Column {
  name: string;
  /** As PostgreSQL writes it, such as `timestamp with time zone` or `text[]`. */
  type: string;
  notNull: boolean;
  /** The expression of its default or, when it is generated, of its value. */
  expression: string | null;
  generated: 'stored' | 'virtual' | null;
  identity: 'always' | 'by default' | null;
  collation: string | null;
}

export interface Constraint {
  name: string;
  definition: string;
  isCheck: boolean;
  /** The columns it is about. */
  columns: string[];
}

export interface Table {
  schema: string;
  name: string;
  isUnlogged: boolean;
  partitionedBy: string | null;
  /** `FOR VALUES …` of a partition, and the table it belongs to. */
  partitionOf: { parent: string; bound: string } | null;
  options: string[];
  columns: Column[];
  constraints: Constraint[];
  /** Definitions of indexes that belong to no constraint, statistics and triggers. */
  statements: string[];
  grants: Grant[];
}

export interface Grant {
  to: string;
  privileges: string[];
}

export interface DatabaseFunction {
  schema: string;
  name: string;
  /** Types of its arguments. */
  arguments: string;
  definition: string;
  grants: Grant[];
}

export interface Schema {
  schemas: { name: string; grants: Grant[] }[];
  extensions: string[];
  tables: Table[];
  functions: DatabaseFunction[];
}

const NAMESPACES = `n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'graphile_worker')`;

/** The privileges of everybody but the owner. */
const grantsOf = (acl: string, kind: string, owner: string): string => `(
  select coalesce(json_agg(json_build_object('to', g.grantee, 'privileges', g.privileges) order by g.grantee), '[]')
  from (
    select case a.grantee when 0 then 'public' else a.grantee::regrole::text end as grantee,
      json_agg(lower(a.privilege_type) order by a.privilege_type) as privileges
    from aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))) a where a.grantee <> ${owner} group by a.grantee
  ) g)`;

const TABLES = `
  select n.nspname as schema, c.relname as name, c.relpersistence = 'u' as "isUnlogged", pg_get_partkeydef(c.oid) as "partitionedBy",
    case when c.relispartition then json_build_object('bound', pg_get_expr(c.relpartbound, c.oid),
      'parent', (select i.inhparent::regclass::text from pg_inherits i where i.inhrelid = c.oid)) end as "partitionOf",
    coalesce(c.reloptions, '{}') as options,
    (
      select coalesce(json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'notNull', a.attnotnull,
        'expression', pg_get_expr(d.adbin, d.adrelid),
        'generated', case a.attgenerated when 's' then 'stored' when 'v' then 'virtual' end,
        'identity', case a.attidentity when 'a' then 'always' when 'd' then 'by default' end,
        'collation', (select quote_ident(l.collname) from pg_collation l, pg_type t
          where l.oid = a.attcollation and t.oid = a.atttypid and l.oid <> t.typcollation)) order by a.attnum), '[]')
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    ) as columns,
    (
      select coalesce(json_agg(json_build_object('name', k.conname, 'definition', pg_get_constraintdef(k.oid), 'isCheck', k.contype = 'c',
        'columns', (select coalesce(json_agg(a.attname), '[]') from pg_attribute a where a.attrelid = k.conrelid and a.attnum = any(k.conkey)))
        order by array_position(array['p', 'u', 'c', 'x', 'f'], k.contype::text), k.conname), '[]')
      from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'c', 'x', 'f') and k.conparentid = 0
    ) as constraints,
    (
      select coalesce(json_agg(s.definition order by s.place, s.name), '[]') from (
        select 1 as place, i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
        where i.indrelid = c.oid and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
          and not exists (select from pg_inherits h where h.inhrelid = i.indexrelid)
        union all select 2, e.stxname, pg_get_statisticsobjdef(e.oid) from pg_statistic_ext e where e.stxrelid = c.oid
        union all select 3, t.tgname, pg_get_triggerdef(t.oid) from pg_trigger t
        where t.tgrelid = c.oid and not t.tgisinternal and t.tgparentid = 0
      ) s
    ) as statements,
    ${grantsOf('c.relacl', 'r', 'c.relowner')} as grants
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and ${NAMESPACES} and c.relname not in ('schema_migrations', 'schema_functions')
  order by n.nspname, c.relname`;

const FUNCTIONS = `
  select n.nspname as schema, p.proname as name, pg_get_function_identity_arguments(p.oid) as arguments, pg_get_functiondef(p.oid) as definition,
    ${grantsOf('p.proacl', 'f', 'p.proowner')} as grants
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where ${NAMESPACES} and p.prokind in ('f', 'p')
    and not exists (select from pg_depend d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')
  order by n.nspname, p.proname, 3`;

const SCHEMAS = `
  select n.nspname as name, ${grantsOf('n.nspacl', 'n', 'n.nspowner')} as grants from pg_namespace n where ${NAMESPACES} order by n.nspname`;

const EXTENSIONS = `select extname as name from pg_extension where extname <> 'plpgsql' order by extname`;

/** @param url of a migrated database, as its owner */
export const readSchema = async (url: string): Promise<Schema> => {
  const client = new pg.Client({ connectionString: url, application_name: 'stagedoor-schema' });
  await client.connect();
  try {
    // Names of other schemas are qualified in definitions, those of the schema `public` are not.
    await client.query('set search_path = public');
    const read = async <T extends pg.QueryResultRow>(text: string): Promise<T[]> => (await client.query<T>(text)).rows;
    return {
      schemas: await read(SCHEMAS),
      extensions: (await read<{ name: string }>(EXTENSIONS)).map(({ name }) => name),
      tables: await read(TABLES),
      functions: await read(FUNCTIONS),
    };
  } finally {
    await client.end();
  }
};
