import { randomBytes } from 'node:crypto';
import { type StatementLine, buildStatement, saleLineOf } from '@stagedoor/contract/statements.values';
import { expect, test } from 'vitest';
import { createSigner } from '../../platform/signed-file.ts';
import { verifyStatementFile, writeStatementFile } from './sign-statement.ts';
import { drawStatement, drawable } from './statement-pdf.ts';

const sale = (index: number): StatementLine => {
  const at = new Date(Date.UTC(2026, 9, 1 + (index % 31), 10)).toISOString();
  return saleLineOf({ type: 'sale', at, id: `t${index}`, kind: 'tip', title: 'Étude für Ñandú', soldAt: at }, BigInt(100 + index), 2000n);
};
const statementOf = (count: number) =>
  buildStatement(
    {
      site: 'https://stage.example',
      performer: { id: 'p', username: 'luna', name: 'Luna Vega' },
      month: '2026-10',
      currency: 'USD',
      period: { after: '2026-10-01T00:00:00.000Z', until: '2026-11-01T00:00:00.000Z' },
    },
    150n,
    Array.from({ length: count }, (_, index) => sale(index)),
    null,
  );
const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;

test('a PDF has the figures and a page for each few lines, with embedded fonts; of many lines the days', async () => {
  const few = await drawStatement(statementOf(30), 'a'.repeat(64), 'en');
  expect([pagesOf(few), few.includes('FontFile2')]).toEqual([2, true]);
  expect(pagesOf(await drawStatement(statementOf(0), 'a'.repeat(64), 'es'))).toBe(1);
  expect(pagesOf(await drawStatement(statementOf(100), 'a'.repeat(64), 'es'))).toBe(4);
  // Thirty-one days on one page.
  const many = await drawStatement(statementOf(5000), 'a'.repeat(64), 'en');
  expect(pagesOf(many)).toBe(2);
});

test('a PDF draws no mark of direction, with which a title could turn the line around', async () => {
  expect(drawable('\u2068\u202Egpj.exe\u202C\u2069 · @luna')).toBe('gpj.exe · @luna');
  const named = (title: string) => {
    const statement = statementOf(1);
    return { ...statement, lines: statement.lines.map((line) => ({ ...line, title })) };
  };
  const lengths = await Promise.all(
    ['Show', '\u202ES\u2066ho\u2069w\u202C'].map(async (title) => (await drawStatement(named(title), 'a'.repeat(64), 'en')).length),
  );
  expect(lengths[1]).toBe(lengths[0]);
});

test('verifies a statement of a hundred thousand lines', () => {
  const signer = createSigner(randomBytes(32));
  const file = Buffer.from(writeStatementFile(statementOf(100_000), signer));
  expect(verifyStatementFile(file, signer.publicKey).statement.lines).toHaveLength(100_000);
});
