import { PAYOUT_METHODS } from '@stagedoor/contract/payouts.values';
import { IconStack2 } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { FormError } from '../../ui/forms/FormError.tsx';
import { useListSearch } from '../lists/use-list-search.ts';
import styles from './payouts-admin.module.css';

/** Gathers everything approved of one method in a batch, and opens it. */
export const NewBatch = ({ approved }: { approved: number }) => {
  const t = useText();
  const queries = useQueryClient();
  const { change } = useListSearch();
  const create = useAction('POST /admin/payout-batches');
  const [isOpened, setOpened] = useState(false);
  const gather = async (method: (typeof PAYOUT_METHODS)[number]) => {
    const batch = await create.run({ body: { method } });
    if (!batch) return;
    setOpened(false);
    await queries.invalidateQueries({ queryKey: ['GET /admin/payouts'] });
    await queries.invalidateQueries({ queryKey: ['GET /admin/payout-batches'] });
    change({ view: 'batches', id: batch._id, state: null, offset: null, q: null, method: null });
  };
  return (
    <>
      <Button kind="outline" disabled={approved === 0} icon={<IconStack2 size={20} stroke={1.75} />} onClick={() => setOpened(true)}>
        {t('payoutAdmin.newBatch')}
      </Button>
      <Sheet opened={isOpened} onClose={() => setOpened(false)} title={t('payoutAdmin.newBatch')} width={440}>
        <div className={styles.foot}>
          <p className={type.quiet}>{t('payoutAdmin.newBatchText')}</p>
          {PAYOUT_METHODS.map((method) => (
            <Button key={method} kind="lift" wide busy={create.busy} onClick={() => void gather(method)}>
              {t(`payouts.method.${method}`)}
            </Button>
          ))}
          <FormError
            error={create.error?.code === 'PAYOUT_STATE' ? { fields: {}, message: t('payoutAdmin.nothingApproved') } : create.error}
            fields={[]}
          />
        </div>
      </Sheet>
    </>
  );
};
