import type { PasskeyAssertion } from '@stagedoor/contract/passkeys';
import { useState } from 'react';
import { useAction } from '../../app/data.ts';
import { useCanUsePasskeys } from '../../app/passkeys.ts';
import { type Confirmation, useStepUpQuestion } from '../../app/questions-of-calls.ts';
import { usePasskey } from '../../app/use-passkey.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { FormError } from '../../ui/forms/FormError.tsx';
import { CurrentPassword } from '../../ui/forms/password-fields.tsx';
import { SheetForm } from '../../ui/forms/SheetForm.tsx';
import styles from './account.module.css';

interface WayProps {
  onDone: () => void;
}

/** Confirms by a passkey; a code is the other way. */
const ByPasskey = ({ onDone, onOther }: WayProps & { onOther: () => void }) => {
  const t = useText();
  const confirm = useAction('POST /auth/confirm');
  const send = async (given: PasskeyAssertion) => {
    if (await confirm.run({ body: { passkey: given } })) onDone();
  };
  const passkey = usePasskey('POST /auth/confirm/challenge', send);
  return (
    <div className={styles.form}>
      <p className={type.quiet}>{t('account.confirmLead')}</p>
      <FormError error={passkey.error ?? confirm.error} fields={[]} />
      <Button kind="gold" wide busy={passkey.busy} onClick={() => void passkey.ask()}>
        {t('account.usePasskey')}
      </Button>
      <Button kind="text" wide disabled={passkey.busy} onClick={onOther}>
        {t('account.useCode')}
      </Button>
    </div>
  );
};

/**
 * Confirms by a code of the app or a recovery code; by the password where the account has no second factor.
 * @param lacksPasskeys the account has a passkey, which this browser can't use
 */
const ByWord = ({ hasCode, lacksPasskeys, onDone }: WayProps & { hasCode: boolean; lacksPasskeys: boolean }) => {
  const t = useText();
  const confirm = useAction('POST /auth/confirm');
  return (
    <SheetForm
      action={confirm}
      lead={lacksPasskeys ? `${t('account.confirmLead')} ${t('account.passkeysUnsupported')}` : t('account.confirmLead')}
      submit={t('account.confirm')}
      send={({ text }) => confirm.run({ body: hasCode ? { code: text('code') } : { password: text('currentPassword') } })}
      onDone={onDone}
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
  );
};

const Ways = ({ methods, onDone }: WayProps & { methods: readonly Confirmation[] }) => {
  const [isByWord, setIsByWord] = useState(false);
  const canUsePasskeys = useCanUsePasskeys();
  const hasPasskey = methods.includes('passkey');
  return hasPasskey && canUsePasskeys && !isByWord ? (
    <ByPasskey onDone={onDone} onOther={() => setIsByWord(true)} />
  ) : (
    <ByWord hasCode={methods.includes('code')} lacksPasskeys={hasPasskey && !canUsePasskeys} onDone={onDone} />
  );
};

/** Asks the owner to confirm that it is them, for a call that needs it; the call goes on by itself afterwards. */
export const StepUpSheet = () => {
  const t = useText();
  const question = useStepUpQuestion();
  // Kept while the sheet closes.
  const [methods, setMethods] = useState<readonly Confirmation[]>([]);
  if (question && question.asked !== methods) setMethods(question.asked);
  return (
    <Sheet
      opened={question !== null}
      onClose={() => question?.answer(false)}
      title={t('account.confirmTitle')}
      width={420}
      hasHistoryEntry={false}
    >
      <Ways methods={methods} onDone={() => question?.answer(true)} />
    </Sheet>
  );
};
