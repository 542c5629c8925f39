import { useAction } from '../../app/data.ts';
import { TextField } from '../../ui/Field.tsx';
import { useText } from '../../ui/text.ts';
import { SheetForm } from '../../ui/forms/SheetForm.tsx';

/** The field of a code from the app. */
export const CODE_FIELD = { name: 'code', inputMode: 'numeric', autoComplete: 'one-time-code', required: true, spellCheck: false } as const;

interface RenewCodesProps {
  /** A code of the app confirms it; without the app, a recent confirmation does. */
  hasApp: boolean;
  onDone: (codes: readonly string[]) => void;
}

/** Makes new recovery codes; the earlier ones stop working. */
export const RenewCodes = ({ hasApp, onDone }: RenewCodesProps) => {
  const t = useText();
  const renew = useAction('POST /auth/two-factor/recovery-codes');
  return (
    <SheetForm
      action={renew}
      lead={t('account.newCodesLead')}
      submit={t('account.newCodes')}
      send={({ text }) => renew.run({ body: hasApp ? { code: text('code') } : {} })}
      onDone={({ recoveryCodes }) => onDone(recoveryCodes)}
    >
      {hasApp ? <TextField {...CODE_FIELD} label={t('account.codeFromApp')} maxLength={10} error={renew.error?.fields['code']} /> : null}
    </SheetForm>
  );
};
