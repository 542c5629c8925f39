import { COMPLAINT_STATES } from '@stagedoor/contract/orders.values';
import type { OrderLine } from '@stagedoor/contract/orders';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../../app/api.ts';
import { useListData } from '../../app/data.ts';
import { ActButton } from '../../features/admin/frame/ActButton.tsx';
import { ListAndPane } from '../../features/admin/list/ListAndPane.tsx';
import { QueueStates } from '../../features/admin/list/ListFilters.tsx';
import { FactLine, Pane, PaneHead } from '../../features/admin/list/Pane.tsx';
import { ReasonField } from '../../features/admin/frame/ReasonField.tsx';
import { QUEUE_LENGTH } from '../../features/admin/reviews/use-applications.ts';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { RefundEffect } from '../../features/admin/orders/RefundEffect.tsx';
import styles from '../../ui/admin/list-and-pane.module.css';
import { Amount } from '../../ui/Amount.tsx';
import { classes } from '../../ui/classes.ts';
import type { Column } from '../../ui/table/column.ts';
import { useFormat } from '../../ui/format.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';

const KEY = 'GET /admin/complaints';

/** Buyers' complaints about what was sent to them: the list, with the selected one beside it. */
const Complaints = () => {
  const t = useText();
  const { get, offset } = useListSearch();
  const state = COMPLAINT_STATES.find((known) => known === get('state')) ?? 'open';
  const complaints = useListData(KEY, { query: { state, limit: QUEUE_LENGTH, offset } }, { refetchInterval: 30_000 });
  const columns: readonly Column<OrderLine>[] = [
    {
      key: 'what',
      narrow: 'main',
      title: t('reports.about'),
      cell: (row) => (
        <span className={styles.personWords}>
          <span className={classes(type.strong, styles.cut)}>{row.product.name}</span>
          <span className={classes(type.tiny, type.faint)}>
            {row.buyer?.name} · {row.seller?.name}
          </span>
        </span>
      ),
    },
    { key: 'paid', narrow: 'end', number: true, title: t('orders.total'), cell: (row) => <Amount tokens={row.total} /> },
    {
      key: 'since',
      number: true,
      title: t('admin.applied'),
      cell: (row) => (row.complaint ? <TimeAgo instant={row.complaint.decidedAt ?? row.complaint.createdAt} /> : null),
    },
  ];
  return (
    <ListAndPane
      title={t('complaints.title')}
      head={<QueueStates states={COMPLAINT_STATES} state={state} text={(choice) => t(`complaints.state.${choice}`)} counts={undefined} />}
      list={complaints}
      limit={QUEUE_LENGTH}
      columns={columns}
      empty={{ title: t('complaints.none'), text: t('complaints.noneText') }}
      pane={({ row, onBack }) => (row ? <Complaint key={row._id} orderLine={row} onBack={onBack} /> : null)}
    />
  );
};

const ComplaintDecision = ({ orderLine, onBack }: { orderLine: OrderLine; onBack: () => void }) => {
  const t = useText();
  const client = useQueryClient();
  const [note, setNote] = useState('');
  const names = { buyer: orderLine.buyer?.name ?? '', seller: orderLine.seller?.name ?? '' };
  const act = (decision: 'refund' | 'reject') => ({
    input: { params: { id: orderLine._id }, body: { decision, note } },
    fields: ['note'],
    onDone: () => {
      toast(t('complaints.decided'), { tone: 'ok' });
      onBack();
      void client.invalidateQueries({ queryKey: [KEY] });
    },
  });
  const field = (error: ApiError | null) => (
    <ReasonField label={t('complaints.note')} maxLength={500} value={note} error={error} onChange={setNote} />
  );
  return (
    <div className={styles.act}>
      <ActButton
        {...act('refund')}
        kind="bad"
        grow
        write="POST /admin/complaints/{id}/decide"
        label={t('complaints.refund')}
        title={t('acts.complaintRefundTitle', { name: names.buyer })}
        text={t('acts.complaintRefundText', names)}
        act={t('money.refund')}
      >
        {(error) => (
          <>
            <RefundEffect orderId={orderLine.orderId} orderLineId={orderLine._id} />
            {field(error)}
          </>
        )}
      </ActButton>
      <ActButton
        {...act('reject')}
        kind="outline"
        write="POST /admin/complaints/{id}/decide"
        label={t('complaints.reject')}
        title={t('acts.complaintRejectTitle')}
        text={t('acts.complaintRejectText', names)}
      >
        {field}
      </ActButton>
    </div>
  );
};

const Complaint = ({ orderLine, onBack }: { orderLine: OrderLine; onBack: () => void }) => {
  const t = useText();
  const format = useFormat();
  return (
    <Pane
      label={orderLine.product.name}
      onBack={onBack}
      foot={orderLine.complaint?.state === 'open' ? <ComplaintDecision orderLine={orderLine} onBack={onBack} /> : null}
    >
      <PaneHead title={orderLine.product.name} line={orderLine.complaint ? format.date(orderLine.complaint.createdAt, 'dayTime') : ''} />
      <p className={styles.statement}>{orderLine.complaint?.text}</p>
      <div className={styles.facts}>
        <FactLine label={t('sales.buyer')}>{orderLine.buyer?.name}</FactLine>
        <FactLine label={t('reports.owner')}>{orderLine.seller?.name}</FactLine>
        <FactLine label={t('orders.total')}>
          <Amount tokens={orderLine.total} money={orderLine.money} />
        </FactLine>
        <FactLine label={t('orders.number')}>{orderLine.orderId}</FactLine>
        {orderLine.trackingUrl ? (
          <FactLine label={t('sales.tracking')}>
            <a className={type.link} href={orderLine.trackingUrl} target="_blank" rel="noreferrer">
              {t('orders.track')}
            </a>
          </FactLine>
        ) : null}
      </div>
      {orderLine.complaint?.note ? <p className={styles.statement}>{orderLine.complaint.note}</p> : null}
    </Pane>
  );
};

export default Complaints;
