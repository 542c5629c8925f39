import { expect, test } from 'vitest';
import { findPrices, findServerPrices, findTokensAlone } from './prices.mjs';

const PATH = 'apps/web/src/features/shop/Shelf.tsx';
const found = (code: string, path = PATH): string[] => findPrices([{ path, code }], []);

test.each([
  ['tokens by the formatter', 'return <b>{format.tokens(price)}</b>;'],
  ['a coin', 'return <b><Coin />{written}</b>;'],
  ['the unit', "t('ui.tokensUnit', { count })"],
  ['a currency of its own', "new Intl.NumberFormat(locale, { style: 'currency', currency })"],
  ['decimals by hand', 'return <b>{product.price.toFixed(2)}</b>;'],
  ['a bare number', 'return <b>{product.price}</b>;'],
  ['a price in the code', 'return <b>from $5</b>;'],
])('reports %s outside the one component', (_, code) => {
  expect(found(code)).toHaveLength(1);
});

test('accepts the component, its formatters and comments', () => {
  expect(found('// `$48.50`, see <Coin />\nreturn <Amount tokens={product.price} />;')).toEqual([]);
  expect(found('return <b>{format.money(net)}</b>;')).toEqual([]);
  expect(found('return <Coin />;', 'apps/web/src/ui/Amount.tsx')).toEqual([]);
});

test('reports an exception that is no longer needed', () => {
  const exception = { file: PATH, reason: 'a test' };
  expect(findPrices([{ path: PATH, code: 'return <Coin />;' }], [exception])).toEqual([]);
  expect(findPrices([{ path: PATH, code: 'return null;' }], [exception])).toHaveLength(1);
});

test('reports a file of the server that formats amounts by itself', () => {
  const code = 'new Intl.NumberFormat(locale).format(tokens)';
  expect(findServerPrices([{ path: 'apps/server/src/modules/tips/tips.ts', code }])).toHaveLength(1);
  expect(findServerPrices([{ path: 'apps/server/src/modules/notifications/writing.ts', code }])).toEqual([]);
});

test.each(['ui.some', 'notice.tip', 'mail.receipt.text'])('reports a text that names tokens without money: %s', (key) => {
  const text = (en: string) => ({ [key]: { en, es: 'Nada' } });
  expect(findTokensAlone(text('Tip {{tokens}} tokens'))).toHaveLength(1);
  expect(findTokensAlone(text('One {{tokens}} token'))).toHaveLength(1);
  expect(findTokensAlone(text('Tip {{tokens}} tokens ({{money}})'))).toEqual([]);
});
