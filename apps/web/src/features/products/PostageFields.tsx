import { EVERYWHERE } from '@stagedoor/contract/products.values';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useData } from '../../app/data.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import { TokenField } from '../../ui/TokenField.tsx';
import type from '../../ui/type.module.css';
import styles from './products.module.css';

/** What sending costs to a country, as typed. */
export interface TypedPostage {
  country: string;
  price: string;
}

interface PostageFieldsProps {
  postage: readonly TypedPostage[];
  onChange: (postage: readonly TypedPostage[]) => void;
  error: string | undefined;
}

/** What sending a product costs, by country. */
export const PostageFields = ({ postage, onChange, error }: PostageFieldsProps) => {
  const t = useText();
  const countries = useData('GET /countries/list', {});
  const names = new Map((countries.data?.data ?? []).map(({ code, name }) => [code, name]));
  const nameOf = (country: string): string => (country === EVERYWHERE ? t('products.everywhere') : (names.get(country) ?? country));
  const set = (index: number, part: Partial<TypedPostage>) =>
    onChange(postage.map((row, at) => (at === index ? { ...row, ...part } : row)));
  return (
    <div className={styles.group} role="group" aria-label={t('products.shipping')}>
      <span className={classes(type.small, type.strong)}>{t('products.shipping')}</span>
      {postage.map((row, index) => (
        // Rows have no other name than their place while they are typed.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={index} className={styles.postage}>
          <SelectField
            label={t('products.country')}
            value={row.country}
            placeholder={t('shop.address.choose')}
            choices={[
              { value: EVERYWHERE, text: t('products.everywhere') },
              ...(countries.data?.data ?? []).map(({ code, name }) => ({ value: code, text: name })),
            ].filter(({ value }) => value === row.country || postage.every(({ country }) => country !== value))}
            onChange={(event) => set(index, { country: event.currentTarget.value })}
          />
          <TokenField
            isNarrow
            label={t('products.postage')}
            required
            pattern="\d{1,6}([.]\d{1,2})?"
            value={row.price}
            onChange={(event) => set(index, { price: event.currentTarget.value.replace(',', '.') })}
          />
          <IconButton
            label={t('products.removeCountry', { country: nameOf(row.country) })}
            icon={<IconX size={18} stroke={1.75} />}
            onClick={() => onChange(postage.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      {postage.length === 0 ? <span className={classes(type.small, type.quiet)}>{t('products.nowhere')}</span> : null}
      <div>
        <Button
          kind="text"
          size="sm"
          icon={<IconPlus size={18} stroke={1.75} />}
          onClick={() =>
            onChange([...postage, { country: postage.some(({ country }) => country === EVERYWHERE) ? '' : EVERYWHERE, price: '' }])
          }
        >
          {t('products.addCountry')}
        </Button>
      </div>
      <span className={classes(type.tiny, type.faint)}>{t('products.shippingHint')}</span>
      {error ? <FieldError>{error}</FieldError> : null}
    </div>
  );
};
