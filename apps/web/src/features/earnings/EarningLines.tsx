import type { AnswerOf, Contract } from '@stagedoor/contract';
import { useData } from '../../app/data.ts';
import { useRealtimeEvent } from '../../app/realtime.tsx';
import { PagedList } from '../lists/ListPage.tsx';
import { useListSearch } from '../lists/use-list-search.ts';
import { Amount } from '../../ui/Amount.tsx';
import { CardHead } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { useFormat } from '../../ui/format.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './earnings.module.css';

type Line = AnswerOf<Contract['GET /earning/search']>['data'][number];
const LIMIT = 20;

/** Every line of what was earned: what was paid, the frozen commission, and what is the performer's. */
export const EarningLines = ({ query }: { query: { from: string; to: string } }) => {
  const say = useText();
  const format = useFormat();
  const { offset } = useListSearch();
  const lines = useData('GET /earning/search', { query: { ...query, limit: LIMIT, offset } });
  const { data, refetch } = lines;
  useRealtimeEvent('RECEIVED_PAID_TOKEN_EVENT', () => void refetch());
  const columns: readonly Column<Line>[] = [
    { key: 'when', title: say('model.line.when'), cell: (line) => format.date(line.createdAt, 'dayTime') },
    {
      key: 'what',
      narrow: 'main',
      title: say('model.line.what'),
      cell: (line) => (
        <span className={styles.words}>
          <span className={type.strong}>{say(`movement.${line.kind}`)}</span>
          {line.item ? <span className={classes(type.tiny, type.faint, type.clip)}>{line.item.title || say('model.untitled')}</span> : null}
        </span>
      ),
    },
    { key: 'fan', title: say('model.line.fan'), cell: (line) => line.fan?.name ?? '' },
    {
      key: 'gross',
      title: say('model.line.gross'),
      number: true,
      cell: (line) => (
        <span>
          {line.tokens === null ? null : <Amount tokens={line.tokens} />} <span className={type.faint}>{format.money(line.gross)}</span>
        </span>
      ),
    },
    {
      key: 'commission',
      title: say('model.line.commission'),
      number: true,
      // Of what was given back, the site's part comes back too.
      cell: (line) =>
        `${line.commission < 0 ? '+' : '−'}${format.money(Math.abs(line.commission))} (${format.percent(line.commissionPercent)})`,
    },
    {
      key: 'net',
      title: say('model.line.net'),
      number: true,
      narrow: 'end',
      cell: (line) => <b className={type.num}>{format.money(line.net)}</b>,
    },
    {
      key: 'state',
      title: say('model.line.state'),
      number: true,
      cell: (line) =>
        line.state === 'available'
          ? say('model.line.available')
          : line.availableAt
            ? say('model.line.pending', { date: format.date(line.availableAt) })
            : say('model.line.undelivered'),
    },
  ];
  return (
    <>
      <CardHead title={say('model.lines')}>
        {data ? <span className={classes(type.small, type.faint)}>{format.count(data.total)}</span> : null}
      </CardHead>
      <PagedList
        list={lines}
        limit={LIMIT}
        skeleton={<RowsSkeleton rows={6} square />}
        empty={<Empty title={say('model.noLines')} text={say('model.noLinesText')} />}
      >
        {(rows) => <DataTable caption={say('model.lines')} columns={columns} rows={rows} rowKey={(line) => line._id} />}
      </PagedList>
    </>
  );
};
