import type { SessionView } from '@stagedoor/contract/account';
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet, IconTerminal2 } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useAction, useData } from '../../app/data.ts';
import { Pending } from '../../app/Pending.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { DateText, TimeAgo } from '../../ui/TimeAgo.tsx';
import { useLocale, useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import styles from './account.module.css';
import { AccountRow, AccountSection } from './AccountSection.tsx';

const ICONS = { phone: IconDeviceMobile, tablet: IconDeviceTablet, computer: IconDeviceDesktop, program: IconTerminal2 } as const;

const useDeviceName = (): ((session: SessionView) => string) => {
  const t = useText();
  return ({ browser, system }) =>
    browser && system ? t('account.onSystem', { browser, system }) : (browser ?? system ?? t('account.unknownDevice'));
};

/** Where the account is logged in; sessions can be ended individually, or all but this one. */
export const DevicesSection = () => {
  const t = useText();
  const locale = useLocale();
  const client = useQueryClient();
  const sessions = useData('GET /auth/sessions', {});
  const end = useAction('DELETE /auth/sessions/{id}');
  const endOthers = useAction('POST /auth/sessions/revoke-others');
  const nameOf = useDeviceName();
  const again = () => client.invalidateQueries({ queryKey: ['GET /auth/sessions'] });
  const onEnd = async (id: string) => {
    await end.run({ params: { id } });
    await again();
  };
  const onEndOthers = async () => {
    const answer = await endOthers.run({});
    if (answer) toast(t('account.loggedOutOthers', { count: answer.revoked }), { tone: 'ok' });
    await again();
  };
  const countries = new Intl.DisplayNames(locale, { type: 'region' });
  const list = sessions.data?.data;
  return (
    <AccountSection title={t('account.devices')} lead={t('account.devicesLead')}>
      {list ? (
        <Card pad="none" className={styles.rows}>
          {list.map((session) => {
            const Icon = ICONS[session.kind];
            const name = nameOf(session);
            return (
              <AccountRow
                key={session._id}
                icon={<Icon size={20} stroke={1.75} />}
                title={name}
                aside={
                  session.isCurrent ? (
                    <Chip size="sm" tone="ok">
                      {t('account.thisDevice')}
                    </Chip>
                  ) : null
                }
                action={
                  session.isCurrent ? null : (
                    <Button
                      kind="outline"
                      size="sm"
                      disabled={end.busy}
                      aria-label={t('account.logOutDevice', { device: name })}
                      onClick={() => void onEnd(session._id)}
                    >
                      {t('account.logOut')}
                    </Button>
                  )
                }
              >
                {session.country ? `${countries.of(session.country)} · ` : ''}
                {session.isCurrent ? (
                  <LoggedIn at={session.loggedInAt} />
                ) : (
                  <>
                    {t('account.lastSeen')} <TimeAgo instant={session.seenAt} />
                  </>
                )}
              </AccountRow>
            );
          })}
          {list.length > 1 ? (
            <div className={styles.foot}>
              <Button kind="text" size="sm" busy={endOthers.busy} onClick={() => void onEndOthers()}>
                {t('account.logOutOthers')}
              </Button>
            </div>
          ) : null}
        </Card>
      ) : (
        <Pending of={sessions}>
          <RowsSkeleton rows={2} square />
        </Pending>
      )}
    </AccountSection>
  );
};

const LoggedIn = ({ at }: { at: string }) => {
  const t = useText();
  const [before, after] = t('account.loggedInOn', { date: '\n' }).split('\n');
  return (
    <>
      {before}
      <DateText instant={at} style="dayTime" />
      {after}
    </>
  );
};
