import { IconKey, IconLock, IconMail, IconShieldCheck, IconShieldLock } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../app/browser-call.ts';
import { useAction, useData } from '../../app/data.ts';
import { useCanUsePasskeys } from '../../app/passkeys.ts';
import { useCurrentUser, useSessionStore } from '../../app/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import styles from './account.module.css';
import { AccountRow, AccountSection } from './AccountSection.tsx';
import { EmailSheet } from './EmailSheet.tsx';
import { PasskeysSheet } from './PasskeysSheet.tsx';
import { PasswordSheet } from './PasswordSheet.tsx';
import { TwoFactorSheet } from './TwoFactorSheet.tsx';

const icon = { size: 20, stroke: 1.75 } as const;

type Opened = 'email' | 'password' | 'twoFactor' | 'passkeys';

/** An admin must set a second factor up: an app or a passkey, or a passkey alone where the site takes only that. */
const MustSetUp = ({ isPasskeyRequired, onOpen }: { isPasskeyRequired: boolean; onOpen: (sheet: Opened) => void }) => {
  const t = useText();
  const canUsePasskeys = useCanUsePasskeys();
  return (
    <Card selected>
      <div className={styles.notice}>
        <span>
          {t(isPasskeyRequired ? (canUsePasskeys ? 'account.mustAddPasskey' : 'account.mustAddPasskeyElsewhere') : 'account.mustSetUp')}
        </span>
        <span className={styles.rowActs}>
          {isPasskeyRequired ? null : (
            <Button kind="gold" onClick={() => onOpen('twoFactor')}>
              {t('account.setUp')}
            </Button>
          )}
          {canUsePasskeys ? (
            <Button kind={isPasskeyRequired ? 'gold' : 'outline'} onClick={() => onOpen('passkeys')}>
              {t('account.addPasskey')}
            </Button>
          ) : null}
        </span>
      </div>
    </Card>
  );
};

const PasskeysRow = ({ codesLeft, onOpen }: { codesLeft: number | undefined; onOpen: () => void }) => {
  const t = useText();
  const { hasPasskey } = useCurrentUser();
  const canUsePasskeys = useCanUsePasskeys();
  const words = hasPasskey
    ? codesLeft === undefined
      ? t('account.passkeysOn')
      : t('account.passkeysCodes', { count: codesLeft })
    : t('account.passkeysOff');
  return (
    <AccountRow
      icon={<IconKey {...icon} />}
      {...(hasPasskey ? { tone: 'on' as const } : {})}
      title={t('account.passkeys')}
      aside={
        hasPasskey ? (
          <Chip size="sm" tone="ok">
            {t('account.on')}
          </Chip>
        ) : null
      }
      action={
        canUsePasskeys || hasPasskey ? (
          <Button
            kind="lift"
            size="sm"
            aria-label={`${t(hasPasskey ? 'account.manage' : 'account.addPasskey')}: ${t('account.passkeys')}`}
            onClick={onOpen}
          >
            {t(hasPasskey ? 'account.manage' : 'account.add')}
          </Button>
        ) : null
      }
    >
      {canUsePasskeys ? words : t('account.passkeysUnsupported')}
    </AccountRow>
  );
};

/** Address, password, second factor and passkeys; each is changed in its own sheet. */
export const LoginSection = () => {
  const t = useText();
  const format = useFormat();
  const user = useCurrentUser();
  const store = useSessionStore();
  const client = useQueryClient();
  const [opened, setOpened] = useState<Opened | null>(null);
  const resend = useAction('POST /verification/resend');
  const { data: factor } = useData('GET /auth/two-factor', {});
  const close = () => setOpened(null);
  const onFactor = async () => {
    await client.invalidateQueries({ queryKey: ['GET /auth/two-factor'] });
    await store.refresh(() => call('GET /users/me'));
  };
  const sendAgain = async () => {
    const answer = await resend.run({ body: { email: user.email } });
    if (answer) toast(answer.message, { tone: 'ok', stays: 5000 });
  };
  // Until it is known: a passkey is a second factor, too.
  const isOn = factor ? factor.enabled : user.hasTwoFactor && !user.hasPasskey;
  return (
    <AccountSection title={t('account.loggingIn')} lead={t('account.loggingInLead')} id="logging-in">
      {user.mustSetUpTwoFactor ? <MustSetUp isPasskeyRequired={factor?.isPasskeyRequired ?? user.hasTwoFactor} onOpen={setOpened} /> : null}
      <Card pad="none" className={styles.rows}>
        <AccountRow
          icon={<IconMail {...icon} />}
          title={t('account.email')}
          aside={
            <Chip size="sm" tone={user.emailVerified ? 'ok' : 'warn'}>
              {t(user.emailVerified ? 'account.confirmed' : 'account.unconfirmed')}
            </Chip>
          }
          action={
            <span className={styles.rowActs}>
              {user.emailVerified ? null : (
                <Button kind="text" size="sm" busy={resend.busy} onClick={() => void sendAgain()}>
                  {t('account.sendAgain')}
                </Button>
              )}
              <Button kind="lift" size="sm" aria-label={`${t('account.change')}: ${t('account.email')}`} onClick={() => setOpened('email')}>
                {t('account.change')}
              </Button>
            </span>
          }
        >
          {user.email}
        </AccountRow>
        <AccountRow
          icon={<IconLock {...icon} />}
          title={t('account.password')}
          action={
            <Button
              kind="lift"
              size="sm"
              aria-label={`${t('account.change')}: ${t('account.password')}`}
              onClick={() => setOpened('password')}
            >
              {t('account.change')}
            </Button>
          }
        >
          {t('account.passwordLine')}
        </AccountRow>
        <AccountRow
          icon={isOn ? <IconShieldCheck {...icon} /> : <IconShieldLock {...icon} />}
          {...(isOn ? { tone: 'on' as const } : {})}
          title={t('account.twoFactor')}
          aside={
            <Chip size="sm" tone={isOn ? 'ok' : 'plain'}>
              {t(isOn ? 'account.on' : 'account.off')}
            </Chip>
          }
          action={
            <Button kind={isOn ? 'lift' : 'gold'} size="sm" onClick={() => setOpened('twoFactor')}>
              {t(isOn ? 'account.manage' : 'account.setUp')}
            </Button>
          }
        >
          {isOn && factor?.since
            ? t('account.twoFactorOn', { date: format.date(factor.since, 'dayYear'), count: factor.recoveryCodesLeft })
            : t('account.twoFactorOff')}
        </AccountRow>
        <PasskeysRow codesLeft={isOn ? undefined : factor?.recoveryCodesLeft} onOpen={() => setOpened('passkeys')} />
      </Card>
      <EmailSheet opened={opened === 'email'} onClose={close} />
      <PasswordSheet opened={opened === 'password'} onClose={close} />
      <TwoFactorSheet isOn={isOn} opened={opened === 'twoFactor'} onClose={close} onChange={() => void onFactor()} />
      <PasskeysSheet isAppOn={isOn} opened={opened === 'passkeys'} onClose={close} onChange={() => void onFactor()} />
    </AccountSection>
  );
};
