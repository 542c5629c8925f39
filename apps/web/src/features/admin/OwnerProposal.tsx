import type { AccountDetail } from '@stagedoor/contract/admin-people';
import styles from '../../ui/admin/list-and-pane.module.css';
import { Button } from '../../ui/Button.tsx';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';

interface OwnerProposalProps {
  proposal: NonNullable<AccountDetail['ownerProposal']>;
  /** The viewer proposed it, or is proposed: another owner confirms it. */
  isOwn: boolean;
  busy: boolean;
  onConfirm: () => void;
  onWithdraw: () => void;
}

/** An owner's proposal that waits for another owner. */
export const OwnerProposal = ({ proposal, isOwn, busy, onConfirm, onWithdraw }: OwnerProposalProps) => {
  const t = useText();
  const format = useFormat();
  return (
    <>
      <p className={styles.reason}>
        {t('people.ownerProposal', { username: proposal.by.username, date: format.date(proposal.until, 'dayYear') })}
      </p>
      <div className={styles.act}>
        <Button kind="outline" grow disabled={busy} onClick={onWithdraw}>
          {t('people.withdrawOwner')}
        </Button>
        {isOwn ? null : (
          <Button kind="gold" grow busy={busy} onClick={onConfirm}>
            {t('people.confirmOwner')}
          </Button>
        )}
      </div>
    </>
  );
};
