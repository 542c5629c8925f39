import { useData } from '../../app/data.ts';
import { TokenField } from '../../ui/TokenField.tsx';
import { typedTokens } from '../../ui/typed-tokens.ts';
import { useFormat } from '../../ui/format.tsx';
import { tokensToMoney } from '../../ui/tokens-to-money.ts';
import { useText } from '../../ui/text.ts';
import { shareOf } from '../items/composer/share.ts';
import styles from './compose.module.css';

/** The price of a message's files, with what the performer gets of it. Empty: they are free. */
export const PriceRow = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => {
  const t = useText();
  const format = useFormat();
  const { data: commissions } = useData('GET /performers/commissions', {});
  const rate = commissions?.find(({ kind }) => kind === 'feedSaleCommission')?.rate;
  const tokens = typedTokens(value);
  const money = tokens === null ? 0 : tokensToMoney(tokens, format.tokenValue);
  return (
    <div className={styles.priceRow}>
      <TokenField
        label={t('messages.price')}
        name="price"
        optional
        pattern="\d{1,6}([.]\d{1,2})?"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value.replace(',', '.'))}
        hint={
          money > 0 && rate !== undefined ? t('model.priceYouGet', { net: format.money(shareOf(money, rate)) }) : t('messages.priceHint')
        }
      />
    </div>
  );
};
