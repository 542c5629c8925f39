import type { Passkey } from '@stagedoor/contract/passkeys';
import { MAX_PASSKEYS } from '@stagedoor/contract/passkeys.values';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../../app/api.ts';
import { useAction, useData } from '../../app/data.ts';
import { useCanUsePasskeys } from '../../app/passkeys.ts';
import { Pending } from '../../app/Pending.tsx';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { TextField } from '../../ui/Field.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import { SheetForm } from '../../ui/forms/SheetForm.tsx';
import styles from './account.module.css';
import { deviceName } from './device-name.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { RenewCodes } from './RenewCodes.tsx';

type Step =
  | { at: 'list' }
  | { at: 'add' }
  | { at: 'renew' }
  | { at: 'codes'; codes: readonly string[] }
  | { at: 'rename'; passkey: Passkey }
  | { at: 'remove'; passkey: Passkey };

const NAME_FIELD = { name: 'name', required: true, maxLength: 60, autoComplete: 'off' } as const;

const Row = ({ passkey, setStep }: { passkey: Passkey; setStep: (step: Step) => void }) => {
  const t = useText();
  const format = useFormat();
  const { name } = passkey;
  const used = passkey.lastUsedAt
    ? t('account.passkeyUsed', { date: format.date(passkey.lastUsedAt, 'dayYear') })
    : t('account.passkeyUnused');
  return (
    <li className={styles.passkey}>
      <span className={styles.words}>
        <span className={styles.wordsHead}>
          <bdi className={classes(type.strong, styles.value)}>{name}</bdi>
          {passkey.isSynced ? <Chip size="sm">{t('account.passkeySynced')}</Chip> : null}
        </span>
        <span className={classes(type.small, type.quiet)}>
          {t('account.passkeyAddedOn', { date: format.date(passkey.createdAt, 'dayYear') })} · {used}
        </span>
      </span>
      <span className={styles.rowActs}>
        <Button kind="text" size="sm" aria-label={`${t('account.rename')}: ${name}`} onClick={() => setStep({ at: 'rename', passkey })}>
          {t('account.rename')}
        </Button>
        <Button
          kind="outline"
          size="sm"
          aria-label={`${t('account.removePasskey')}: ${name}`}
          onClick={() => setStep({ at: 'remove', passkey })}
        >
          {t('account.removePasskey')}
        </Button>
      </span>
    </li>
  );
};

const Passkeys = ({ isAppOn, setStep }: { isAppOn: boolean; setStep: (step: Step) => void }) => {
  const t = useText();
  const canUsePasskeys = useCanUsePasskeys();
  const passkeys = useData('GET /auth/passkeys', {});
  const list = passkeys.data?.data;
  if (!list)
    return (
      <Pending of={passkeys}>
        <RowsSkeleton rows={2} />
      </Pending>
    );
  return (
    <div className={styles.form}>
      <p className={type.quiet}>{t('account.passkeysLead')}</p>
      {list.length > 0 ? (
        <ul className={styles.passkeys}>
          {list.map((passkey) => (
            <Row key={passkey._id} passkey={passkey} setStep={setStep} />
          ))}
        </ul>
      ) : null}
      {canUsePasskeys && list.length < MAX_PASSKEYS ? (
        <Button kind="gold" wide onClick={() => setStep({ at: 'add' })}>
          {t('account.addPasskey')}
        </Button>
      ) : (
        <p className={type.quiet}>{t(canUsePasskeys ? 'errors.PASSKEYS_FULL' : 'account.passkeysUnsupported')}</p>
      )}
      {list.length > 0 && !isAppOn ? (
        <Button kind="outline" wide onClick={() => setStep({ at: 'renew' })}>
          {t('account.newCodes')}
        </Button>
      ) : null}
    </div>
  );
};

