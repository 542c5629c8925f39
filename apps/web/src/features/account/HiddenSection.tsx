import { IconBan, IconBellOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction, useData } from '../../app/data.ts';
import { Pending } from '../../app/Pending.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import styles from './account.module.css';
import { AccountRow, AccountSection } from './AccountSection.tsx';

const PAGE = 24;

/** The performers whom the account muted or blocked, each with an undo. */
export const HiddenSection = () => {
  const t = useText();
  const format = useFormat();
  const client = useQueryClient();
  const [limit, setLimit] = useState(PAGE);
  const hidden = useData('GET /hidden-performers', { query: { limit } });
  const show = useAction('DELETE /hidden-performers/{id}');
  const undo = async (id: string, name: string) => {
    if (!(await show.run({ params: { id } }))) return;
    toast(t('hiding.shown', { name }), { tone: 'ok' });
    await client.invalidateQueries();
  };
  const list = hidden.data;
  return (
    <AccountSection title={t('hiding.title')} lead={t('hiding.lead')} id="hidden">
      {list ? (
        <>
          <Card pad="none" className={styles.rows}>
            {list.data.length === 0 ? (
              <AccountRow icon={<IconBellOff size={20} stroke={1.75} />} title={t('hiding.nobody')}>
                {t('hiding.nobodyText')}
              </AccountRow>
            ) : (
              list.data.map(({ _id, name, username, how, since }) => (
                <AccountRow
                  key={_id}
                  icon={how === 'muted' ? <IconBellOff size={20} stroke={1.75} /> : <IconBan size={20} stroke={1.75} />}
                  {...(how === 'blocked' ? { tone: 'bad' as const } : {})}
                  title={name}
                  action={
                    <Button
                      kind="outline"
                      size="sm"
                      disabled={show.busy}
                      aria-label={t(how === 'muted' ? 'hiding.unmute' : 'hiding.unblock', { name })}
                      onClick={() => void undo(_id, name)}
                    >
                      {t(how === 'muted' ? 'hiding.unmuteShort' : 'hiding.unblockShort')}
                    </Button>
                  }
                >
                  @{username} · {t(`hiding.since.${how}`, { date: format.date(since, 'dayYear') })}
                </AccountRow>
              ))
            )}
          </Card>
          <FormError error={show.error} fields={[]} />
          {list.total > list.data.length ? (
            <Button kind="lift" onClick={() => setLimit(Math.min(100, limit + PAGE))}>
              {t('home.more')}
            </Button>
          ) : null}
        </>
      ) : (
        <Pending of={hidden}>
          <RowsSkeleton rows={2} />
        </Pending>
      )}
    </AccountSection>
  );
};
