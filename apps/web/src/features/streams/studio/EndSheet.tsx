import type { StreamSummary } from '@stagedoor/contract/streams';
import { useAction } from '../../../app/data.ts';
import { Button } from '../../../ui/Button.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { FormError } from '../../../ui/forms/FormError.tsx';
import styles from './studio.module.css';

/** Confirms before ending a show. */
export const EndSheet = ({
  streamId,
  isPaid = false,
  onClose,
  onEnded,
}: {
  streamId: string;
  /** Fans pay by the minute: the running one is given back. */
  isPaid?: boolean;
  onClose: () => void;
  onEnded: (summary: StreamSummary) => void;
}) => {
  const t = useText();
  const end = useAction('POST /streaming/end/{id}');
  const press = async () => {
    const summary = await end.run({ params: { id: streamId } });
    if (summary) onEnded(summary);
  };
  return (
    <Sheet opened onClose={onClose} locked={end.busy} title={t('studio.endTitle')} width={420}>
      <p className={type.quiet}>{t(isPaid ? 'studio.endTextPaid' : 'studio.endText')}</p>
      <FormError error={end.error} fields={[]} />
      <div className={styles.sheetActs}>
        <Button kind="lift" grow onClick={onClose} disabled={end.busy}>
          {t('studio.stay')}
        </Button>
        <Button kind="live" grow busy={end.busy} onClick={() => void press()}>
          {t('studio.end')}
        </Button>
      </div>
    </Sheet>
  );
};