/** Makes a passkey on the device and adds it. A cancelled dialog of the browser changes nothing. */
const Add = ({ onDone }: { onDone: (codes: readonly string[] | null) => void }) => {
  const t = useText();
  const add = useAction('POST /auth/passkeys');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const send = async (name: string) => {
    setBusy(true);
    setError(null);
    try {
      const { makePasskey } = await import('../../app/passkey-ceremony.ts');
      const response = await makePasskey();
      return response ? await add.run({ body: { name, response } }) : undefined;
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      setError(thrown);
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  const shown = error ?? add.error;
  return (
    <SheetForm
      action={{ busy, error: shown, reset: add.reset }}
      lead={t('account.addPasskeyLead')}
      submit={t('account.addPasskey')}
      send={({ text }) => send(text('name'))}
      onDone={({ recoveryCodes }) => onDone(recoveryCodes)}
    >
      <TextField
        {...NAME_FIELD}
        label={t('account.passkeyName')}
        hint={t('account.passkeyNameHint')}
        defaultValue={deviceName(navigator.userAgent) ?? t('account.passkey')}
        error={shown?.fields['name']}
      />
    </SheetForm>
  );
};

const Rename = ({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) => {
  const t = useText();
  const rename = useAction('PUT /auth/passkeys/{id}');
  return (
    <SheetForm
      action={rename}
      submit={t('account.save')}
      send={({ text }) => rename.run({ params: { id: passkey._id }, body: { name: text('name') } })}
      onDone={onDone}
    >
      <TextField {...NAME_FIELD} label={t('account.passkeyName')} defaultValue={passkey.name} error={rename.error?.fields['name']} />
    </SheetForm>
  );
};

const Remove = ({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) => {
  const t = useText();
  const remove = useAction('DELETE /auth/passkeys/{id}');
  return (
    <SheetForm
      action={remove}
      lead={t('account.removePasskeyLead', { name: passkey.name })}
      submit={t('account.removePasskey')}
      bad
      send={() => remove.run({ params: { id: passkey._id } })}
      onDone={onDone}
    >
      {null}
    </SheetForm>
  );
};

const TITLES = {
  list: 'account.passkeys',
  add: 'account.addPasskey',
  renew: 'account.newCodes',
  codes: 'account.recoveryCodes',
  rename: 'account.renamePasskey',
  remove: 'account.removePasskeyTitle',
} as const;

interface SheetProps {
  /** An authenticator app is a second factor, too. */
  isAppOn: boolean;
  opened: boolean;
  onClose: () => void;
  /** Called when a passkey was added or removed. */
  onChange: () => void;
}

/** The account's passkeys: list, add, name, remove. The first second factor comes with recovery codes. */
export const PasskeysSheet = ({ isAppOn, opened, onClose, onChange }: SheetProps) => {
  const t = useText();
  const client = useQueryClient();
  const [step, setStep] = useState<Step>({ at: 'list' });
  useEffect(() => {
    if (opened) setStep({ at: 'list' });
  }, [opened]);
  const toList = (words: string) => {
    toast(words, { tone: 'ok' });
    setStep({ at: 'list' });
    void client.invalidateQueries({ queryKey: ['GET /auth/passkeys'] });
  };
  const onAdded = (codes: readonly string[] | null) => {
    toList(t('account.passkeyAdded'));
    if (codes) setStep({ at: 'codes', codes });
    onChange();
  };
  return (
    <Sheet opened={opened} onClose={onClose} title={t(TITLES[step.at])} locked={step.at === 'codes'}>
      {step.at === 'list' ? <Passkeys isAppOn={isAppOn} setStep={setStep} /> : null}
      {step.at === 'add' ? <Add onDone={onAdded} /> : null}
      {step.at === 'renew' ? (
        <RenewCodes
          hasApp={false}
          onDone={(codes) => {
            setStep({ at: 'codes', codes });
            onChange();
          }}
        />
      ) : null}
      {step.at === 'codes' ? <RecoveryCodes codes={step.codes} onKept={onClose} /> : null}
      {step.at === 'rename' ? <Rename passkey={step.passkey} onDone={() => toList(t('account.passkeyRenamed'))} /> : null}
      {step.at === 'remove' ? (
        <Remove
          passkey={step.passkey}
          onDone={() => {
            toList(t('account.passkeyRemoved'));
            onChange();
          }}
        />
      ) : null}
    </Sheet>
  );
};
