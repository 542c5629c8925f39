import { REPORT_REASONS, type ReportReason } from '@stagedoor/contract/reasons.values';
import { REPORT_TEXT, type ReportObject } from '@stagedoor/contract/reports.values';
import { useState } from 'react';
import { useAction } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { TextArea } from '../../ui/Field.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { OptionCards } from '../../ui/OptionCards.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import styles from './reports.module.css';

/** Reports an item, a comment, a message or an account. */
export const ReportSheet = ({ object, onClose }: { object: { objectType: ReportObject; objectId: string }; onClose: () => void }) => {
  const t = useText();
  const send = useAction('POST /reports');
  const [reason, setReason] = useState<ReportReason>('spam');
  const [text, setText] = useState('');
  const press = async () => {
    const sent = await send.run({ body: { ...object, reason, text } });
    if (!sent) return;
    toast(t('reports.sent', { reference: sent.reference }), { tone: 'ok', stays: 5000 });
    onClose();
  };
  return (
    <Sheet
      opened
      onClose={onClose}
      locked={send.busy}
      title={t('reports.title')}
      foot={
        <Button kind="gold" size="lg" wide busy={send.busy} onClick={() => void press()}>
          {t('reports.send')}
        </Button>
      }
    >
      <div className={styles.stack}>
        <p className={classes(type.small, type.quiet)}>{t('reports.lead')}</p>
        <OptionCards
          label={t('reports.reason')}
          name="reason"
          value={reason}
          onChange={setReason}
          options={REPORT_REASONS.map((value) => ({ value, body: t(`takedowns.reason.${value}`) }))}
        />
        <TextArea
          label={t('reports.text')}
          optional
          rows={3}
          maxLength={REPORT_TEXT}
          value={text}
          error={send.error?.fields['text']}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <FormError error={send.error} fields={['text']} />
      </div>
    </Sheet>
  );
};
