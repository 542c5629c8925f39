import { describe, expect, test } from 'vitest';
import { displayName, paging, sortable } from './shapes.ts';

const read = (value: string) => displayName(80).safeParse(value);

describe('a name', () => {
  test.each([
    ['gnitirw \u202Etfel ot thgir', 'gnitirw tfel ot thgir'],
    ['\u2066Maya\u2069', 'Maya'],
    ['ad\u200Bmin', 'admin'],
    ['\uFEFFMa\u00ADya', 'Maya'],
    ['Ma\u{E0041}ya', 'Maya'],
    ['x\u200Dy', 'xy'],
    ['Maya\u00A0\u3000Lind', 'Maya Lind'],
    ['e\u0301'.normalize('NFD'), 'é'],
    ['Z\u0335\u0335\u0335\u0335\u0335\u0335', 'Z\u0335\u0335\u0335'],
  ])('%j is %j', (given, name) => expect(read(given).data).toBe(name));

  test.each(['👩\u200D🚀 Ana', 'می\u200Cخواهم', 'Ñandú', 'Zoë O’Neill', '李小龍', 'د. سارة'])('%s stays as it is', (name) =>
    expect(read(name).data).toBe(name),
  );

  test.each(['', '   ', '\u200B', '\u202E\u2066', '\u3164', 'Maya\r\nBcc: all@example.org', 'Ma\u0000ya', '\ud800'])(
    '%j is refused',
    (given) => expect(read(given).success).toBe(false),
  );
});

describe('the sort of a list', () => {
  const query = sortable(paging, ['position', 'createdAt', 'updatedAt'], 'asc');
  test('is by the first name in its natural direction, unless requested otherwise', () => {
    expect(query.parse({})).toEqual({ limit: 12, offset: 0, sort: 'asc', sortBy: 'position' });
    expect(query.parse({ sortBy: 'updatedAt', sort: 'desc' })).toMatchObject({ sortBy: 'updatedAt', sort: 'desc' });
  });
  test.each([{ sortBy: 'name' }, { sortBy: '' }, { sort: 'up' }])('%j is refused', (asked) =>
    expect(query.safeParse(asked).success).toBe(false),
  );
});
