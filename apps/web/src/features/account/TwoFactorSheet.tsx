import type { ResponseOf, Contract } from '@stagedoor/contract';
import { useEffect, useState } from 'react';
import { useAction } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import { CurrentPassword } from '../../ui/forms/password-fields.tsx';
import { SheetForm } from '../../ui/forms/SheetForm.tsx';
import styles from './account.module.css';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { CODE_FIELD, RenewCodes } from './RenewCodes.tsx';

type SetUp = ResponseOf<Contract['POST /auth/two-factor']>;
type Step =
  | { at: 'password' }
  | { at: 'scan'; setUp: SetUp }
  | { at: 'codes'; codes: readonly string[] }
  | { at: 'manage' }
  | { at: 'renew' }
  | { at: 'off' };

const Password = ({ onDone }: { onDone: (setUp: SetUp) => void }) => {
  const t = useText();
  const begin = useAction('POST /auth/two-factor');
  return (
    <SheetForm
      action={begin}
      lead={t('account.passwordFirst')}
      submit={t('account.goOn')}
      send={({ text }) => begin.run({ body: { currentPassword: text('currentPassword') } })}
      onDone={onDone}
    >
      <CurrentPassword error={begin.error} />
    </SheetForm>
  );
};

const Scan = ({ setUp, onDone }: { setUp: SetUp; onDone: (codes: readonly string[]) => void }) => {
  const t = useText();
  const confirm = useAction('POST /auth/two-factor/confirm');
  const copy = async () => {
    await navigator.clipboard.writeText(setUp.secret);
    toast(t('account.copied'), { tone: 'ok' });
  };
  const { size, path } = setUp.qr;
  return (
    <SheetForm
      action={confirm}
      submit={t('account.turnOn')}
      send={({ text }) => confirm.run({ body: { code: text('code') } })}
      onDone={({ recoveryCodes }) => onDone(recoveryCodes)}
    >
      <div className={styles.scan}>
        <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t('account.qrFor')} shapeRendering="crispEdges">
          <path d={path} fill="currentColor" />
        </svg>
        <div className={styles.form}>
          <p>
            {t('account.scan')}{' '}
            <a className={type.link} href={setUp.uri}>
              {t('account.openApp')}
            </a>
          </p>
          <div className={styles.choice}>
            <span className={type.label}>{t('account.typeKey')}</span>
            <code className={styles.key} translate="no">
              {setUp.secret.match(/.{1,4}/g)?.join(' ')}
            </code>
          </div>
          <Button kind="lift" size="sm" onClick={() => void copy()}>
            {t('account.copy')}
          </Button>
        </div>
      </div>
      <TextField
        {...CODE_FIELD}
        label={t('account.codeFromApp')}
        hint={t('account.codeHint')}
        maxLength={10}
        error={confirm.error?.fields['code']}
      />
    </SheetForm>
  );
};

const TurnOff = ({ onDone }: { onDone: () => void }) => {
  const t = useText();
  const off = useAction('POST /auth/two-factor/turn-off');
  return (
    <SheetForm
      action={off}
      lead={t('account.turnOffLead')}
      submit={t('account.turnOff')}
      bad
      send={({ text }) => off.run({ body: { currentPassword: text('currentPassword'), code: text('code') } })}
      onDone={({ message }) => {
        toast(message, { tone: 'ok' });
        onDone();
      }}
    >
      <CurrentPassword error={off.error} />
      <TextField {...CODE_FIELD} inputMode="text" label={t('account.codeOrRecovery')} maxLength={40} error={off.error?.fields['code']} />
    </SheetForm>
  );
};

const TITLES = {
  password: 'account.twoFactor',
  scan: 'account.twoFactor',
  codes: 'account.recoveryCodes',
  manage: 'account.twoFactor',
  renew: 'account.newCodes',
  off: 'account.turnOffTitle',
} as const;

interface SheetProps {
  /** The app is active; passkeys have a sheet of their own. */
  isOn: boolean;
  opened: boolean;
  onClose: () => void;
  /** Called when it was turned on or off, or has new codes. */
  onChange: () => void;
}

/** All steps of the second factor: set up with an app, recovery codes, turn off. */
export const TwoFactorSheet = ({ isOn, opened, onClose, onChange }: SheetProps) => {
  const t = useText();
  const [chosen, setStep] = useState<Step | null>(null);
  // The first step is chosen each time it opens; turning it on continues to the codes.
  const step: Step = chosen ?? { at: isOn ? 'manage' : 'password' };
  useEffect(() => {
    if (opened) setStep(null);
  }, [opened]);
  const showCodes = (codes: readonly string[]) => {
    setStep({ at: 'codes', codes });
    onChange();
  };
  return (
    <Sheet opened={opened} onClose={onClose} title={t(TITLES[step.at])} locked={step.at === 'codes'}>
      {step.at === 'password' ? <Password onDone={(setUp) => setStep({ at: 'scan', setUp })} /> : null}
      {step.at === 'scan' ? <Scan setUp={step.setUp} onDone={showCodes} /> : null}
      {step.at === 'codes' ? <RecoveryCodes codes={step.codes} onKept={onClose} /> : null}
      {step.at === 'manage' ? (
        <div className={styles.form}>
          <Button kind="lift" wide onClick={() => setStep({ at: 'renew' })}>
            {t('account.newCodes')}
          </Button>
          <Button kind="bad" wide onClick={() => setStep({ at: 'off' })}>
            {t('account.turnOff')}
          </Button>
        </div>
      ) : null}
      {step.at === 'renew' ? <RenewCodes hasApp onDone={showCodes} /> : null}
      {step.at === 'off' ? (
        <TurnOff
          onDone={() => {
            onChange();
            onClose();
          }}
        />
      ) : null}
    </Sheet>
  );
};
