import type { LimitKind, SpendingLimits } from '@stagedoor/contract/spending-limits';
import { IconCalendar, IconCalendarMonth, IconPlayerPause, IconVideo } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction, useData } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { useFormat } from '../../ui/format.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import styles from './account.module.css';
import { AccountRow, AccountSection } from './AccountSection.tsx';
import { BreakSheet } from './BreakSheet.tsx';
import { LimitSheet } from './LimitSheet.tsx';

const icon = { size: 20, stroke: 1.75 } as const;
const KINDS = [
  { kind: 'daily', icon: <IconCalendar {...icon} /> },
  { kind: 'monthly', icon: <IconCalendarMonth {...icon} /> },
  { kind: 'show', icon: <IconVideo {...icon} /> },
] as const;

/** The limits on one's own spending, and the pause from buying. */
export const LimitsSection = () => {
  const t = useText();
  const format = useFormat();
  const client = useQueryClient();
  const limits = useData('GET /spending-limits', {});
  const keep = useAction('PUT /spending-limits');
  const [opened, setOpened] = useState<LimitKind | 'break' | null>(null);
  const { data } = limits;
  const close = () => setOpened(null);
  const onChange = (saved: SpendingLimits) => client.setQueryData(['GET /spending-limits', {}], saved);
  const withdraw = async (kind: LimitKind) => {
    const saved = await keep.run({ body: { [kind]: data?.[kind].limit } });
    if (!saved) return;
    toast(t('limits.kept'), { tone: 'ok' });
    onChange(saved);
  };
  const lineOf = (kind: LimitKind, own: SpendingLimits): string => {
    const { limit } = own[kind];
    if (kind === 'show') return limit === null ? t('limits.none') : t('limits.showOf', { limit: format.money(limit) });
    const { spent, left, reserved } = own[kind];
    if (limit === null || left === null) return t(`limits.${kind}None`, { spent: format.money(spent) });
    const line = t('limits.leftOf', { left: format.money(left), limit: format.money(limit) });
    return reserved > 0 ? `${line}. ${t('limits.waits', { reserved: format.money(reserved) })}` : line;
  };
  const nextOf = ({ limit, at }: { limit: number | null; at: string }): string => {
    const date = format.date(at, 'dayTime');
    return limit === null ? t('limits.ends', { date }) : t('limits.becomes', { limit: format.money(limit), date });
  };
  return (
    <AccountSection title={t('limits.title')} lead={t('limits.lead')} id="limits">
      {data ? (
        <Card pad="none" className={styles.rows}>
          {KINDS.map(({ kind, icon: picture }) => {
            const { limit, next } = data[kind];
            return (
              <AccountRow
                key={kind}
                icon={picture}
                {...(limit === null ? {} : { tone: 'on' as const })}
                title={t(`limits.${kind}`)}
                action={
                  <span className={styles.rowActs}>
                    {next && limit !== null ? (
                      <Button kind="text" size="sm" busy={keep.busy} onClick={() => void withdraw(kind)}>
                        {t('limits.keep', { limit: format.money(limit) })}
                      </Button>
                    ) : null}
                    <Button
                      kind="lift"
                      size="sm"
                      aria-label={`${t(limit === null ? 'limits.set' : 'limits.change')}: ${t(`limits.setTitle.${kind}`)}`}
                      onClick={() => setOpened(kind)}
                    >
                      {t(limit === null ? 'limits.set' : 'limits.change')}
                    </Button>
                  </span>
                }
              >
                {lineOf(kind, data)}
                {next ? (
                  <>
                    <br />
                    {nextOf(next)}
                  </>
                ) : null}
              </AccountRow>
            );
          })}
          <AccountRow
            icon={<IconPlayerPause {...icon} />}
            {...(data.coolOffUntil ? { tone: 'on' as const } : {})}
            title={t('limits.break')}
            action={
              <Button kind="lift" size="sm" onClick={() => setOpened('break')}>
                {t(data.coolOffUntil ? 'limits.longer' : 'limits.start')}
              </Button>
            }
          >
            {data.coolOffUntil
              ? t('limits.breakUntil', { date: format.date(data.coolOffUntil, 'dayTime') })
              : (limits.error?.message ?? t('limits.breakText'))}
          </AccountRow>
        </Card>
      ) : limits.error ? (
        <Card>{limits.error.message}</Card>
      ) : (
        <RowsSkeleton rows={4} />
      )}
      {opened === 'break' ? <BreakSheet onChange={onChange} onClose={close} /> : null}
      {data && opened && opened !== 'break' ? <LimitSheet kind={opened} limits={data} onChange={onChange} onClose={close} /> : null}
    </AccountSection>
  );
};
