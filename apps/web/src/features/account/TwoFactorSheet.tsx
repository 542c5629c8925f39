import type { AnswerOf, Contract } from '@stagedoor/contract';
import { useEffect, useState } from 'react';
import { useAction } from '../../app/data.ts';
import { useCurrentUser } from '../../app/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import { CurrentPassword } from '../forms/passwords.tsx';
import { SheetForm } from '../forms/SheetForm.tsx';
import styles from './account.module.css';
import { RecoveryCodes } from './RecoveryCodes.tsx';

type SetUp = AnswerOf<Contract['POST /auth/two-factor']>;
type Step =
  | { at: 'password' }
  | { at: 'scan'; setUp: SetUp }
  | { at: 'codes'; codes: readonly string[] }
  | { at: 'manage' }
  | { at: 'renew' }
  | { at: 'off' };

const CODE_FIELD = { name: 'code', inputMode: 'numeric', autoComplete: 'one-time-code', required: true, spellCheck: false } as const;

const Password = ({ onDone }: { onDone: (setUp: SetUp) => void }) => {
  const say = useText();
  const begin = useAction('POST /auth/two-factor');
  return (
    <SheetForm
      action={begin}
      lead={say('account.passwordFirst')}
      submit={say('account.goOn')}
      send={({ text }) => begin.run({ body: { currentPassword: text('currentPassword') } })}
      onDone={onDone}
    >
      <CurrentPassword error={begin.error} />
    </SheetForm>
  );
};

const Scan = ({ setUp, onDone }: { setUp: SetUp; onDone: (codes: readonly string[]) => void }) => {
  const say = useText();
  const confirm = useAction('POST /auth/two-factor/confirm');
  const copy = async () => {
    await navigator.clipboard.writeText(setUp.secret);
    toast(say('account.copied'), { tone: 'ok' });
  };
  const { size, path } = setUp.qr;
  return (
    <SheetForm
      action={confirm}
      submit={say('account.turnOn')}
      send={({ text }) => confirm.run({ body: { code: text('code') } })}
      onDone={({ recoveryCodes }) => onDone(recoveryCodes)}
    >
      <div className={styles.scan}>
        <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={say('account.qrFor')} shapeRendering="crispEdges">
          <path d={path} fill="currentColor" />
        </svg>
        <div className={styles.form}>
          <p>
            {say('account.scan')}{' '}
            <a className={type.link} href={setUp.uri}>
              {say('account.openApp')}
            </a>
          </p>
          <div className={styles.choice}>
            <span className={type.label}>{say('account.typeKey')}</span>
            <code className={styles.key} translate="no">
              {setUp.secret.match(/.{1,4}/g)?.join(' ')}
            </code>
          </div>
          <Button kind="lift" size="sm" onClick={() => void copy()}>
            {say('account.copy')}
          </Button>
        </div>
      </div>
      <TextField
        {...CODE_FIELD}
        label={say('account.codeFromApp')}
        hint={say('account.codeHint')}
        maxLength={10}
        error={confirm.error?.fields['code']}
      />
    </SheetForm>
  );
};

const Renew = ({ onDone }: { onDone: (codes: readonly string[]) => void }) => {
  const say = useText();
  const renew = useAction('POST /auth/two-factor/recovery-codes');
  return (
    <SheetForm
      action={renew}
      lead={say('account.newCodesLead')}
      submit={say('account.newCodes')}
      send={({ text }) => renew.run({ body: { code: text('code') } })}
      onDone={({ recoveryCodes }) => onDone(recoveryCodes)}
    >
      <TextField {...CODE_FIELD} label={say('account.codeFromApp')} maxLength={10} error={renew.error?.fields['code']} />
    </SheetForm>
  );
};

const TurnOff = ({ onDone }: { onDone: () => void }) => {
  const say = useText();
  const off = useAction('POST /auth/two-factor/turn-off');
  return (
    <SheetForm
      action={off}
      lead={say('account.turnOffLead')}
      submit={say('account.turnOff')}
      bad
      send={({ text }) => off.run({ body: { currentPassword: text('currentPassword'), code: text('code') } })}
      onDone={({ message }) => {
        toast(message, { tone: 'ok' });
        onDone();
      }}
    >
      <CurrentPassword error={off.error} />
      <TextField {...CODE_FIELD} inputMode="text" label={say('account.codeOrRecovery')} maxLength={40} error={off.error?.fields['code']} />
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
  opened: boolean;
  onClose: () => void;
  /** It was turned on or off, or has new codes. */
  onChange: () => void;
}

/** The second factor's whole way: set up with an app, recovery codes, turned off. */
export const TwoFactorSheet = ({ opened, onClose, onChange }: SheetProps) => {
  const say = useText();
  const { hasTwoFactor } = useCurrentUser();
  const [chosen, setStep] = useState<Step | null>(null);
  // Where it begins is decided anew each time it opens; turning it on leads on to the codes.
  const step: Step = chosen ?? { at: hasTwoFactor ? 'manage' : 'password' };
  useEffect(() => {
    if (opened) setStep(null);
  }, [opened]);
  const showCodes = (codes: readonly string[]) => {
    setStep({ at: 'codes', codes });
    onChange();
  };
  return (
    <Sheet opened={opened} onClose={onClose} title={say(TITLES[step.at])} locked={step.at === 'codes'}>
      {step.at === 'password' ? <Password onDone={(setUp) => setStep({ at: 'scan', setUp })} /> : null}
      {step.at === 'scan' ? <Scan setUp={step.setUp} onDone={showCodes} /> : null}
      {step.at === 'codes' ? <RecoveryCodes codes={step.codes} onKept={onClose} /> : null}
      {step.at === 'manage' ? (
        <div className={styles.form}>
          <Button kind="lift" wide onClick={() => setStep({ at: 'renew' })}>
            {say('account.newCodes')}
          </Button>
          <Button kind="bad" wide onClick={() => setStep({ at: 'off' })}>
            {say('account.turnOff')}
          </Button>
        </div>
      ) : null}
      {step.at === 'renew' ? <Renew onDone={showCodes} /> : null}
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
