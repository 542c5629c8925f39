import { itemPath } from '@stagedoor/contract/items.values';
import type { TakedownNotice } from '@stagedoor/contract/takedowns';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../../app/api.ts';
import { useData, useListData } from '../../app/data.ts';
import { useCurrentUser } from '../../app/session.tsx';
import styles from '../../ui/admin/list-and-pane.module.css';
import { ActButton } from '../../features/admin/frame/ActButton.tsx';
import { AudienceFact } from '../../features/admin/content/AudienceFact.tsx';
import { ListAndPane } from '../../features/admin/list/ListAndPane.tsx';
import { QueueStates } from '../../features/admin/list/ListFilters.tsx';
import { FactLine, Pane, PaneHead } from '../../features/admin/list/Pane.tsx';
import { ReasonField } from '../../features/admin/frame/ReasonField.tsx';
import { ShownContents } from '../../features/admin/content/ShownContents.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { QUEUE_LENGTH } from '../../features/admin/reviews/use-applications.ts';
import { useWhat } from '../../features/admin/frame/use-what.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import type { Column } from '../../ui/table/column.ts';
import { useFormat } from '../../ui/format.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';

const STATES = ['open', 'upheld', 'rejected'] as const;

/** Takedown notices: the list, with the selected one beside it. */
const Takedowns = () => {
  const t = useText();
  const { get, offset } = useListSearch();
  const state = STATES.find((known) => known === get('state')) ?? 'open';
  const notices = useListData('GET /admin/takedowns', { query: { state, limit: QUEUE_LENGTH, offset } }, { refetchInterval: 30_000 });
  const columns: readonly Column<TakedownNotice>[] = [
    {
      key: 'what',
      narrow: 'main',
      title: t('takedowns.about'),
      cell: (row) => (
        <span className={styles.personWords}>
          <span className={classes(type.strong, styles.cut)}>{row.target?.title ?? row.url}</span>
          <span className={classes(type.tiny, type.faint)}>{row.reference}</span>
        </span>
      ),
    },
    {
      key: 'reason',
      narrow: 'end',
      title: t('people.reason'),
      cell: (row) => <Chip tone={row.reason === 'underage' ? 'bad' : 'plain'}>{t(`takedowns.reason.${row.reason}`)}</Chip>,
    },
    { key: 'from', title: t('takedowns.from'), cell: (row) => row.name || t('takedowns.nameless') },
    {
      key: 'since',
      number: true,
      title: t(state === 'open' ? 'admin.applied' : 'admin.decided'),
      cell: (row) => <TimeAgo instant={row.decidedAt ?? row.createdAt} />,
    },
  ];
  return (
    <ListAndPane
      title={t('shell.takedowns')}
      head={<QueueStates states={STATES} state={state} text={(choice) => t(`takedowns.state.${choice}`)} counts={notices.data?.counts} />}
      list={notices}
      limit={QUEUE_LENGTH}
      columns={columns}
      empty={{ title: t('takedowns.none'), text: t('takedowns.noneText') }}
      pane={({ row, onBack }) => (row ? <Notice key={row._id} notice={row} onBack={onBack} /> : null)}
    />
  );
};

interface DecisionProps {
  notice: TakedownNotice;
  /** Upholding it hides an item. */
  isItem: boolean;
  onBack: () => void;
}

const NoticeDecision = ({ notice, isItem, onBack }: DecisionProps) => {
  const t = useText();
  const client = useQueryClient();
  const whatOf = useWhat();
  const [note, setNote] = useState('');
  const { target, name, email } = notice;
  const named = { what: target ? whatOf(target) : notice.url, name: target ? `@${target.username}` : '' };
  const told = email ? t('acts.senderTold', { name: name || email }) : t('acts.senderUnknown');
  const act = (decision: 'upheld' | 'rejected') => ({
    input: { params: { id: notice._id }, body: { decision, note } },
    fields: ['note'],
    onDone: () => {
      toast(t(`takedowns.toast.${decision}`), { tone: 'ok' });
      onBack();
      void client.invalidateQueries({ queryKey: ['GET /admin/takedowns'] });
    },
    children: (error: ApiError | null) => (
      <ReasonField label={t('takedowns.note')} optional={decision === 'upheld'} value={note} error={error} onChange={setNote} />
    ),
  });
  return (
    <div className={styles.act}>
      <ActButton
        {...act('upheld')}
        kind="bad"
        grow
        write="POST /admin/takedowns/{id}/decide"
        label={t(isItem ? 'takedowns.takeDown' : 'takedowns.uphold')}
        title={t(isItem ? 'acts.takeDownTitle' : 'acts.noticeUpholdTitle')}
        text={`${isItem ? t('acts.takeDownText', named) : t('acts.noticeUpholdText')} ${told}`}
      />
      <ActButton
        {...act('rejected')}
        kind="outline"
        write="POST /admin/takedowns/{id}/decide"
        label={t('takedowns.reject')}
        title={t('acts.noticeRejectTitle')}
        text={`${t('acts.noticeRejectText', named)} ${told}`}
        tone="gold"
      />
    </div>
  );
};

const Notice = ({ notice, onBack }: { notice: TakedownNotice; onBack: () => void }) => {
  const t = useText();
  const format = useFormat();
  const me = useCurrentUser();
  const { target } = notice;
  const path = target ? itemPath(target.kind, target._id) : null;
  const shown = useData('GET /admin/content/{id}', { params: { id: target?._id ?? '' } }, { enabled: path !== null });
  return (
    <Pane
      label={notice.reference}
      onBack={onBack}
      foot={notice.state === 'open' ? <NoticeDecision notice={notice} isItem={path !== null} onBack={onBack} /> : null}
    >
      <PaneHead title={t(`takedowns.reason.${notice.reason}`)} line={`${notice.reference} · ${format.date(notice.createdAt, 'dayTime')}`}>
        {target ? <Chip tone={target.isDown ? 'plain' : 'warn'}>{t(target.isDown ? 'takedowns.isDown' : 'takedowns.isShown')}</Chip> : null}
      </PaneHead>
      <p className={styles.statement}>{notice.statement}</p>
      {target && path ? (
        <ShownContents query={shown} contents={shown.data} name={target.title || t(`reports.kind.${target.kind}`)} by={target.username} />
      ) : null}
      <div className={styles.facts}>
        {shown.data ? <AudienceFact item={shown.data} /> : null}
        <FactLine label={t('takedowns.about')}>{notice.url}</FactLine>
        <FactLine label={t('takedowns.from')}>
          {[notice.name, notice.email].filter(Boolean).join(' · ') || t('takedowns.nameless')}
        </FactLine>
        {notice.decidedAt ? (
          <FactLine label={t('admin.decided')}>
            {t(`takedowns.state.${notice.state}`)} · {notice.decidedBy} · {format.date(notice.decidedAt, 'dayTime')}
          </FactLine>
        ) : null}
      </div>
      {notice.decisionNote ? <p className={styles.statement}>{notice.decisionNote}</p> : null}
      <div className={styles.filters}>
        {target && path && !target.isDown ? (
          <Button kind="lift" size="sm" to={path}>
            {t('reports.open')}
          </Button>
        ) : null}
        {target?.kind === 'account' && me.permissions.includes('users') ? (
          <Button kind="lift" size="sm" to={`/admin/users?id=${target._id}`}>
            {t('takedowns.openAccount')}
          </Button>
        ) : null}
      </div>
    </Pane>
  );
};

export default Takedowns;
