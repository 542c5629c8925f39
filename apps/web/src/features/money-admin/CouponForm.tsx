import type { Coupon, CouponItemKind } from '@stagedoor/contract/coupons';
import { kindsWith } from '@stagedoor/contract/items.values';
import { type ChangeEvent, type FormEvent, useState } from 'react';
import { useAction } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox, Switch } from '../../ui/Check.tsx';
import { FieldError, TextField } from '../../ui/Field.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { useText } from '../../ui/text.ts';
import { TokenField } from '../../ui/TokenField.tsx';
import type from '../../ui/type.module.css';
import { FormError } from '../../ui/forms/FormError.tsx';
import { FormDraft } from '../../ui/forms/FormDraft.tsx';
import { useKeptForm } from '../../ui/forms/use-kept-form.ts';
import { fromLocal, toLocal } from '../../ui/forms/local-date-time.ts';
import site from '../../ui/admin/editor.module.css';
import styles from './money-admin.module.css';

const KINDS: readonly CouponItemKind[] = kindsWith('takesCoupons');

const written = (value: number | null): string => (value === null ? '' : String(value));
const whole = (text: string): number | null => (text.trim() === '' ? null : Number(text));

/** Creates a coupon, or edits its terms. */
export const CouponForm = ({ coupon, onSaved }: { coupon: Coupon | null; onSaved: () => Promise<void> }) => {
  const t = useText();
  const create = useAction('POST /admin/coupons');
  const update = useAction('PUT /admin/coupons/{id}');
  const [code, setCode] = useState(coupon?.code ?? '');
  const [name, setName] = useState(coupon?.name ?? '');
  const [by, setBy] = useState<'percent' | 'amount'>(coupon?.amount ? 'amount' : 'percent');
  const [off, setOff] = useState(written(coupon?.percent ?? coupon?.amount ?? null));
  const [kinds, setKinds] = useState<readonly CouponItemKind[]>(coupon?.itemKinds ?? KINDS);
  const [startsAt, setStartsAt] = useState(coupon?.startsAt ?? null);
  const [endsAt, setEndsAt] = useState(coupon?.endsAt ?? null);
  const [usesMaximum, setUsesMaximum] = useState(written(coupon?.usesMaximum ?? null));
  const [usesPerAccount, setUsesPerAccount] = useState(written(coupon ? coupon.usesPerAccount : 1));
  const [active, setActive] = useState(coupon?.active ?? true);
  const kept = useKeptForm({ draft: `coupon.${coupon?._id ?? 'new'}`, asks: false });
  const error = create.error ?? update.error;
  const field = (property: string): string | undefined => error?.fields[property] ?? error?.fields[`terms.${property}`];
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const value = off.trim().replace(',', '.');
    const terms = {
      name: name.trim(),
      percent: by === 'percent' ? value : null,
      amount: by === 'amount' ? value : null,
      itemKinds: [...kinds],
      startsAt,
      endsAt,
      usesMaximum: whole(usesMaximum),
      usesPerAccount: whole(usesPerAccount),
      active,
    };
    const saved = coupon
      ? await update.run({ params: { id: coupon._id }, body: { terms } })
      : await create.run({ body: { code: code.trim(), terms } });
    if (!saved) return;
    kept.done();
    await onSaved();
  };
  const shown = ['code', 'name', 'percent', 'amount', 'itemKinds', 'endsAt', 'usesMaximum', 'usesPerAccount'];
  const discount = {
    name: 'off',
    required: true,
    pattern: '\\d{1,6}([.,]\\d{1,2})?',
    value: off,
    error: field('percent') ?? field('amount'),
    onChange: (event: ChangeEvent<HTMLInputElement>) => setOff(event.currentTarget.value),
  };
  return (
    <form className={site.form} onSubmit={(event) => void submit(event)}>
      <FormError error={error} fields={shown.flatMap((one) => [one, `terms.${one}`])} />
      <FormDraft kept={kept} />
      <TextField
        label={t('coupons.code')}
        name="code"
        required
        disabled={coupon !== null}
        value={code}
        maxLength={40}
        pattern="[\p{L}\p{N}_\-]{3,40}"
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        hint={t('coupons.codeHint')}
        error={field('code') ?? (error?.code === 'COUPON_TAKEN' ? error.message : undefined)}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <TextField
        label={t('coupons.name')}
        name="name"
        optional
        value={name}
        maxLength={80}
        error={field('name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className={site.row2}>
        <div className={styles.by}>
          <span className={type.label}>{t('coupons.off')}</span>
          <Segments
            wide
            label={t('coupons.off')}
            name="by"
            value={by}
            onChange={setBy}
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
      <fieldset className={styles.kinds}>
        <legend className={type.label}>{t('coupons.kinds')}</legend>
        <div className={styles.ticks}>
          {KINDS.map((kind) => (
            <Checkbox
              key={kind}
              label={t(`coupons.kind.${kind}`)}
              name={`kind.${kind}`}
              checked={kinds.includes(kind)}
              onChange={(event) => setKinds(event.currentTarget.checked ? [...kinds, kind] : kinds.filter((one) => one !== kind))}
            />
          ))}
        </div>
        {field('itemKinds') ? <FieldError>{field('itemKinds')}</FieldError> : null}
      </fieldset>
      <div className={site.row2}>
        <TextField
          label={t('coupons.from')}
          name="startsAt"
          optional
          type="datetime-local"
          value={toLocal(startsAt)}
          onChange={(event) => setStartsAt(fromLocal(event.currentTarget.value))}
        />
        <TextField
          label={t('coupons.until')}
          name="endsAt"
          optional
          type="datetime-local"
          value={toLocal(endsAt)}
          error={field('endsAt')}
          onChange={(event) => setEndsAt(fromLocal(event.currentTarget.value))}
        />
      </div>
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
          error={field('usesMaximum')}
          onChange={(event) => setUsesMaximum(event.currentTarget.value)}
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
          error={field('usesPerAccount')}
          onChange={(event) => setUsesPerAccount(event.currentTarget.value)}
        />
      </div>
      <Switch
        label={t('coupons.active')}
        name="active"
        hint={t('coupons.activeHint')}
        checked={active}
        onChange={(event) => setActive(event.currentTarget.checked)}
      />
      <div className={site.sheetFoot}>
        <Button kind="gold" size="lg" wide type="submit" busy={create.busy || update.busy} disabled={kinds.length === 0}>
          {t('unsaved.save')}
        </Button>
      </div>
    </form>
  );
};
