import { itemPath } from '@stagedoor/contract/items.values';
import type { TakedownNotice } from '@stagedoor/contract/takedowns';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction, useData, useListData } from '../../app/data.ts';
import { useCurrentUser } from '../../app/session.tsx';
import styles from '../../ui/admin/list-and-pane.module.css';
import { AudienceFact } from '../../features/admin/AudienceFact.tsx';
import { ListAndPane } from '../../features/admin/ListAndPane.tsx';
import { QueueStates } from '../../features/admin/ListFilters.tsx';
import { FactLine, Pane, PaneHead } from '../../features/admin/Pane.tsx';
import { ShownContents } from '../../features/admin/ShownContents.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { QUEUE_LENGTH } from '../../features/admin/use-applications.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import type { Column } from '../../ui/DataTable.tsx';
import { TextArea } from '../../ui/Field.tsx';
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

const Notice = ({ notice, onBack }: { notice: TakedownNotice; onBack: () => void }) => {
  const t = useText();
  const format = useFormat();
  const client = useQueryClient();
  const me = useCurrentUser();
  const decide = useAction('POST /admin/takedowns/{id}/decide');
  const [note, setNote] = useState('');
  const run = async (decision: 'upheld' | 'rejected') => {
    if (!(await decide.run({ params: { id: notice._id }, body: { decision, note } }))) return;
    toast(t(`takedowns.toast.${decision}`), { tone: 'ok' });
    onBack();
    void client.invalidateQueries({ queryKey: ['GET /admin/takedowns'] });
  };
  const { target } = notice;
  const path = target ? itemPath(target.kind, target._id) : null;
  const shown = useData('GET /admin/content/{id}', { params: { id: target?._id ?? '' } }, { enabled: path !== null });
  return (
    <Pane
      label={notice.reference}
      onBack={onBack}
      foot={
        notice.state === 'open' ? (
          <>
            <TextArea
              label={t('takedowns.note')}
              rows={3}
              maxLength={2000}
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
              hint={t('takedowns.noteHint')}
            />
            <FormError error={decide.error} fields={[]} />
            <div className={styles.act}>
              <Button kind="bad" grow busy={decide.busy} onClick={() => void run('upheld')}>
                {t(path ? 'takedowns.takeDown' : 'takedowns.uphold')}
              </Button>
              <Button kind="outline" busy={decide.busy} onClick={() => void run('rejected')}>
                {t('takedowns.reject')}
              </Button>
            </div>
          </>
        ) : null
      }
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
