import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { APPEARANCES } from '../../testing/appearances.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { show } from '../../testing/show.tsx';
import { Amount, PriceTag, useAmountText } from './Amount.tsx';

const settings = { currency: 'EUR', tokenValue: 0.5 };
const shown = () => page.getByTestId('amount');

const Sentence = ({ tokens, money }: { tokens: number; money?: number }) => useAmountText()(tokens, { money });

test.each([
  ['the money its tokens are worth', <Amount key="" tokens={6.5} />, '6.50 tokens, €3.25'],
  ['money that was frozen', <Amount key="" tokens={6.5} money={4} />, '6.50 tokens, €4.00'],
  ['one token in the singular', <Amount key="" tokens={1} trim />, '1 token, €0.50'],
  ['a sign at both', <Amount key="" tokens={-4} money={-2} signed />, '−4.00 tokens, −€2.00'],
  ['a plus at both', <Amount key="" tokens={10} signed />, '+10.00 tokens, +€5.00'],
  ['no unit beside a coin that is there', <Amount key="" tokens={4} bare />, '4.00, €2.00'],
  ['the price of a tile', <PriceTag key="" tokens={4} />, '4.00 tokens, €2.00'],
  ['a sentence', <Sentence key="" tokens={1250} />, '1,250.00 tokens (€625.00)'],
  ['a sentence with frozen money', <Sentence key="" tokens={1} money={0.4} />, '1.00 token (€0.40)'],
])('writes %s', async (_, amount, words) => {
  await show(<p data-testid="amount">{amount}</p>, { settings });
  await expect.element(shown()).toHaveTextContent(words);
});

test('writes the tokens in Spanish', async () => {
  await show(
    <p data-testid="amount">
      <Amount tokens={1250.5} />
    </p>,
    { settings, locale: 'es' },
  );
  await expect.element(shown()).toHaveTextContent('1250,50 tokens, 625,25 €');
});

test.each(APPEARANCES)('has no accessibility violations, %o', async (appearance) => {
  await show(
    <p>
      <Amount tokens={48.5} /> <Amount tokens={-4} stacked /> <PriceTag tokens={4} />
    </p>,
    appearance,
  );
  await expectAccessible();
});
