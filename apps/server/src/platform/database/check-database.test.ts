import { expect, test } from 'vitest';
import { type DatabaseFacts, refusalOf } from './check-database.ts';

const GOOD: DatabaseFacts = {
  major: 18,
  user: 'site',
  database: 'stage',
  mayCreate: true,
  hasApplicationRole: false,
  mayCreateRoles: true,
  mayActAsApplication: true,
};

test('a database of PostgreSQL 18 with its owner can be used, also without the right to make the role that is there', () => {
  expect(refusalOf(GOOD)).toBeUndefined();
  expect(refusalOf({ ...GOOD, hasApplicationRole: true, mayCreateRoles: false })).toBeUndefined();
});

test.each([
  [{ major: 15 }, /^DATABASE_URL: this is PostgreSQL 15, and the site needs 18 or later/],
  [{ mayCreate: false }, /^DATABASE_URL: the user "site" may not create tables in the database "stage": make it the owner/],
  [{ mayActAsApplication: false }, /^DATABASE_URL: the user "site" may not act as stagedoor_app: allow it \(GRANT/],
  [{ mayCreateRoles: false }, /^DATABASE_URL: the user "site" may not create the role stagedoor_app: allow it/],
])('%o is refused with the remedy', (flaw, sentence) => {
  expect(refusalOf({ ...GOOD, ...flaw })).toMatch(sentence);
});
