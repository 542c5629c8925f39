import type { PayoutBatch } from '@stagedoor/contract/admin-payouts';
import type { PayoutBatchState } from '@stagedoor/contract/payouts.values';
import { IconDownload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ApiError } from '../../../app/api.ts';
import { Pending } from '../../../app/Pending.tsx';
import { useData } from '../../../app/data.ts';
import { DownloadButton } from '../../../app/DownloadButton.tsx';
import { Chip, type ChipTone } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { TextField } from '../../../ui/Field.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import type from '../../../ui/type.module.css';
import admin from '../../../ui/admin/list-and-pane.module.css';
import { ActButton } from '../frame/ActButton.tsx';
import { FactLine, Pane, PaneHead } from '../list/Pane.tsx';
import { STALE } from './payout-stale.ts';
import styles from './payouts.module.css';

const TONES: Record<PayoutBatchState, ChipTone> = { open: 'info', paid: 'ok', cancelled: 'plain' };
/** Payouts of a batch that its pane lists. */
const LISTED = 100;

export const BatchStateChip = ({ state }: { state: PayoutBatchState }) => (
  <Chip size="sm" tone={TONES[state]}>
    {useText()(`payoutAdmin.batchState.${state}`)}
  </Chip>
);

/** The file to pay with, then: mark all as paid, or dissolve the batch. */
const Foot = ({ batch, onChanged }: { batch: PayoutBatch; onChanged: () => void }) => {
  const t = useText();
  const format = useFormat();
  const [reference, setReference] = useState('');
  const params = { id: batch._id };
  const onRefused = (error: ApiError) => {
    if (STALE.includes(error.code)) onChanged();
  };
  const done = (said: 'payoutAdmin.batchPaid' | 'payoutAdmin.batchCancelled') => () => {
    toast(t(said), { tone: 'ok' });
    onChanged();
  };
  const isBank = batch.method === 'banking';
  return (
    <div className={styles.foot}>
      <DownloadButton
        path={`/api/admin/payout-batches/${batch._id}/${isBank ? 'bank-file' : 'paypal-file'}`}
        name={`${batch.reference}.${isBank ? 'xml' : 'csv'}`}
        icon={<IconDownload size={20} stroke={1.75} />}
      >
        {t(isBank ? 'payoutAdmin.bankFile' : 'payoutAdmin.paypalFile')}
      </DownloadButton>
      <div className={styles.acts}>
        <ActButton
          kind="gold"
          grow
          write="POST /admin/payout-batches/{id}/pay"
          input={{ params, body: { version: batch.version, paymentReference: reference } }}
          label={t('payoutAdmin.payAll')}
          title={t('payoutAdmin.payAllTitle')}
          text={t('payoutAdmin.payAllText', { money: format.money(batch.net) })}
          tone="gold"
          fields={['paymentReference']}
          onDone={done('payoutAdmin.batchPaid')}
          onRefused={onRefused}
        >
          {(error) => (
            <TextField
              label={t('payouts.paymentReference')}
              optional
              maxLength={140}
              value={reference}
              error={error?.fields['paymentReference']}
              onChange={(event) => setReference(event.currentTarget.value)}
            />
          )}
        </ActButton>
        <ActButton
          kind="text"
          write="POST /admin/payout-batches/{id}/cancel"
          input={{ params }}
          label={t('payoutAdmin.dissolve')}
          title={t('payoutAdmin.dissolveTitle', { reference: batch.reference })}
          text={t('payoutAdmin.dissolveText')}
          onDone={done('payoutAdmin.batchCancelled')}
          onRefused={onRefused}
        />
      </div>
    </div>
  );
};

/** One batch beside the list: its payouts, its file, and paying it. */
export const BatchPane = ({ id, onBack }: { id: string; onBack: () => void }) => {
  const t = useText();
  const format = useFormat();
  const queries = useQueryClient();
  const query = useData('GET /admin/payout-batches/{id}', { params: { id } });
  const payouts = useData('GET /admin/payouts', { query: { batchId: id, limit: LISTED, sortBy: 'createdAt', sort: 'asc' } });
  const batch = query.data;
  if (!batch)
    return (
      <Pane label={t('payoutAdmin.batch')} onBack={onBack}>
        <Pending of={query}>
          <RowsSkeleton rows={5} />
        </Pending>
      </Pane>
    );
  const changed = () => {
    for (const key of ['GET /admin/payout-batches', 'GET /admin/payout-batches/{id}', 'GET /admin/payouts', 'GET /admin/payouts/{id}'])
      void queries.invalidateQueries({ queryKey: [key] });
  };
  return (
    <Pane label={batch.reference} onBack={onBack} foot={batch.state === 'open' ? <Foot batch={batch} onChanged={changed} /> : null}>
      <PaneHead title={format.money(batch.net)} line={`${batch.reference} · ${t(`payouts.method.${batch.method}`)}`}>
        <BatchStateChip state={batch.state} />
      </PaneHead>
      <div className={admin.facts}>
        <FactLine label={t('shell.payouts')}>{format.count(batch.count)}</FactLine>
        <FactLine label={t('payoutAdmin.createdBy')}>{batch.createdBy}</FactLine>
        <FactLine label={t('money.when')}>{format.date(batch.createdAt, 'dayTime')}</FactLine>
      </div>
      <section className={styles.section}>
        {payouts.data?.data.map((payout) => (
          <div key={payout._id} className={classes(styles.line, type.small)}>
            <Link to={`/admin/payouts?id=${payout._id}`}>
              {payout.reference} · <bdi>{payout.performer.name}</bdi>
            </Link>
            <span className={type.num}>{format.money(payout.net)}</span>
          </div>
        ))}
      </section>
    </Pane>
  );
};
