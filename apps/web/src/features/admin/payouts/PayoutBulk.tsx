import { useAction } from '../../../app/data.ts';
import { BulkButton, type BulkProps } from '../list/BulkButton.tsx';
import type { PayoutFilter } from './payout-filter.ts';

/** The act on many payouts: those that are pending are approved. */
export const PayoutBulk = ({ rows, onStarted }: BulkProps<PayoutFilter>) => {
  const approve = useAction('POST /admin/payouts/approve-many');
  return (
    <BulkButton act="payouts.approve" kind="gold" action={approve} prepare={() => approve.run({ body: { rows } })} onStarted={onStarted} />
  );
};
