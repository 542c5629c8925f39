import type { AdminPayoutRow } from '@stagedoor/contract/admin-payouts';
import { MAX_BATCH, PAYOUT_METHODS, type PayoutMethod } from '@stagedoor/contract/payouts.values';
import { IconStack2 } from '@tabler/icons-react';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../../../app/api.ts';
import { call } from '../../../app/browser-call.ts';
import { Pending } from '../../../app/Pending.tsx';
import { useAction } from '../../../app/data.ts';
import { Button } from '../../../ui/Button.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { FormError } from '../../../ui/forms/FormError.tsx';
import { useListSearch } from '../../lists/use-list-search.ts';
import { STALE } from './payout-stale.ts';
import styles from './payouts.module.css';

const LIST = 'GET /admin/payouts';
const PAGE = 100;

type Ready = Record<PayoutMethod, readonly AdminPayoutRow[]>;

/** Reads what can be gathered, the oldest first: of each method at most as many as a batch holds. */
const readReady = async (signal: AbortSignal): Promise<Ready> => {
  const found: AdminPayoutRow[] = [];
  for (;;) {
    const query = { isReady: true, sortBy: 'createdAt', sort: 'asc', limit: PAGE, offset: found.length } as const;
    const { data, total } = await call(LIST, { query, signal });
    found.push(...data);
    if (data.length === 0 || found.length >= Math.min(total, MAX_BATCH * PAYOUT_METHODS.length)) break;
  }
  const of = (method: PayoutMethod) => found.filter((row) => row.method === method).slice(0, MAX_BATCH);
  return { banking: of('banking'), paypal: of('paypal') };
};

/** Reads the payouts that can be gathered now, each time the sheet opens: a batch takes exactly those that were shown. */
const useReady = (enabled: boolean): UseQueryResult<Ready, ApiError> =>
  useQuery<Ready, ApiError>({ queryKey: [LIST, 'ready'], queryFn: ({ signal }) => readReady(signal), enabled, staleTime: 0 });

/** Gathers what is approved of one method in a batch, each payout as it was shown, and opens it. */
export const NewBatch = ({ approved }: { approved: number }) => {
  const t = useText();
  const format = useFormat();
  const queries = useQueryClient();
  const { change } = useListSearch();
  const create = useAction('POST /admin/payout-batches');
  const [isOpened, setOpened] = useState(false);
  const ready = useReady(isOpened);
  const gather = async (method: PayoutMethod, rows: readonly AdminPayoutRow[]) => {
    const batch = await create.run({ body: { method, payouts: rows.map(({ _id, version }) => ({ id: _id, version })) } });
    if (!batch) {
      if (STALE.includes(create.refusal()?.code ?? '')) void queries.invalidateQueries({ queryKey: [LIST] });
      return;
    }
    setOpened(false);
    await queries.invalidateQueries({ queryKey: [LIST] });
    await queries.invalidateQueries({ queryKey: ['GET /admin/payout-batches'] });
    change({ view: 'batches', id: batch._id, state: null, offset: null, q: null, method: null });
  };
  const { data } = ready;
  return (
    <>
      <Button kind="outline" disabled={approved === 0} icon={<IconStack2 size={20} stroke={1.75} />} onClick={() => setOpened(true)}>
        {t('payoutAdmin.newBatch')}
      </Button>
      <Sheet opened={isOpened} onClose={() => setOpened(false)} title={t('payoutAdmin.newBatch')} width={440}>
        <div className={styles.foot}>
          <p className={type.quiet}>{t('payoutAdmin.newBatchText')}</p>
          {data ? (
            PAYOUT_METHODS.map((method) => (
              <Button
                key={method}
                kind="lift"
                wide
                busy={create.busy}
                disabled={data[method].length === 0}
                onClick={() => void gather(method, data[method])}
              >
                {t('payoutAdmin.gather', {
                  method: t(`payouts.method.${method}`),
                  count: data[method].length,
                  money: format.money(data[method].reduce((sum, { net }) => sum + Math.round(net * 100), 0) / 100),
                })}
              </Button>
            ))
          ) : (
            <Pending of={ready}>
              <RowsSkeleton rows={2} square />
            </Pending>
          )}
          <FormError error={create.error} fields={[]} />
        </div>
      </Sheet>
    </>
  );
};
