import type { AnswerOf, Contract } from '@stagedoor/contract';
import { type FormEvent, useEffect, useState } from 'react';
import { useAction } from '../../app/data.ts';
import { useCurrentUser } from '../../app/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { PasswordField, TextField } from '../../ui/Field.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import { formValues } from '../auth/form-values.ts';
import { Problem } from '../auth/Problem.tsx';
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
  const wrong = begin.error?.code === 'CURRENT_PASSWORD_WRONG' ? begin.error.message : undefined;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const setUp = await begin.run({ body: { currentPassword: formValues(event).text('currentPassword') } });
    if (setUp) onDone(setUp);
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <p className={type.quiet}>{say('account.passwordFirst')}</p>
      <Problem error={wrong ? null : begin.error} fields={[]} />
      <PasswordField
        label={say('account.currentPassword')}
        name="currentPassword"
        autoComplete="current-password"
        required
        maxLength={200}
        error={wrong}
      />
      <Button kind="gold" wide type="submit" busy={begin.busy}>
        {say('account.goOn')}
      </Button>
    </form>
  );
};

const Scan = ({ setUp, onDone }: { setUp: SetUp; onDone: (codes: readonly string[]) => void }) => {
  const say = useText();
  const confirm = useAction('POST /auth/two-factor/confirm');
  const wrong = confirm.error?.code === 'TWO_FACTOR_INVALID' ? confirm.error.message : undefined;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const answer = await confirm.run({ body: { code: formValues(event).text('code') } });
    if (answer) onDone(answer.recoveryCodes);
  };
  const copy = async () => {
    await navigator.clipboard.writeText(setUp.secret);
    toast(say('account.copied'), { tone: 'ok' });
  };
  const { size, path } = setUp.qr;
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
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
      <Problem error={wrong ? null : confirm.error} fields={['code']} />
      <TextField
        {...CODE_FIELD}
        label={say('account.codeFromApp')}
        hint={say('account.codeHint')}
        maxLength={10}
        error={wrong ?? confirm.error?.fields['code']}
      />
      <Button kind="gold" wide type="submit" busy={confirm.busy}>
        {say('account.turnOn')}
      </Button>
    </form>
  );
};

const Renew = ({ onDone }: { onDone: (codes: readonly string[]) => void }) => {
  const say = useText();
  const renew = useAction('POST /auth/two-factor/recovery-codes');
  const wrong = renew.error?.code === 'TWO_FACTOR_INVALID' ? renew.error.message : undefined;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const answer = await renew.run({ body: { code: formValues(event).text('code') } });
    if (answer) onDone(answer.recoveryCodes);
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <p className={type.quiet}>{say('account.newCodesLead')}</p>
      <Problem error={wrong ? null : renew.error} fields={['code']} />
      <TextField {...CODE_FIELD} label={say('account.codeFromApp')} maxLength={10} error={wrong ?? renew.error?.fields['code']} />
      <Button kind="gold" wide type="submit" busy={renew.busy}>
        {say('account.newCodes')}
      </Button>
    </form>
  );
};

const TurnOff = ({ onDone }: { onDone: () => void }) => {
  const say = useText();
  const off = useAction('POST /auth/two-factor/turn-off');
  const wrongPassword = off.error?.code === 'CURRENT_PASSWORD_WRONG' ? off.error.message : undefined;
  const wrongCode = off.error?.code === 'TWO_FACTOR_INVALID' ? off.error.message : undefined;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const values = formValues(event);
    const answer = await off.run({ body: { currentPassword: values.text('currentPassword'), code: values.text('code') } });
    if (!answer) return;
    toast(answer.message, { tone: 'ok' });
    onDone();
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <p className={type.quiet}>{say('account.turnOffLead')}</p>
      <Problem error={wrongPassword || wrongCode ? null : off.error} fields={['code', 'currentPassword']} />
      <PasswordField
        label={say('account.currentPassword')}
        name="currentPassword"
        autoComplete="current-password"
        required
        maxLength={200}
        error={wrongPassword}
      />
      <TextField {...CODE_FIELD} inputMode="text" label={say('account.codeOrRecovery')} maxLength={40} error={wrongCode} />
      <Button kind="bad" wide type="submit" busy={off.busy}>
        {say('account.turnOff')}
      </Button>
    </form>
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
