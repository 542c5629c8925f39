import { describe, expect, test } from 'vitest';
import { mutateCode } from './code-mutations.mjs';
import { mutateFunctions, mutateStatement } from './sql-mutations.mjs';

interface Mutation {
  start: number;
  end: number;
  replacement: string;
}

/** Each mutated text, in the order of the mutations. */
const mutated = (text: string, mutations: readonly Mutation[]): string[] =>
  mutations.map(({ start, end, replacement }) => text.slice(0, start) + replacement + text.slice(end));

describe('mutations of TypeScript', () => {
  test.each([
    ['a < b;', ['a <= b;']],
    ['a >= b;', ['a > b;']],
    ['a === b;', ['a !== b;']],
    ['a + b;', ['a - b;']],
    ['a * b;', ['a / b;']],
    ['a && b;', ['a || b;']],
    ['if (!a) f();', ['if (a) f();']],
    ['f(-a);', ['f(a);']],
    ['a ?? b;', ['(b);', '(a);']],
    ['a ? b : c;', ['a ? c : b;']],
    ['f(true);', ['f(false);']],
    ['f(0);', ['f(1);']],
    ['f(60_000);', ['f(60001);']],
    ['f(100n);', ['f(101n);']],
    ['Math.min(a, b);', ['Math.max(a, b);']],
  ])('mutates %s', (source, expected) => {
    expect(mutated(source, mutateCode(source))).toEqual(expected);
  });

  test.each([
    'const text = `a` + b + "c";',
    "import { a } from './a.ts';",
    'type One = 1 | -2;',
    'const one = a as 1;',
    'interface Row { id: 1 }',
    'f(undefined, null);',
    'a = b;',
  ])('leaves %s alone', (source) => {
    expect(mutateCode(source)).toEqual([]);
  });

  test('finds an operator between operands and comments that contain it', () => {
    const source = "(a['<'] /* < */) < b;";
    expect(mutated(source, mutateCode(source))).toEqual(["(a['<'] /* < */) <= b;"]);
  });

  test('mutates the SQL of templates, and keeps the expressions in them', () => {
    const source = 'sql<boolean>`a.id = ${id}::uuid and b > ${now}`;';
    expect(mutated(source, mutateCode(source))).toEqual([
      'sql<boolean>`a.id <> ${id}::uuid and b > ${now}`;',
      'sql<boolean>`a.id = ${id}::uuid or b > ${now}`;',
      'sql<boolean>`a.id = ${id}::uuid and b >= ${now}`;',
    ]);
    const defaults = 'sql`coalesce(${first}, ${other})`;';
    expect(mutated(defaults, mutateCode(defaults))).toEqual(['sql`(${first})`;', 'sql`(${other})`;']);
  });

  test('mutates the code within templates too', () => {
    const source = 'sql`select ${a === b}`;';
    expect(mutated(source, mutateCode(source))).toEqual(['sql`select ${a !== b}`;']);
  });
});

describe('mutations of SQL', () => {
  test.each([
    ['select a where b = c', ['select a where b <> c']],
    ['select a where b <= c', ['select a where b < c']],
    ['select a - b', ['select a + b']],
    ['select -a', ['select a']],
    ['a and b', ['a or b']],
    ['if not found then', ['if  found then']],
    ['a is null', ['a is not null']],
    ['a is not null', ['a is null']],
    ['a is distinct from b', ['a is not distinct from b']],
    ['a is not distinct from b', ['a is distinct from b']],
    ['least(a, b)', ['greatest(a, b)']],
    ['coalesce(a, f(b, c))', ['(a)', '(f(b, c))']],
    ['case when a then b else c end', ['case when a then c else b end']],
    ['return true;', ['return false;']],
    ['limit 1', ['limit 2']],
  ])('mutates %s', (text, expected) => {
    expect(mutated(text, mutateStatement(text))).toEqual(expected);
  });

  test.each([
    'update t set a = b, c = d',
    "raise exception 'X' using errcode = 'SD001', detail = v_text;",
    'v_a := b;',
    "p ->> 'a = b' || ':'",
    '-- a = b and c',
    'a not null',
    'select a from t group by 1, 2 order by 3',
  ])('leaves %s alone', (text) => {
    expect(mutateStatement(text)).toEqual([]);
  });

  test('tells the condition of an update from its assignments', () => {
    const text = 'update t set a = case when b = c then d end where e = f;';
    expect(mutated(text, mutateStatement(text))).toEqual([
      'update t set a = case when b <> c then d end where e = f;',
      'update t set a = case when b = c then d end where e <> f;',
    ]);
  });

  test('tells the and of between from others', () => {
    expect(mutated('a between b and c and d', mutateStatement('a between b and c and d'))).toEqual(['a between b and c or d']);
  });

  test('mutates the bodies of functions and nothing around them', () => {
    const text = "create function f(a int default 1) returns int as $$\nselect a where a > 2\n$$;\ncomment on function f is 'a = b';";
    expect(mutated(text, mutateFunctions(text))).toEqual([text.replace('a > 2', 'a >= 2'), text.replace('a > 2', 'a > 3')]);
  });
});
