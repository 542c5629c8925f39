import type { GatewayRefund, GatewayRejection, UnansweredPayment } from '@stagedoor/contract/admin-gateways';
import { useQueryClient } from '@tanstack/react-query';
import { useAction, useListData } from '../../../app/data.ts';
import { Button } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import type from '../../../ui/type.module.css';
import { useListSearch } from '../../lists/use-list-search.ts';
import { ActButton } from '../frame/ActButton.tsx';
import { PersonCell } from '../frame/PersonCell.tsx';
import { GatewayList } from './GatewayList.tsx';
import styles from './gateways.module.css';

const LIMIT = 25;
const LISTS = ['GET /admin/gateways', 'GET /admin/gateways/unanswered', 'GET /admin/gateways/refunds'] as const;

/** Reads again what an act may have changed. */
const useRefresh = () => {
  const client = useQueryClient();
  return () => {
    for (const key of LISTS) void client.invalidateQueries({ queryKey: [key] });
  };
};

const AskNow = ({ row }: { row: UnansweredPayment }) => {
  const t = useText();
  const ask = useAction('POST /admin/orders/{id}/ask-gateway');
  const refresh = useRefresh();
  const press = async () => {
    const answer = await ask.run({ params: { id: row._id } });
    if (answer) toast(t(answer.isKnown ? 'gateways.asked' : 'gateways.askedUnknown'), { tone: answer.isKnown ? 'ok' : 'info' });
    else toast(ask.refusal()?.message ?? t('gateways.askedUnknown'), { tone: 'bad' });
    refresh();
  };
  return (
    <Button kind="outline" size="sm" busy={ask.busy} onClick={() => void press()}>
      {t('gateways.ask')}
    </Button>
  );
};

/** Card payments that nobody has said the end of. */
export const UnansweredPayments = () => {
  const t = useText();
  const format = useFormat();
  const { offset } = useListSearch();
  const list = useListData('GET /admin/gateways/unanswered', { query: { limit: LIMIT, offset } });
  const columns: readonly Column<UnansweredPayment>[] = [
    { key: 'buyer', narrow: 'main', title: t('money.buyer'), cell: (row) => (row.buyer ? <PersonCell person={row.buyer} /> : null) },
    { key: 'gateway', title: t('gateways.company'), cell: (row) => t(`gateways.name.${row.gateway}`) },
    { key: 'money', number: true, title: t('gateways.amount'), cell: (row) => format.money(row.money) },
    { key: 'since', number: true, title: t('gateways.since'), cell: (row) => format.date(row.createdAt, 'dayTime') },
    { key: 'ask', narrow: 'end', title: '', cell: (row) => <AskNow row={row} /> },
  ];
  return <GatewayList list={list} columns={columns} limit={LIMIT} caption={t('gateways.unanswered')} empty={t('gateways.noUnanswered')} />;
};

const RefundActs = ({ row }: { row: GatewayRefund }) => {
  const t = useText();
  const format = useFormat();
  const refresh = useRefresh();
  const amount = format.money(row.amount);
  return (
    <span className={styles.acts}>
      {row.state === 'failed' ? (
        <ActButton
          write="POST /admin/gateways/refunds/{id}/retry"
          input={{ params: { id: row._id } }}
          size="sm"
          kind="outline"
          tone="gold"
          label={t('gateways.retry')}
          title={t('gateways.retryTitle')}
          text={t('gateways.retryText', { amount })}
          onDone={refresh}
        />
      ) : null}
      {row.state === 'pending' ? null : (
        <ActButton
          write="POST /admin/gateways/refunds/{id}/done"
          input={{ params: { id: row._id } }}
          size="sm"
          kind="outline"
          tone="gold"
          label={t('gateways.made')}
          title={t('gateways.madeTitle')}
          text={t('gateways.madeText', { amount })}
          onDone={refresh}
        />
      )}
    </span>
  );
};

/** Refunds that aren't done: sent, for the owner to make, or failed. */
export const OpenRefunds = () => {
  const t = useText();
  const format = useFormat();
  const { offset } = useListSearch();
  const list = useListData('GET /admin/gateways/refunds', { query: { limit: LIMIT, offset } });
  const columns: readonly Column<GatewayRefund>[] = [
    { key: 'buyer', narrow: 'main', title: t('money.buyer'), cell: (row) => (row.buyer ? <PersonCell person={row.buyer} /> : null) },
    {
      key: 'payment',
      title: t('gateways.payment'),
      cell: (row) => (
        <span>
          {t(`gateways.name.${row.gateway}`)} <span className={classes(type.tiny, type.faint)}>{row.paymentId}</span>
          {row.ownAccount === null ? null : <Chip>{t('gateways.ownAccount', { account: row.ownAccount })}</Chip>}
        </span>
      ),
    },
    { key: 'amount', number: true, title: t('gateways.amount'), cell: (row) => format.money(row.amount) },
    {
      key: 'state',
      title: t('money.state'),
      cell: (row) => <Chip tone={row.state === 'failed' ? 'bad' : 'plain'}>{t(`money.refundState.${row.state}`)}</Chip>,
    },
    { key: 'since', number: true, title: t('gateways.since'), cell: (row) => format.date(row.createdAt, 'dayTime') },
    { key: 'acts', narrow: 'end', title: '', cell: (row) => <RefundActs row={row} /> },
  ];
  return <GatewayList list={list} columns={columns} limit={LIMIT} caption={t('gateways.refunds')} empty={t('gateways.noRefunds')} />;
};

/** Callbacks that were not a company's, or could not be processed. */
export const Rejections = () => {
  const t = useText();
  const format = useFormat();
  const { offset } = useListSearch();
  const list = useListData('GET /admin/gateways/rejections', { query: { limit: LIMIT, offset } });
  const columns: readonly Column<GatewayRejection>[] = [
    { key: 'gateway', narrow: 'main', title: t('gateways.company'), cell: (row) => t(`gateways.name.${row.gateway}`) },
    {
      key: 'why',
      title: t('gateways.why'),
      cell: (row) => t(`gateways.reason.${row.reason}`),
    },
    { key: 'sender', title: t('gateways.sender'), cell: (row) => <span dir="ltr">{row.sender || t('gateways.others')}</span> },
    { key: 'count', narrow: 'end', number: true, title: t('gateways.times'), cell: (row) => format.count(row.count) },
    { key: 'last', number: true, title: t('gateways.last'), cell: (row) => format.date(row.lastAt, 'dayTime') },
  ];
  return <GatewayList list={list} columns={columns} limit={LIMIT} caption={t('gateways.rejections')} empty={t('gateways.noRejections')} />;
};
