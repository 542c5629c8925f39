import { useAction } from '../../../app/data.ts';
import { SheetForm } from '../../../ui/forms/SheetForm.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import { SuspensionFields, useSuspensionReason } from './SuspensionFields.tsx';

interface SuspendFormProps {
  account: { _id: string; name: string };
  opened: boolean;
  onClose: () => void;
  onDone: () => void;
}

/** The reason for a suspension: the owner reads reason and note. */
export const SuspendForm = ({ account, opened, onClose, onDone }: SuspendFormProps) => {
  const t = useText();
  const suspend = useAction('POST /admin/users/{id}/suspend');
  const chosen = useSuspensionReason();
  return (
    <Sheet opened={opened} onClose={onClose} title={t('people.suspendTitle', { name: account.name })} width={480}>
      <SheetForm
        draft={`account.suspend.${account._id}`}
        action={suspend}
        lead={t('people.suspendText')}
        submit={t('people.suspend')}
        bad
        send={async ({ text }) => {
          const reason = chosen.require();
          return reason ? suspend.run({ params: { id: account._id }, body: { reason, note: text('note') } }) : undefined;
        }}
        onDone={() => {
          toast(t('people.suspendedToast', { name: account.name }), { tone: 'ok' });
          onClose();
          onDone();
        }}
      >
        <SuspensionFields chosen={chosen} error={suspend.error?.fields['note']} />
      </SheetForm>
    </Sheet>
  );
};
