import type { Coupon } from '@stagedoor/contract/coupons';
import { type ChangeEvent, type FormEvent, useState } from 'react';
import { useAction } from '../../../app/data.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox, Switch } from '../../../ui/Check.tsx';
import { FieldError, TextField } from '../../../ui/Field.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { useText } from '../../../ui/text.ts';
import { TokenField } from '../../../ui/TokenField.tsx';
import type from '../../../ui/type.module.css';
import { FormError } from '../../../ui/forms/FormError.tsx';
import { FormDraft } from '../../../ui/forms/FormDraft.tsx';
import { useKeptForm } from '../../../ui/forms/use-kept-form.ts';
import { fromLocal, toLocal } from '../../../ui/forms/local-date-time.ts';
import site from '../../../ui/admin/editor.module.css';
import { COUPON_KINDS, type CouponDraft, draftOfCoupon, termsOfDraft } from './coupon-draft.ts';
import styles from '../../../ui/admin/offers.module.css';

const FIELDS = ['code', 'name', 'percent', 'amount', 'itemKinds', 'endsAt', 'usesMaximum', 'usesPerAccount'].flatMap((one) => [
  one,
  `terms.${one}`,
]);

interface PartProps {
  draft: CouponDraft;
  set: (fields: Partial<CouponDraft>) => void;
  /** The refusal of a field. */
  errorOf: (property: string) => string | undefined;
}

/** The discount, in percent or as an amount. */
const Discount = ({ draft: { by, off }, set, errorOf }: PartProps) => {
  const t = useText();
  const discount = {
    name: 'off',
    required: true,
    pattern: '\\d{1,6}([.,]\\d{1,2})?',
    value: off,
    error: errorOf('percent') ?? errorOf('amount'),
    onChange: (event: ChangeEvent<HTMLInputElement>) => set({ off: event.currentTarget.value }),
  };
  return (
    <div className={site.row2}>
      <div className={styles.by}>
        <span className={type.label}>{t('coupons.off')}</span>
        <Segments
          wide
          label={t('coupons.off')}
          name="by"
          value={by}
          onChange={(chosen) => set({ by: chosen })}
          options={[
            { value: 'percent', text: t('coupons.percent') },
            { value: 'amount', text: t('coupons.amount') },
          ]}
        />
      </div>
      {by === 'amount' ? (
        <TokenField label={t('coupons.amount')} {...discount} />
      ) : (
        <TextField label={t('coupons.percent')} inputMode="decimal" end={<span className={site.unit}>%</span>} {...discount} />
      )}
    </div>
  );
};

const Kinds = ({ draft: { kinds }, set, errorOf }: PartProps) => {
  const t = useText();
  return (
    <fieldset className={styles.kinds}>
      <legend className={type.label}>{t('coupons.kinds')}</legend>
      <div className={styles.ticks}>
        {COUPON_KINDS.map((kind) => (
          <Checkbox
            key={kind}
            label={t(`coupons.kind.${kind}`)}
            name={`kind.${kind}`}
            checked={kinds.includes(kind)}
            onChange={(event) => set({ kinds: event.currentTarget.checked ? [...kinds, kind] : kinds.filter((one) => one !== kind) })}
          />
        ))}
      </div>
      {errorOf('itemKinds') ? <FieldError>{errorOf('itemKinds')}</FieldError> : null}
    </fieldset>
  );
};

/** From when until when the coupon is taken. */
const Dates = ({ draft: { startsAt, endsAt }, set, errorOf }: PartProps) => {
  const t = useText();
  return (
    <div className={site.row2}>
      <TextField
        label={t('coupons.from')}
        name="startsAt"
        optional
        type="datetime-local"
        value={toLocal(startsAt)}
        onChange={(event) => set({ startsAt: fromLocal(event.currentTarget.value) })}
      />
      <TextField
        label={t('coupons.until')}
        name="endsAt"
        optional
        type="datetime-local"
        value={toLocal(endsAt)}
        error={errorOf('endsAt')}
        onChange={(event) => set({ endsAt: fromLocal(event.currentTarget.value) })}
      />
    </div>
  );
};

/** How often the coupon is taken, in all and by one account. */
const Uses = ({ draft: { usesMaximum, usesPerAccount }, set, errorOf }: PartProps) => {
  const t = useText();
  return (
    <div className={site.row2}>
      <TextField
        label={t('coupons.usesMaximum')}
        name="usesMaximum"
        optional
        type="number"
        min={1}
        max={1_000_000}
        value={usesMaximum}
        hint={t('coupons.noLimit')}
        error={errorOf('usesMaximum')}
        onChange={(event) => set({ usesMaximum: event.currentTarget.value })}
      />
      <TextField
        label={t('coupons.usesPerAccount')}
        name="usesPerAccount"
        optional
        type="number"
        min={1}
        max={1000}
        value={usesPerAccount}
        hint={t('coupons.noLimit')}
        error={errorOf('usesPerAccount')}
        onChange={(event) => set({ usesPerAccount: event.currentTarget.value })}
      />
    </div>
  );
};

/** Creates a coupon, or edits its terms. */
export const CouponForm = ({ coupon, onSaved }: { coupon: Coupon | null; onSaved: () => Promise<void> }) => {
  const t = useText();
  const create = useAction('POST /admin/coupons');
  const update = useAction('PUT /admin/coupons/{id}');
  const [draft, setDraft] = useState(() => draftOfCoupon(coupon));
  const set = (fields: Partial<CouponDraft>) => setDraft((known) => ({ ...known, ...fields }));
  const kept = useKeptForm({ draft: `coupon.${coupon?._id ?? 'new'}`, asks: false });
  const error = create.error ?? update.error;
  const errorOf = (property: string): string | undefined => error?.fields[property] ?? error?.fields[`terms.${property}`];
  const part: PartProps = { draft, set, errorOf };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const terms = termsOfDraft(draft);
    const saved = coupon
      ? await update.run({ params: { id: coupon._id }, body: { terms } })
      : await create.run({ body: { code: draft.code.trim(), terms } });
    if (!saved) return;
    kept.done();
    await onSaved();
  };
  return (
    <form className={site.form} onSubmit={(event) => void submit(event)}>
      <FormError error={error} fields={FIELDS} />
      <FormDraft kept={kept} />
      <TextField
        label={t('coupons.code')}
        name="code"
        required
        disabled={coupon !== null}
        value={draft.code}
        maxLength={40}
        pattern="[\p{L}\p{N}_\-]{3,40}"
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        hint={t('coupons.codeHint')}
        error={errorOf('code') ?? (error?.code === 'COUPON_TAKEN' ? error.message : undefined)}
        onChange={(event) => set({ code: event.currentTarget.value })}
      />
      <TextField
        label={t('coupons.name')}
        name="name"
        optional
        value={draft.name}
        maxLength={80}
        error={errorOf('name')}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <Discount {...part} />
      <Kinds {...part} />
      <Dates {...part} />
      <Uses {...part} />
      <Switch
        label={t('coupons.active')}
        name="active"
        hint={t('coupons.activeHint')}
        checked={draft.active}
        onChange={(event) => set({ active: event.currentTarget.checked })}
      />
      <div className={site.sheetFoot}>
        <Button kind="gold" size="lg" wide type="submit" busy={create.busy || update.busy} disabled={draft.kinds.length === 0}>
          {t('unsaved.save')}
        </Button>
      </div>
    </form>
  );
};
