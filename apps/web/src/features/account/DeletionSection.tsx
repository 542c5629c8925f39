import { IconDoorExit } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction, useData } from '../../app/data.ts';
import { useSession, useSessionStore } from '../../app/session.tsx';
import { useSiteTime } from '../../app/site-time.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import { CurrentPassword } from '../forms/passwords.tsx';
import { SheetForm } from '../forms/SheetForm.tsx';
import styles from './account.module.css';
import { AccountRow, AccountSection } from './AccountSection.tsx';

const DAY_MS = 86_400_000;
const DELETION = ['GET /users/me/deletion'];

/** Takes the deletion back, wherever that is offered. */
export const useKeepAccount = (): { keep: () => Promise<void>; busy: boolean } => {
  const say = useText();
  const store = useSessionStore();
  const client = useQueryClient();
  const { run, busy } = useAction('DELETE /users/me/deletion');
  const keep = async () => {
    const answer = await run({});
    if (!answer) return;
    store.update({ deletesAt: null });
    await client.invalidateQueries({ queryKey: DELETION });
    toast(say('account.kept'), { tone: 'ok' });
  };
  return { keep, busy };
};

const DeletionSheet = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const say = useText();
  const format = useFormat();
  const store = useSessionStore();
  const user = useSession();
  const client = useQueryClient();
  const { data } = useData('GET /users/me/deletion', {}, { enabled: opened });
  const now = useSiteTime(60_000);
  const ask = useAction('POST /users/me/deletion');
  const day = format.date(now + (data?.waitDays ?? 0) * DAY_MS, 'dayYear');
  return (
    <Sheet opened={opened} onClose={onClose} title={say('account.deleteTitle')}>
      <SheetForm
        action={ask}
        submit={say('account.deleteOn', { date: day })}
        bad
        disabled={!data}
        send={({ text }) => ask.run({ body: { currentPassword: text('currentPassword') } })}
        onDone={({ deletesAt }) => {
          store.update({ deletesAt });
          void client.invalidateQueries({ queryKey: DELETION });
          onClose();
        }}
      >
        <div className={styles.choice}>
          <h3 className={type.strong}>{say('account.deleteGoes')}</h3>
          <p className={type.quiet}>
            {say(user?.isPerformer ? 'account.deleteGoesPerformer' : 'account.deleteGoesFan', {
              tokens: `${format.tokens(user?.balance ?? 0)} ${say('ui.tokensUnit', { count: user?.balance ?? 0 })}`,
            })}
          </p>
        </div>
        {data && data.keeps.length > 0 ? (
          <div className={styles.choice}>
            <h3 className={type.strong}>{say('account.deleteStays')}</h3>
            <ul className={classes(styles.keeps, type.small)}>
              {data.keeps.map(({ what, until }) => (
                <li key={what}>
                  <span className={type.quiet}>{what}</span>
                  <span className={classes(type.faint, type.tiny)}>
                    {say('account.keptToMonth', { date: format.date(until, 'monthYear') })}
                  </span>
                </li>
              ))}
            </ul>
          </div>
        ) : null}
        <CurrentPassword error={ask.error} />
      </SheetForm>
    </Sheet>
  );
};

/** The end of the account: asked for with the password, erased after the waiting time, taken back until then. */
export const DeletionSection = () => {
  const say = useText();
  const format = useFormat();
  const user = useSession();
  const [opened, setOpened] = useState(false);
  const { data } = useData('GET /users/me/deletion', {});
  const { keep, busy } = useKeepAccount();
  const deletesAt = data?.deletesAt ?? user?.deletesAt ?? null;
  const isAdmin = user?.role === 'admin';
  return (
    <AccountSection title={say('account.leaving')} lead={say('account.leavingLead')}>
      <Card pad="none" className={styles.rows}>
        <AccountRow
          icon={<IconDoorExit size={20} stroke={1.75} />}
          {...(deletesAt ? { tone: 'bad' as const } : {})}
          title={deletesAt ? say('account.deleteAsked', { date: format.date(deletesAt, 'dayYear') }) : say('account.forGood')}
          action={
            isAdmin ? null : deletesAt ? (
              <Button kind="gold" size="sm" busy={busy} onClick={() => void keep()}>
                {say('account.keepAccount')}
              </Button>
            ) : (
              <Button kind="bad" size="sm" onClick={() => setOpened(true)}>
                {say('account.delete')}
              </Button>
            )
          }
        >
          {isAdmin ? say('account.deleteAdmin') : say('account.deleteLine', { count: data?.waitDays ?? 14 })}
        </AccountRow>
      </Card>
      <DeletionSheet opened={opened} onClose={() => setOpened(false)} />
    </AccountSection>
  );
};
