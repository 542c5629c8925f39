import { IconDoorExit } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction, useData } from '../../app/data.ts';
import { useSession, useSessionStore } from '../../app/session.tsx';
import { useSiteTime } from '../../app/site-time.ts';
import { useAmountText } from '../../ui/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import { CurrentPassword } from '../../ui/forms/password-fields.tsx';
import { SheetForm } from '../../ui/forms/SheetForm.tsx';
import styles from './account.module.css';
import { AccountRow, AccountSection } from './AccountSection.tsx';

const DAY_MS = 86_400_000;
const DELETION = ['GET /users/me/deletion'];

/** Cancels the deletion, wherever that is offered. */
export const useCancelDeletion = (): { keep: () => Promise<void>; busy: boolean } => {
  const t = useText();
  const store = useSessionStore();
  const client = useQueryClient();
  const { run, busy } = useAction('DELETE /users/me/deletion');
  const keep = async () => {
    const answer = await run({});
    if (!answer) return;
    store.update({ deletesAt: null });
    await client.invalidateQueries({ queryKey: DELETION });
    toast(t('account.kept'), { tone: 'ok' });
  };
  return { keep, busy };
};

const DeletionSheet = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const t = useText();
  const written = useAmountText();
  const format = useFormat();
  const store = useSessionStore();
  const user = useSession();
  const client = useQueryClient();
  const { data } = useData('GET /users/me/deletion', {}, { enabled: opened });
  const now = useSiteTime(60_000);
  const ask = useAction('POST /users/me/deletion');
  const day = format.date(now + (data?.waitDays ?? 0) * DAY_MS, 'dayYear');
  return (
    <Sheet opened={opened} onClose={onClose} title={t('account.deleteTitle')}>
      <SheetForm
        action={ask}
        submit={t('account.deleteOn', { date: day })}
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
          <h3 className={type.strong}>{t('account.deleteGoes')}</h3>
          <p className={type.quiet}>
            {t(user?.isPerformer ? 'account.deleteGoesPerformer' : 'account.deleteGoesFan', {
              tokens: written(user?.balance ?? 0),
            })}
          </p>
        </div>
        {data && data.keeps.length > 0 ? (
          <div className={styles.choice}>
            <h3 className={type.strong}>{t('account.deleteStays')}</h3>
            <ul className={classes(styles.keeps, type.small)}>
              {data.keeps.map(({ what, until }) => (
                <li key={what}>
                  <span className={type.quiet}>{what}</span>
                  <span className={classes(type.faint, type.tiny)}>
                    {t('account.keptToMonth', { date: format.date(until, 'monthYear') })}
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

/** Deletion of the account: requested with the password, executed after the waiting time, can be cancelled until then. */
export const DeletionSection = () => {
  const t = useText();
  const format = useFormat();
  const user = useSession();
  const [opened, setOpened] = useState(false);
  const { data } = useData('GET /users/me/deletion', {});
  const { keep, busy } = useCancelDeletion();
  const deletesAt = data?.deletesAt ?? user?.deletesAt ?? null;
  const isAdmin = user?.role === 'admin';
  return (
    <AccountSection title={t('account.leaving')} lead={t('account.leavingLead')}>
      <Card pad="none" className={styles.rows}>
        <AccountRow
          icon={<IconDoorExit size={20} stroke={1.75} />}
          {...(deletesAt ? { tone: 'bad' as const } : {})}
          title={deletesAt ? t('account.deleteAsked', { date: format.date(deletesAt, 'dayYear') }) : t('account.forGood')}
          action={
            isAdmin ? null : deletesAt ? (
              <Button kind="gold" size="sm" busy={busy} onClick={() => void keep()}>
                {t('account.keepAccount')}
              </Button>
            ) : (
              <Button kind="bad" size="sm" onClick={() => setOpened(true)}>
                {t('account.delete')}
              </Button>
            )
          }
        >
          {isAdmin ? t('account.deleteAdmin') : t('account.deleteLine', { count: data?.waitDays ?? 14 })}
        </AccountRow>
      </Card>
      <DeletionSheet opened={opened} onClose={() => setOpened(false)} />
    </AccountSection>
  );
};
