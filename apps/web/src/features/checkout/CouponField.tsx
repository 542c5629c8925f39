import type { ResponseOf, Contract } from '@stagedoor/contract';
import type { CouponItemKind } from '@stagedoor/contract/coupons';
import { IconRosetteDiscount, IconX } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useAction } from '../../app/data.ts';
import { Amount } from '../../ui/Amount.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { FieldError, TextField } from '../../ui/Field.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './checkout.module.css';

/** The discount of a coupon, and the remaining price. */
export type AppliedCoupon = ResponseOf<Contract['POST /coupons/{code}/apply-coupon']>;

interface CouponFieldProps {
  kind: CouponItemKind;
  items: readonly { id: string; quantity: number }[];
  applied: AppliedCoupon | null;
  onChange: (applied: AppliedCoupon | null) => void;
  /** Entered earlier, when the checkout continues after a top-up. */
  code?: string;
}

/** The coupon line of a bill: first a link, then a field, then the discount. */
export const CouponField = ({ kind, items, applied, onChange, code: known = '' }: CouponFieldProps) => {
  const t = useText();
  const apply = useAction('POST /coupons/{code}/apply-coupon');
  const [isAsked, setIsAsked] = useState(known !== '');
  const [code, setCode] = useState(known);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // The field may be inside another form.
    event.stopPropagation();
    if (code.trim() === '') return;
    const answer = await apply.run({ params: { code: code.trim() }, body: { kind, items: [...items] } });
    if (answer) onChange(answer);
  };
  if (applied)
    return (
      <div className={styles.couponLine}>
        <span className={styles.couponName}>
          <IconRosetteDiscount size={20} stroke={1.75} aria-hidden="true" />
          <span className={type.clip}>{t('shop.coupon', { code: applied.code })}</span>
          <IconButton
            size="sm"
            label={t('shop.couponRemove')}
            icon={<IconX size={16} stroke={1.75} />}
            onClick={() => {
              setCode('');
              setIsAsked(false);
              onChange(null);
            }}
          />
        </span>
        <Amount tokens={-applied.discount} bare className={styles.couponOff} />
      </div>
    );
  if (!isAsked)
    return (
      <div className={styles.couponAsk}>
        <Button kind="text" size="sm" icon={<IconRosetteDiscount size={18} stroke={1.75} />} onClick={() => setIsAsked(true)}>
          {t('shop.couponAsk')}
        </Button>
      </div>
    );
  return (
    <form className={styles.coupon} onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label={t('shop.couponLabel')}
        name="coupon"
        value={code}
        maxLength={40}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setCode(event.currentTarget.value);
          apply.reset();
        }}
      />
      <Button kind="lift" type="submit" busy={apply.busy} disabled={code.trim() === ''}>
        {t('shop.couponApply')}
      </Button>
      {apply.error ? (
        <span className={styles.couponProblem}>
          <FieldError>{apply.error.message}</FieldError>
        </span>
      ) : null}
    </form>
  );
};
