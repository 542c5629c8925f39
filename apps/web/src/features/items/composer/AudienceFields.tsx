import { AUDIENCES } from '@stagedoor/contract/items.values';
import type { ReactNode } from 'react';
import type { ApiError } from '../../../app/api.ts';
import { useData } from '../../../app/data.ts';
import { classes } from '../../../ui/classes.ts';
import { TextField } from '../../../ui/Field.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { tokensToMoney } from '../../../ui/tokens-to-money.ts';
import { Segments } from '../../../ui/Segments.tsx';
import { useText } from '../../../ui/text.ts';
import { TokenField } from '../../../ui/TokenField.tsx';
import { typedTokens } from '../../../ui/typed-tokens.ts';
import type from '../../../ui/type.module.css';
import styles from './composer.module.css';
import { shareOf } from './share.ts';
import type { ItemDraft } from './use-item-draft.ts';

interface AudienceFieldsProps {
  draft: ItemDraft;
  error: ApiError | null;
  /** Beside the price, where there is one. */
  children?: ReactNode;
}

/** Who may see an item, and its price for those who buy it. */
export const AudienceFields = ({ draft, error, children }: AudienceFieldsProps) => {
  const t = useText();
  const audience = (
    <div className={styles.ask} role="group" aria-label={t('model.audience')}>
      <span className={classes(type.small, type.strong)}>{t('model.audience')}</span>
      <Segments
        wide
        label={t('model.audience')}
        name="audience"
        value={draft.fields.audience}
        onChange={(value) => draft.change({ audience: value })}
        options={AUDIENCES.map((value) => ({ value, text: t(`model.audience.${value}`) }))}
      />
    </div>
  );
  return (
    <>
      {audience}
      {draft.isPriced ? (
        <div className={styles.two}>
          <PriceField draft={draft} error={error} />
          {children}
        </div>
      ) : (
        children
      )}
    </>
  );
};

/** The price of an item, with what it is worth and what the performer gets at their own commission. */
const PriceField = ({ draft, error }: { draft: ItemDraft; error: ApiError | null }) => {
  const t = useText();
  const format = useFormat();
  const { data: commissions } = useData('GET /performers/commissions', {});
  const rate = commissions?.find(({ kind }) => kind === draft.commission)?.rate;
  const tokens = typedTokens(draft.fields.price);
  const money = tokens === null ? 0 : tokensToMoney(tokens, format.tokenValue);
  return (
    <TokenField
      label={t('model.price')}
      name="price"
      required
      pattern="\d{1,6}([.]\d{1,2})?"
      value={draft.fields.price}
      onChange={(event) => draft.change({ price: event.currentTarget.value.replace(',', '.') })}
      hint={money > 0 && rate !== undefined ? t('model.priceYouGet', { net: format.money(shareOf(money, rate)) }) : undefined}
      error={error?.fields['price']}
    />
  );
};

/** The title of an item. */
export const TitleField = ({
  draft,
  error,
  hint,
  required,
}: {
  draft: ItemDraft;
  error: ApiError | null;
  hint?: string;
  /** Its kind needs one. */
  required?: boolean;
}) => {
  const t = useText();
  return (
    <TextField
      label={t('model.title')}
      optional={!required && !draft.isPriced}
      required={required ?? false}
      name="title"
      maxLength={120}
      hint={hint}
      error={error?.fields['title']}
      value={draft.fields.title}
      onChange={(event) => draft.change({ title: event.currentTarget.value })}
    />
  );
};
