import type { TakedownNotice } from '@stagedoor/contract/takedowns';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Pending } from '../../app/Pending.tsx';
import { useAction, useData } from '../../app/data.ts';
import { useCurrentUser } from '../../app/session.tsx';
import { useListSearch } from '../../features/admin/AccountsScreen.tsx';
import styles from '../../features/admin/admin.module.css';
import { useListKeys } from '../../features/admin/use-list-keys.ts';
import { Problem } from '../../features/auth/Problem.tsx';
import { Button } from '../../ui/Button.tsx';
import { Chip, FilterChip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { TextArea } from '../../ui/Field.tsx';
import { useFormat } from '../../ui/format.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';

const STATES = ['open', 'upheld', 'rejected'] as const;

/** Notices that something be taken down: the list, and the one being decided beside it. */
const Takedowns = () => {
  const say = useText();
  const format = useFormat();
  const { get, change } = useListSearch();
  const state = STATES.find((known) => known === get('state')) ?? 'open';
  const notices = useData('GET /admin/takedowns', { query: { state, limit: 100 } }, { refetchInterval: 30_000 });
  const rows = notices.data?.data ?? [];
  const id = get('id');
  const chosen = rows.find((row) => row._id === id);
  const choose = (next: string | null) => change({ id: next });
  useListKeys(
    rows.map(({ _id }) => _id),
    id,
    choose,
  );
  const columns: readonly Column<TakedownNotice>[] = [
    {
      key: 'what',
      narrow: 'main',
      title: say('takedowns.about'),
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
      title: say('people.reason'),
      cell: (row) => <Chip tone={row.reason === 'underage' ? 'bad' : 'plain'}>{say(`takedowns.reason.${row.reason}`)}</Chip>,
    },
    { key: 'from', title: say('takedowns.from'), cell: (row) => row.name || say('takedowns.nameless') },
    {
      key: 'since',
      number: true,
      title: say(state === 'open' ? 'admin.applied' : 'admin.decided'),
      cell: (row) => <TimeAgo instant={row.decidedAt ?? row.createdAt} />,
    },
  ];
  return (
    <>
      <PageTitle title={say('shell.takedowns')} />
      {chosen ? <h1 className={classes(type.hidden, styles.phoneTitle)}>{say('shell.takedowns')}</h1> : null}
      <div className={classes(styles.split, chosen && styles.reviewing)}>
        <div className={styles.list}>
          <header className={styles.head}>
            <h1 className={classes(type.display, type.s46)}>{say('shell.takedowns')}</h1>
            <div className={styles.filters}>
              {STATES.map((choice) => (
                <FilterChip
                  key={choice}
                  on={choice === state}
                  onClick={() => change({ state: choice === 'open' ? null : choice, id: null })}
                >
                  {say(`takedowns.state.${choice}`)} {notices.data ? format.count(notices.data.counts[choice]) : ''}
                </FilterChip>
              ))}
            </div>
          </header>
          {!notices.data ? (
            <Pending of={notices}>
              <RowsSkeleton rows={6} size={24} square />
            </Pending>
          ) : rows.length === 0 ? (
            <Empty title={say('takedowns.none')} text={say('takedowns.noneText')} />
          ) : (
            <DataTable
              caption={say('shell.takedowns')}
              columns={columns}
              rows={rows}
              rowKey={(row) => row._id}
              selected={id}
              onSelect={(row) => choose(row._id)}
            />
          )}
        </div>
        {chosen ? (
          <Notice key={chosen._id} notice={chosen} onBack={() => choose(null)} />
        ) : (
          <section className={classes(styles.pane, styles.paneEmpty)} aria-label={say('takedowns.choose')}>
            <Empty title={say('takedowns.choose')} text={say('takedowns.chooseText')} />
          </section>
        )}
      </div>
    </>
  );
};

const Notice = ({ notice, onBack }: { notice: TakedownNotice; onBack: () => void }) => {
  const say = useText();
  const format = useFormat();
  const client = useQueryClient();
  const me = useCurrentUser();
  const decide = useAction('POST /admin/takedowns/{id}/decide');
  const [note, setNote] = useState('');
  const run = async (decision: 'upheld' | 'rejected') => {
    if (!(await decide.run({ params: { id: notice._id }, body: { decision, note } }))) return;
    toast(say(`takedowns.toast.${decision}`), { tone: 'ok' });
    onBack();
    void client.invalidateQueries({ queryKey: ['GET /admin/takedowns'] });
  };
  const { target } = notice;
  return (
    <section className={styles.pane} aria-label={notice.reference}>
      <div className={styles.paneBody}>
        <Button className={styles.phoneBack} kind="text" icon={<IconArrowLeft size={20} stroke={1.75} />} onClick={onBack}>
          {say('admin.back')}
        </Button>
        <header className={styles.person}>
          <div className={styles.personWords}>
            <h2 className={classes(type.display, type.s26)}>{say(`takedowns.reason.${notice.reason}`)}</h2>
            <span className={classes(type.small, type.quiet)}>
              {notice.reference} · {format.date(notice.createdAt, 'dayTime')}
            </span>
          </div>
          {target ? (
            <Chip tone={target.isDown ? 'plain' : 'warn'}>{say(target.isDown ? 'takedowns.isDown' : 'takedowns.isShown')}</Chip>
          ) : null}
        </header>
        <p className={styles.statement}>{notice.statement}</p>
        <div className={styles.facts}>
          <div className={classes(styles.fact, type.small)}>
            <span className={type.faint}>{say('takedowns.about')}</span>
            <span className={styles.factValue}>{notice.url}</span>
          </div>
          <div className={classes(styles.fact, type.small)}>
            <span className={type.faint}>{say('takedowns.from')}</span>
            <span className={styles.factValue}>{[notice.name, notice.email].filter(Boolean).join(' · ') || say('takedowns.nameless')}</span>
          </div>
          {notice.decidedAt ? (
            <div className={classes(styles.fact, type.small)}>
              <span className={type.faint}>{say('admin.decided')}</span>
              <span className={styles.factValue}>
                {say(`takedowns.state.${notice.state}`)} · {notice.decidedBy} · {format.date(notice.decidedAt, 'dayTime')}
              </span>
            </div>
          ) : null}
        </div>
        {notice.decisionNote ? <p className={styles.statement}>{notice.decisionNote}</p> : null}
        <div className={styles.filters}>
          {target?.kind === 'feed' ? (
            <Button kind="lift" size="sm" to={`/feeds/${target._id}`}>
              {say('takedowns.openPost')}
            </Button>
          ) : null}
          {target?.kind === 'account' && me.permissions.includes('users') ? (
            <Button kind="lift" size="sm" to={`/admin/users?id=${target._id}`}>
              {say('takedowns.openAccount')}
            </Button>
          ) : null}
        </div>
      </div>
      {notice.state === 'open' ? (
        <div className={styles.decide}>
          <TextArea
            label={say('takedowns.note')}
            rows={3}
            maxLength={2000}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
            hint={say('takedowns.noteHint')}
          />
          <Problem error={decide.error} fields={[]} />
          <div className={styles.act}>
            <Button kind="bad" grow busy={decide.busy} onClick={() => void run('upheld')}>
              {say(target?.kind === 'feed' ? 'takedowns.takeDown' : 'takedowns.uphold')}
            </Button>
            <Button kind="outline" busy={decide.busy} onClick={() => void run('rejected')}>
              {say('takedowns.reject')}
            </Button>
          </div>
        </div>
      ) : null}
    </section>
  );
};

export default Takedowns;
