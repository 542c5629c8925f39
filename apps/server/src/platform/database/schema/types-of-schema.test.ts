import { expect, test } from 'vitest';
import type { Column, Constraint, Table } from './read-schema.ts';
import { typesOfSchema, vocabularyOf } from './types-of-schema.ts';

const check = (definition: string, columns = ['state']): Constraint => ({ name: 'a_check', isCheck: true, columns, definition });

test.each([
  ["CHECK ((state = ANY (ARRAY['draft'::text, 'it''s'::text])))", ['draft', "it's"]],
  ["CHECK ((state = 'only'::text))", ['only']],
  ["CHECK ((state <@ ARRAY['a'::text, 'b'::text]))", ['a', 'b']],
  ["CHECK (((cardinality(state) > 0) AND (state <@ ARRAY['a'::text])))", ['a']],
  ["CHECK (((state = ANY (ARRAY['a'::text])) = (balance IS NOT NULL)))", undefined],
  ["CHECK (((state = ANY (ARRAY['a'::text])) OR (length(state) > 3)))", undefined],
  ["CHECK ((state ~ '^[a-z]+$'::text))", undefined],
])('%s', (definition, values) => {
  expect(vocabularyOf(check(definition))).toEqual(values);
  expect(vocabularyOf(check(definition, ['state', 'balance']))).toBeUndefined();
});

test('columns: defaults, generated ones, arrays, nullable ones', () => {
  const column = (name: string, type: string, rest: Partial<Column> = {}): Column => ({
    name,
    type,
    notNull: true,
    expression: null,
    generated: null,
    identity: null,
    collation: null,
    ...rest,
  });
  const table: Table = {
    schema: 'ledger',
    name: 'some_things',
    isUnlogged: false,
    partitionedBy: null,
    partitionOf: null,
    options: [],
    columns: [
      column('state', 'text', { expression: "'draft'::text" }),
      column('at', 'timestamp with time zone', { notNull: false }),
      column('on_sale', 'boolean', { expression: 'true', generated: 'virtual' }),
      column('id', 'bigint', { identity: 'always' }),
      column('tags', 'text[]'),
      column('detail', 'jsonb', { notNull: false }),
    ],
    constraints: [check("CHECK ((state = ANY (ARRAY['draft'::text, 'sent'::text])))")],
    statements: [],
    grants: [],
  };
  const schema = {
    schemas: [],
    extensions: [],
    tables: [table, { ...table, name: 'part', partitionOf: { parent: 'x', bound: '' } }],
    functions: [],
  };
  const lines = typesOfSchema(schema).split('\n');
  expect(lines.slice(lines.indexOf('export interface LedgerSomeThings {'))).toEqual([
    'export interface LedgerSomeThings {',
    '  at: Date | null;',
    '  detail: unknown;',
    '  id: ColumnType<bigint, never, never>;',
    '  on_sale: ColumnType<boolean, never, never>;',
    "  state: Generated<'draft' | 'sent'>;",
    '  tags: string[];',
    '}',
    '',
    'export interface DB {',
    "  'ledger.some_things': LedgerSomeThings;",
    '}',
    '',
  ]);
  const unknown = { ...schema, tables: [{ ...table, columns: [column('where', 'point')] }] };
  expect(() => typesOfSchema(unknown)).toThrow('ledger.some_things.where is of type point');
});

test('a column of JSON that is described elsewhere takes its type from there', () => {
  const types = typesOfSchema({
    schemas: [],
    extensions: [],
    functions: [],
    tables: [
      {
        schema: 'public',
        name: 'files',
        isUnlogged: false,
        partitionedBy: null,
        partitionOf: null,
        options: [],
        columns: [{ name: 'variants', type: 'jsonb', notNull: true, expression: "'[]'", generated: null, identity: null, collation: null }],
        constraints: [],
        statements: [],
        grants: [],
      },
    ],
  });
  expect(types).toContain("  variants: JsonColumn<'files.variants'>;");
});
