import { useAction } from '../../app/data.ts';
import { useStepUpQuestion } from '../../app/step-up.ts';
import { TextField } from '../../ui/Field.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import { CurrentPassword } from '../../ui/forms/password-fields.tsx';
import { SheetForm } from '../../ui/forms/SheetForm.tsx';

/** Asks the owner to confirm that it is them, for a call that needs it; the call goes on by itself afterwards. */
export const StepUpSheet = () => {
  const t = useText();
  const question = useStepUpQuestion();
  const confirm = useAction('POST /auth/confirm');
  const hasCode = question?.methods.includes('code') ?? false;
  return (
    <Sheet
      opened={question !== null}
      onClose={() => question?.answer(false)}
      title={t('account.confirmTitle')}
      width={420}
      hasHistoryEntry={false}
    >
      <SheetForm
        action={confirm}
        lead={t('account.confirmLead')}
        submit={t('account.confirm')}
        send={({ text }) => confirm.run({ body: hasCode ? { code: text('code') } : { password: text('currentPassword') } })}
        onDone={() => question?.answer(true)}
      >
        {hasCode ? (
          <TextField
            name="code"
            autoComplete="one-time-code"
            required
            spellCheck={false}
            maxLength={40}
            label={t('account.codeOrRecovery')}
            error={confirm.error?.fields['code']}
          />
        ) : (
          <CurrentPassword error={confirm.error} label={t('account.password')} />
        )}
      </SheetForm>
    </Sheet>
  );
};
