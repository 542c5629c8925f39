import type { CardPause } from '@stagedoor/contract/admin-gateways';
import { useQueryClient } from '@tanstack/react-query';
import { useListData } from '../../../app/data.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { useFormat } from '../../../ui/format.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { useText } from '../../../ui/text.ts';
import { useListSearch } from '../../lists/use-list-search.ts';
import { ActButton } from '../frame/ActButton.tsx';
import { PersonCell } from '../frame/PersonCell.tsx';
import { GatewayList } from './GatewayList.tsx';

const LIMIT = 25;

const Lift = ({ pause }: { pause: CardPause }) => {
  const t = useText();
  const client = useQueryClient();
  if (pause.isOver) return <Chip>{t('gateways.pauseOver')}</Chip>;
  return (
    <ActButton
      write="POST /admin/gateways/pauses/{id}/lift"
      input={{ params: { id: pause._id } }}
      size="sm"
      kind="outline"
      tone="gold"
      label={t('gateways.lift')}
      title={t('gateways.liftTitle')}
      text={t('gateways.liftText')}
      onDone={() => void client.invalidateQueries({ queryKey: ['GET /admin/gateways/pauses'] })}
    />
  );
};

/** Card payments that are paused because cards were being tried. */
export const CardPauses = () => {
  const t = useText();
  const format = useFormat();
  const { offset } = useListSearch();
  const list = useListData('GET /admin/gateways/pauses', { query: { limit: LIMIT, offset } });
  const columns: readonly Column<CardPause>[] = [
    {
      key: 'who',
      narrow: 'main',
      title: t('gateways.pauseOf'),
      cell: (row) => (row.kind === 'account' && row.account ? <PersonCell person={row.account} /> : t(`gateways.pauseKind.${row.kind}`)),
    },
    { key: 'why', title: t('gateways.why'), cell: (row) => t(`gateways.pauseReason.${row.reason}`) },
    { key: 'since', number: true, title: t('gateways.since'), cell: (row) => format.date(row.createdAt, 'dayTime') },
    { key: 'until', number: true, title: t('gateways.until'), cell: (row) => format.date(row.until, 'dayTime') },
    { key: 'lift', narrow: 'end', title: '', cell: (row) => <Lift pause={row} /> },
  ];
  return <GatewayList list={list} columns={columns} limit={LIMIT} caption={t('gateways.view.pauses')} empty={t('gateways.noPauses')} />;
};
