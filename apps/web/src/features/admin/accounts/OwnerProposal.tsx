import type { AccountDetail } from '@stagedoor/contract/admin-people';
import styles from '../../../ui/admin/list-and-pane.module.css';
import { useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import { ActButton } from '../frame/ActButton.tsx';

interface OwnerProposalProps {
  account: Pick<AccountDetail, '_id' | 'name' | 'adminRole'>;
  proposal: NonNullable<AccountDetail['ownerProposal']>;
  /** The viewer proposed it, or is proposed: another owner confirms it. */
  isOwn: boolean;
  onDone: () => void;
}

/** An owner's proposal that waits for another owner. */
export const OwnerProposal = ({ account, proposal, isOwn, onDone }: OwnerProposalProps) => {
  const t = useText();
  const format = useFormat();
  const { _id: id, name } = account;
  const saved = () => {
    toast(t('people.savedToast'), { tone: 'ok' });
    onDone();
  };
  return (
    <>
      <p className={styles.reason}>
        {t('people.ownerProposal', { username: proposal.by.username, date: format.date(proposal.until, 'dayYear') })}
      </p>
      <div className={styles.act}>
        <ActButton
          kind="outline"
          grow
          write="PUT /admin/admins/{id}"
          // Choosing the present role again withdraws the proposal.
          input={{ params: { id }, body: { adminRole: account.adminRole ?? 'support' } }}
          label={t('people.withdrawOwner')}
          title={t('acts.withdrawOwnerTitle')}
          text={t('acts.withdrawOwnerText', { name })}
          onDone={saved}
        />
        {isOwn ? null : (
          <ActButton
            kind="gold"
            grow
            write="PUT /admin/admins/{id}"
            input={{ params: { id }, body: { adminRole: 'owner' } }}
            label={t('people.confirmOwner')}
            title={t('acts.confirmOwnerTitle', { name })}
            text={t('acts.confirmOwnerText', { name })}
            tone="gold"
            onDone={saved}
          />
        )}
      </div>
    </>
  );
};
