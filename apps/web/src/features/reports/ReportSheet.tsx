import { REPORT_REASONS, type ReportReason } from '@stagedoor/contract/reasons.values';
import { REPORT_TEXT, type ReportObject, isHidingReason } from '@stagedoor/contract/reports.values';
import { useState } from 'react';
import { useAction } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { FieldError, TextArea } from '../../ui/Field.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { OptionCards } from '../../ui/OptionCards.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import styles from './reports.module.css';

/** The reasons as they are offered: the one for everything else comes last. */
const REASONS: readonly ReportReason[] = [...REPORT_REASONS.filter((reason) => reason !== 'other'), 'other'];

/** The object of a report. */
export interface ReportedObject {
  objectType: ReportObject;
  objectId: string;
}

interface ReportSheetProps {
  object: ReportedObject;
  /** Further things at this place that can be reported instead, such as the pictures of a profile. */
  others?: readonly ReportedObject[];
  onClose: () => void;
}

/** Reports an item, a comment, a message, a show, an account or a part of its page. */
export const ReportSheet = ({ object, others = [], onClose }: ReportSheetProps) => {
  const t = useText();
  const send = useAction('POST /reports');
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [objectType, setObjectType] = useState<ReportObject>(object.objectType);
  const about = [object, ...others].find((one) => one.objectType === objectType) ?? object;
  const [text, setText] = useState('');
  const [isMissing, setMissing] = useState(false);
  const press = async () => {
    if (!reason) {
      setMissing(true);
      return;
    }
    const sent = await send.run({ body: { ...about, reason, text } });
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
        <div className={styles.foot}>
          {isMissing ? <FieldError>{t('reports.reasonMissing')}</FieldError> : null}
          <Button kind="gold" size="lg" wide busy={send.busy} onClick={() => void press()}>
            {t('reports.send')}
          </Button>
        </div>
      }
    >
      <div className={styles.stack}>
        <p className={classes(type.small, type.quiet)}>{t('reports.lead')}</p>
        {others.length > 0 ? (
          <SelectField
            label={t('reports.about')}
            value={objectType}
            onChoose={setObjectType}
            choices={[object, ...others].map(({ objectType: value }) => ({ value, text: t(`reports.kind.${value}`) }))}
          />
        ) : null}
        <OptionCards
          label={t('reports.reason')}
          name="reason"
          value={reason}
          onChange={(value) => {
            setReason(value);
            setMissing(false);
          }}
          options={REASONS.map((value) => ({
            value,
            body: (
              <>
                {t(`takedowns.reason.${value}`)}
                {value === reason && isHidingReason(value) ? (
                  <span className={classes(type.small, type.quiet, styles.hint)}>{t('reports.hidesAtOnce')}</span>
                ) : null}
              </>
            ),
          }))}
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
