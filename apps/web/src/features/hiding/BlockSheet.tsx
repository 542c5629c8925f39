import { useAction } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type { HidingPerformer } from './mute-performer.ts';

/** Asks before a performer is blocked, and says what that does. */
const BlockSheet = ({ performer, onClose, onBlocked }: { performer: HidingPerformer; onClose: () => void; onBlocked: () => void }) => {
  const t = useText();
  const block = useAction('POST /hidden-performers');
  const press = async () => {
    if (!(await block.run({ body: { performerId: performer._id, how: 'blocked' } }))) return;
    toast(t('hiding.blocked', { name: performer.name }), { tone: 'ok' });
    onClose();
    onBlocked();
  };
  return (
    <Sheet
      opened
      onClose={onClose}
      locked={block.busy}
      title={t('hiding.blockTitle', { name: performer.name })}
      width={440}
      foot={
        <Button kind="bad" size="lg" wide busy={block.busy} onClick={() => void press()}>
          {t('hiding.blockNow')}
        </Button>
      }
    >
      <p>{t('hiding.blockText')}</p>
      <FormError error={block.error} fields={[]} />
    </Sheet>
  );
};

export default BlockSheet;
