import type { PastShow } from '@stagedoor/contract/streams';
import { useState } from 'react';
import { useListData } from '../../../app/data.ts';
import { useRealtimeEvent } from '../../../app/realtime.tsx';
import { useCurrentUser } from '../../../app/session.tsx';
import { Amount } from '../../../ui/Amount.tsx';
import { Card, CardHead } from '../../../ui/Card.tsx';
import { Chip, type ChipTone } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import type { Column } from '../../../ui/table/column.ts';
import { Table } from '../../../ui/table/Table.tsx';
import { Empty } from '../../../ui/Empty.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { type TextKey, useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { PagedList } from '../../lists/ListPage.tsx';
import { useListSearch } from '../../lists/use-list-search.ts';
import { PastShowSheet } from './PastShowSheet.tsx';
import { onAirTime, type RecordingOutcome, recordingOutcome } from './show-words.ts';
import styles from './PastShows.module.css';

const LIMIT = 10;
/** Poll interval while a recording is being prepared, in milliseconds: of one that fails there is no event. */
const RECORDING_MS = 10_000;

const OUTCOMES: Record<RecordingOutcome, readonly [TextKey, ChipTone]> = {
  none: ['studio.recordingState.none', 'plain'],
  nothing: ['studio.recordingState.nothing', 'plain'],
  making: ['studio.recordingState.making', 'info'],
  ready: ['studio.recordingState.ready', 'ok'],
  tooShort: ['studio.recordingState.tooShort', 'plain'],
  failed: ['studio.recordingState.failed', 'bad'],
  deleted: ['studio.recordingState.deleted', 'plain'],
};

/** The performer's shows that are over, newest first; each opens its figures and its recording. */
export const PastShows = () => {
  const t = useText();
  const format = useFormat();
  const user = useCurrentUser();
  const { offset } = useListSearch();
  const [chosen, setChosen] = useState<string | null>(null);
  const [pace, setPace] = useState<number | false>(false);
  const list = useListData('GET /streaming/shows', { query: { limit: LIMIT, offset } }, { refetchInterval: pace });
  const { data, refetch } = list;
  const next = data?.data.some((show) => recordingOutcome(show) === 'making') ? RECORDING_MS : false;
  if (next !== pace) setPace(next);
  useRealtimeEvent('streams/changed', ({ performerId }) => {
    if (performerId === user._id) void refetch();
  });
  const opened = data?.data.find(({ _id }) => _id === chosen);
  const columns: readonly Column<PastShow>[] = [
    {
      key: 'show',
      narrow: 'main',
      title: t('studio.past.show'),
      cell: (show) => <span className={styles.title}>{show.title || t('paid.private')}</span>,
    },
    { key: 'when', title: t('studio.past.when'), cell: (show) => format.date(show.startedAt ?? show.createdAt, 'dayTime') },
    {
      key: 'recording',
      title: t('room.recording'),
      cell: (show) => {
        const [key, tone] = OUTCOMES[recordingOutcome(show)];
        return tone === 'plain' ? <span className={type.faint}>{t(key)}</span> : <Chip tone={tone}>{t(key)}</Chip>;
      },
    },
    { key: 'onAir', title: t('studio.duration'), number: true, cell: (show) => onAirTime(t, format, show.durationSeconds) },
    { key: 'viewers', title: t('studio.past.viewers'), number: true, cell: (show) => format.count(show.peakViewers) },
    {
      key: 'minutes',
      title: t('paid.earned'),
      number: true,
      cell: (show) => (show.type === 'public' ? '' : <Amount tokens={show.minutes.tokens} />),
    },
    { key: 'tips', narrow: 'end', title: t('studio.tipsOfShow'), number: true, cell: (show) => <Amount tokens={show.tips.tokens} /> },
  ];
  return (
    <Card pad="lg">
      <CardHead title={t('studio.past')}>
        {data && data.total > 0 ? <span className={classes(type.small, type.faint)}>{format.total(data)}</span> : null}
      </CardHead>
      <PagedList
        list={list}
        limit={LIMIT}
        skeleton={<RowsSkeleton rows={4} square />}
        empty={<Empty title={t('studio.pastNone')} text={t('studio.pastNoneText')} level={3} />}
      >
        {(rows) => (
          <Table
            caption={t('studio.past')}
            columns={columns}
            rows={rows}
            rowKey={({ _id }) => _id}
            selected={chosen}
            onSelect={({ _id }) => setChosen(_id)}
          />
        )}
      </PagedList>
      {opened ? (
        <PastShowSheet
          show={opened}
          isLast={offset === 0 && opened === data?.data[0]}
          onClose={() => setChosen(null)}
          onDeleted={() => void refetch()}
        />
      ) : null}
    </Card>
  );
};
