import { generateKeyPairSync, sign } from 'node:crypto';
import { buildStatement, fileOf, saleLineOf, textOf } from '@stagedoor/contract/statements.values';
import { expect, test } from 'vitest';
import { verifyStatement } from './verify-statement.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const keyText = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
const at = '2026-10-05T10:00:00.000Z';
const SEAL = { position: 41, hash: 'ab'.repeat(32) };
const build = (seal?: typeof SEAL) =>
  buildStatement(
    {
      ...(seal ? { seal } : {}),
      site: 'https://stage.example',
      performer: { id: 'p', username: 'luna', name: 'Luna “Étude” Vega' },
      month: '2026-10',
      currency: 'USD',
      period: { after: '2026-10-01T00:00:00.000Z', until: '2026-11-01T00:00:00.000Z' },
    },
    150n,
    [saleLineOf({ type: 'sale', at, id: 't', kind: 'tip', title: '', soldAt: at }, 333n, 1250n)],
    null,
  );
const fileWith = (seal?: typeof SEAL) => {
  const statement = build(seal);
  return Buffer.from(fileOf(statement, keyText, sign(null, Buffer.from(textOf(statement)), privateKey).toString('base64')));
};
const FILE = fileWith(SEAL);
const check = (content: Buffer, key = keyText, hash: string | null | undefined = SEAL.hash) =>
  verifyStatement(new Uint8Array(content).buffer, key, async (position) => (position === SEAL.position ? hash : null));

test('a file of this site is right; of another site it isn’t', async () => {
  expect(await check(FILE)).toEqual({ statement: build(SEAL), isSealed: true });
  const other = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  expect(await check(FILE, other)).toEqual({ problem: 'otherKey' });
});

test('the seal that it names must be in the ledger’s chain; files of the first version name none', async () => {
  expect(await check(FILE, keyText, 'cd'.repeat(32))).toEqual({ problem: 'otherSeal' });
  expect(await check(FILE, keyText, null)).toEqual({ problem: 'otherSeal' });
  // The site couldn't be asked.
  expect(await verifyStatement(new Uint8Array(FILE).buffer, keyText, async () => undefined)).toMatchObject({ isSealed: null });
  const first = fileWith();
  expect(first.toString()).toContain('stagedoor-monthly-statement-1');
  expect(await check(first)).toEqual({ statement: build(), isSealed: null });
  const renamed = Buffer.from(first.toString().replace('statement-1', 'statement-2'));
  expect(await check(renamed)).toEqual({ problem: 'changed' });
});

test('one changed byte anywhere is found', async () => {
  for (let index = 0; index < FILE.length; index += 1)
    for (const bit of [1, 128]) {
      const changed = Buffer.from(FILE);
      changed[index]! ^= bit;
      expect(await check(changed), `byte ${index}`).toHaveProperty('problem');
    }
});
