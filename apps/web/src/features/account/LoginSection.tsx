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

/** Address, password and second factor; each is changed in a sheet of its own. */
export const LoginSection = () => {
  const say = useText();
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
    store.set(await call('GET /users/me'));
  };
  const sendAgain = async () => {
    const answer = await resend.run({ body: { email: user.email } });
    if (answer) toast(answer.message, { tone: 'ok', stays: 5000 });
  };
  const isOn = user.hasTwoFactor;
  return (
    <AccountSection title={say('account.loggingIn')} lead={say('account.loggingInLead')} id="logging-in">
      {user.mustSetUpTwoFactor ? (
        <Card selected>
          <div className={styles.notice}>
            <span>{say('account.mustSetUp')}</span>
            <Button kind="gold" onClick={() => setOpened('twoFactor')}>
              {say('account.setUp')}
            </Button>
          </div>
        </Card>
      ) : null}
      <Card pad="none" className={styles.rows}>
        <AccountRow
          icon={<IconMail {...icon} />}
          title={say('account.email')}
          aside={
            <Chip size="sm" tone={user.emailVerified ? 'ok' : 'warn'}>
              {say(user.emailVerified ? 'account.confirmed' : 'account.unconfirmed')}
            </Chip>
          }
          action={
            <span className={styles.rowActs}>
              {user.emailVerified ? null : (
                <Button kind="text" size="sm" busy={resend.busy} onClick={() => void sendAgain()}>
                  {say('account.sendAgain')}
                </Button>
              )}
              <Button
                kind="lift"
                size="sm"
                aria-label={`${say('account.change')}: ${say('account.email')}`}
                onClick={() => setOpened('email')}
              >
                {say('account.change')}
              </Button>
            </span>
          }
        >
          {user.email}
        </AccountRow>
        <AccountRow
          icon={<IconLock {...icon} />}
          title={say('account.password')}
          action={
            <Button
              kind="lift"
              size="sm"
              aria-label={`${say('account.change')}: ${say('account.password')}`}
              onClick={() => setOpened('password')}
            >
              {say('account.change')}
            </Button>
          }
        >
          {say('account.passwordLine')}
        </AccountRow>
        <AccountRow
          icon={isOn ? <IconShieldCheck {...icon} /> : <IconShieldLock {...icon} />}
          {...(isOn ? { tone: 'on' as const } : {})}
          title={say('account.twoFactor')}
          aside={
            <Chip size="sm" tone={isOn ? 'ok' : 'plain'}>
              {say(isOn ? 'account.on' : 'account.off')}
            </Chip>
          }
          action={
            <Button kind={isOn ? 'lift' : 'gold'} size="sm" onClick={() => setOpened('twoFactor')}>
              {say(isOn ? 'account.manage' : 'account.setUp')}
            </Button>
          }
        >
          {isOn && factor?.since
            ? say('account.twoFactorOn', { date: format.date(factor.since, 'dayYear'), count: factor.recoveryCodesLeft })
            : say('account.twoFactorOff')}
        </AccountRow>
      </Card>
      <EmailSheet opened={opened === 'email'} onClose={close} />
      <PasswordSheet opened={opened === 'password'} onClose={close} />
      <TwoFactorSheet opened={opened === 'twoFactor'} onClose={close} onChange={() => void onFactor()} />
    </AccountSection>
  );
};
