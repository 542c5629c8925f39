import { type ReactNode, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { Pending } from '../../app/Pending.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { FilterChip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './admin.module.css';
import { ParticipantReview } from './ParticipantReview.tsx';
import { type ParticipantRow, type ParticipantState, useParticipants } from './use-participants.ts';

const STATES: readonly { state: ParticipantState; text: 'admin.waiting' | 'admin.approved' | 'admin.rejected' }[] = [
  { state: 'pending', text: 'admin.waiting' },
  { state: 'approved', text: 'admin.approved' },
  { state: 'rejected', text: 'admin.rejected' },
];

/** Co-performers: the list, and the one being looked at beside it. */
export const ParticipantQueue = ({ tabs }: { tabs: ReactNode }) => {
  const say = useText();
  const [search, setSearch] = useSearchParams();
  const state = STATES.find((entry) => entry.state === search.get('state'))?.state ?? 'pending';
  const queue = useParticipants(state);
  const rows = queue.data?.data ?? [];
  const id = search.get('id');
  const index = rows.findIndex((row) => row._id === id);
  const chosen = rows[index];
  const choose = (next: string | null) =>
    setSearch(
      { queue: 'participants', ...(state === 'pending' ? {} : { state }), ...(next ? { id: next } : {}) },
      { replace: true, preventScrollReset: true },
    );
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement || rows.length === 0) return;
      event.preventDefault();
      const next = event.key === 'ArrowDown' ? Math.min(rows.length - 1, index + 1) : Math.max(0, index - 1);
      choose(rows[next]?._id ?? null);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });
  const columns: readonly Column<ParticipantRow>[] = [
    {
      key: 'name',
      narrow: 'main',
      title: say('profiles.legalName'),
      cell: (row) => (
        <span className={styles.person}>
          <Avatar src={row.performer.avatar} size={36} />
          <span className={styles.personWords}>
            <span className={type.strong}>{row.legalName}</span>
            <span className={classes(type.tiny, type.faint)}>{say('profiles.of', { name: row.performer.name })}</span>
          </span>
        </span>
      ),
    },
    {
      key: 'since',
      narrow: 'end',
      title: say(state === 'pending' ? 'admin.applied' : 'admin.decided'),
      number: true,
      cell: (row) => <TimeAgo instant={state === 'pending' ? row.createdAt : (row.decidedAt ?? row.createdAt)} />,
    },
  ];
  return (
    <div className={classes(styles.split, chosen && styles.reviewing)}>
      <div className={styles.list}>
        <header className={styles.head}>
          <h1 className={classes(type.display, type.s46)}>{say('admin.applications')}</h1>
          <div className={styles.filters}>
            {STATES.map((entry) => (
              <FilterChip
                key={entry.state}
                on={entry.state === state}
                onClick={() => setSearch({ queue: 'participants', ...(entry.state === 'pending' ? {} : { state: entry.state }) })}
              >
                {say(entry.text)} {queue.data?.counts[entry.state] ?? ''}
              </FilterChip>
            ))}
          </div>
        </header>
        {tabs}
        {!queue.data ? (
          <Pending of={queue}>
            <RowsSkeleton rows={6} size={36} />
          </Pending>
        ) : rows.length === 0 ? (
          <Empty title={say(state === 'pending' ? 'profiles.reviewNone' : 'profiles.reviewOther')} text={say('profiles.reviewNoneText')} />
        ) : (
          <DataTable
            caption={say('profiles.reviews')}
            columns={columns}
            rows={rows}
            rowKey={(row) => row._id}
            selected={id}
            onSelect={(row) => choose(row._id)}
          />
        )}
      </div>
      {chosen ? (
        <ParticipantReview
          key={chosen._id}
          participant={chosen}
          index={index}
          count={rows.length}
          onDecided={() => choose(rows[index + 1]?._id ?? rows[index - 1]?._id ?? null)}
          onBack={() => choose(null)}
        />
      ) : (
        <section className={classes(styles.pane, styles.paneEmpty)} aria-label={say('profiles.choose')}>
          <Empty title={say('profiles.choose')} text={say('profiles.chooseText')} />
        </section>
      )}
    </div>
  );
};
