import { IconLock, IconMail, IconShieldCheck, IconShieldLock } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../app/browser-call.ts';
import { useAction, useData } from '../../app/data.ts';
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
import { PasswordSheet } from './PasswordSheet.tsx';
import { TwoFactorSheet } from './TwoFactorSheet.tsx';

const icon = { size: 20, stroke: 1.75 } as const;

/** Address, password and second factor; each is changed in its own sheet. */
export const LoginSection = () => {
  const t = useText();
  const format = useFormat();
  const user = useCurrentUser();
  const store = useSessionStore();
  const client = useQueryClient();
  const [opened, setOpened] = useState<'email' | 'password' | 'twoFactor' | null>(null);
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
  const isOn = user.hasTwoFactor;
  return (
    <AccountSection title={t('account.loggingIn')} lead={t('account.loggingInLead')} id="logging-in">
      {user.mustSetUpTwoFactor ? (
        <Card selected>
          <div className={styles.notice}>
            <span>{t('account.mustSetUp')}</span>
            <Button kind="gold" onClick={() => setOpened('twoFactor')}>
              {t('account.setUp')}
            </Button>
          </div>
        </Card>
      ) : null}
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
      </Card>
      <EmailSheet opened={opened === 'email'} onClose={close} />
      <PasswordSheet opened={opened === 'password'} onClose={close} />
      <TwoFactorSheet opened={opened === 'twoFactor'} onClose={close} onChange={() => void onFactor()} />
    </AccountSection>
  );
};
