import type { ManagedPackage } from '@stagedoor/contract/wallet';
import { useState } from 'react';
import { useAction } from '../../../app/data.ts';
import { Switch } from '../../../ui/Check.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';
import { TokenField } from '../../../ui/TokenField.tsx';
import { SheetForm } from '../../../ui/forms/SheetForm.tsx';
import site from '../../../ui/admin/editor.module.css';

const DECIMAL = String.raw`\d{1,7}([.,]\d{1,2})?`;
const amountOf = (text: string): string => text.trim().replace(',', '.');

/** Creates a package of tokens at the end of the list, or edits one. */
export const PackageForm = ({
  managed,
  position,
  onSaved,
}: {
  managed: ManagedPackage | null;
  position: number;
  onSaved: () => Promise<void>;
}) => {
  const t = useText();
  const { currency } = useFormat();
  const create = useAction('POST /admin/wallet-packages');
  const update = useAction('PUT /admin/wallet-packages/{id}');
  const action = managed ? update : create;
  const fields = action.error?.fields ?? {};
  const [active, setActive] = useState(managed?.active ?? true);
  return (
    <SheetForm
      draft={`package.${managed?._id ?? 'new'}`}
      action={action}
      submit={t('unsaved.save')}
      send={({ text }) => {
        const body = {
          name: text('name').trim(),
          tokens: amountOf(text('tokens')),
          price: amountOf(text('price')),
          position: managed?.position ?? position,
          active,
        };
        return managed ? update.run({ params: { id: managed._id }, body }) : create.run({ body });
      }}
      onDone={() => void onSaved()}
    >
      <TextField label={t('packages.name')} name="name" required maxLength={60} defaultValue={managed?.name ?? ''} error={fields['name']} />
      <div className={site.row2}>
        <TokenField
          label={t('packages.tokens')}
          name="tokens"
          required
          pattern={DECIMAL}
          defaultValue={managed?.tokens.toFixed(2) ?? ''}
          error={fields['tokens']}
        />
        <TextField
          label={t('packages.price')}
          name="price"
          required
          inputMode="decimal"
          pattern={DECIMAL}
          end={<span className={site.unit}>{currency}</span>}
          defaultValue={managed?.price.toFixed(2) ?? ''}
          error={fields['price']}
        />
      </div>
      <Switch name="active" label={t('packages.on')} checked={active} onChange={(event) => setActive(event.currentTarget.checked)} />
    </SheetForm>
  );
};
