import type { AccountDetail } from '@stagedoor/contract/admin-people';
import { useAction } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';

interface ReleaseProps {
  account: AccountDetail;
  opened: boolean;
  onClose: () => void;
  onDone: () => void;
}

/** Asks before an admin releases payouts that a performer froze by “This wasn't me”. */
export const ReleasePayouts = ({ account, opened, onClose, onDone }: ReleaseProps) => {
  const t = useText();
  const release = useAction('POST /admin/performers/{id}/release-payouts');
  const press = async () => {
    if (!(await release.run({ params: { id: account._id } }))) return;
    toast(t('people.savedToast'), { tone: 'ok' });
    onClose();
    onDone();
  };
  return (
    <Sheet
      opened={opened}
      onClose={onClose}
      title={t('people.releasePayoutsTitle')}
      width={420}
      foot={
        <Button kind="gold" wide busy={release.busy} onClick={() => void press()}>
          {t('people.releasePayouts')}
        </Button>
      }
    >
      <p className={type.quiet}>{t('people.releasePayoutsText', { name: account.name })}</p>
      <FormError error={release.error} fields={[]} />
    </Sheet>
  );
};
