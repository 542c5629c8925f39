import { REJECTION_REASONS } from '@stagedoor/contract/reasons.values';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../../../app/data.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card, CardHead } from '../../../ui/Card.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { useText, textKeyOf } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import type from '../../../ui/type.module.css';
import { DocumentField } from '../../../ui/forms/DocumentField.tsx';
import { FormError } from '../../../ui/forms/FormError.tsx';
import styles from './account.module.css';
import type { PerformerCardProps } from './own-performer.ts';

const KNOWN_REASONS: readonly string[] = REJECTION_REASONS;

/** State of the application, the reason of a rejection, and resubmission of documents. */
export const DocumentsCard = ({ performer, onChange }: PerformerCardProps) => {
  const t = useText();
  const format = useFormat();
  const send = useAction('POST /performers/documents/upload');
  const [idVerification, setIdVerification] = useState<File | null>(null);
  const [documentVerification, setDocumentVerification] = useState<File | null>(null);
  const approved = performer.applicationState === 'approved';
  const rejected = performer.applicationState === 'rejected';
  const submit = async () => {
    const files = { ...(idVerification ? { idVerification } : {}), ...(documentVerification ? { documentVerification } : {}) };
    if (!(await send.run({ files }))) return;
    setIdVerification(null);
    setDocumentVerification(null);
    toast(t('model.documentsSent'), { tone: 'ok', stays: 5000 });
    onChange();
  };
  return (
    <Card pad="lg" selected={rejected} className={styles.stack}>
      <CardHead title={rejected ? t('model.documentsRejected') : t('model.documents')}>
        {approved ? (
          <Chip tone="ok" icon={<IconCircleCheckFilled size={14} />}>
            {t('model.documentsApproved')}
          </Chip>
        ) : null}
      </CardHead>
      {rejected ? (
        <ul className={classes(styles.reasons, type.small)}>
          {performer.rejectionReasons.map((reason) => (
            <li key={reason}>{KNOWN_REASONS.includes(reason) ? t(textKeyOf(`applications.reason.${reason}`)) : reason}</li>
          ))}
        </ul>
      ) : performer.applicationState === 'pending' ? (
        <p className={classes(type.small, type.quiet)}>{t('model.documentsPending')}</p>
      ) : null}
      {performer.documents.map((document) => (
        <div key={document._id} className={classes(type.flexBetween, type.small)}>
          <span>{t(document.kind === 'idVerification' ? 'admin.idVerification' : 'admin.documentVerification')}</span>
          <span className={type.faint}>{t('model.received', { date: format.date(document.createdAt, 'dayYear') })}</span>
        </div>
      ))}
      {performer.applicationState === 'held' || approved ? null : (
        <>
          <div className={styles.two}>
            <DocumentField label={t('admin.idVerification')} file={idVerification} onFile={setIdVerification} progress={send.progress} />
            <DocumentField
              label={t('admin.documentVerification')}
              file={documentVerification}
              onFile={setDocumentVerification}
              progress={send.progress}
            />
          </div>
          <FormError error={send.error} fields={[]} />
          <div className={styles.end}>
            {send.progress === null ? null : (
              <Button kind="text" onClick={send.abort}>
                {t('profiles.stopSending')}
              </Button>
            )}
            <Button
              kind={rejected ? 'gold' : 'lift'}
              busy={send.busy}
              disabled={!idVerification && !documentVerification}
              onClick={() => void submit()}
            >
              {t('model.sendDocuments')}
            </Button>
          </div>
        </>
      )}
    </Card>
  );
};
