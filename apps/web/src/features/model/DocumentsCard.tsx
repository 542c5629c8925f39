import { IconCircleCheckFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHead } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { type TextKey, useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import { DocumentField } from '../forms/DocumentField.tsx';
import { Problem } from '../auth/Problem.tsx';
import styles from './model.module.css';
import type { PerformerCardProps } from './own-performer.ts';

const KNOWN_REASONS: readonly string[] = ['unreadable', 'expired', 'nameDiffers', 'underage', 'other'];

/** Where the application stands, why it was refused, and the way to send documents again. */
export const DocumentsCard = ({ performer, onChange }: PerformerCardProps) => {
  const say = useText();
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
    toast(say('model.documentsSent'), { tone: 'ok', stays: 5000 });
    onChange();
  };
  return (
    <Card pad="lg" selected={rejected} className={styles.stack}>
      <CardHead title={rejected ? say('model.documentsRejected') : say('model.documents')}>
        {approved ? (
          <Chip tone="ok" icon={<IconCircleCheckFilled size={14} />}>
            {say('model.documentsApproved')}
          </Chip>
        ) : null}
      </CardHead>
      {rejected ? (
        <ul className={classes(styles.reasons, type.small)}>
          {performer.rejectionReasons.map((reason) => (
            <li key={reason}>{KNOWN_REASONS.includes(reason) ? say(`applications.reason.${reason}` as TextKey) : reason}</li>
          ))}
        </ul>
      ) : performer.applicationState === 'pending' ? (
        <p className={classes(type.small, type.quiet)}>{say('model.documentsPending')}</p>
      ) : null}
      {performer.documents.map((document) => (
        <div key={document._id} className={classes(type.flexBetween, type.small)}>
          <span>{say(document.kind === 'idVerification' ? 'admin.idVerification' : 'admin.documentVerification')}</span>
          <span className={type.faint}>{say('model.received', { date: format.date(document.createdAt, 'dayYear') })}</span>
        </div>
      ))}
      {performer.applicationState === 'held' || approved ? null : (
        <>
          <div className={styles.two}>
            <DocumentField label={say('admin.idVerification')} file={idVerification} onFile={setIdVerification} progress={send.progress} />
            <DocumentField
              label={say('admin.documentVerification')}
              file={documentVerification}
              onFile={setDocumentVerification}
              progress={send.progress}
            />
          </div>
          <Problem error={send.error} fields={[]} />
          <div className={styles.end}>
            {send.progress === null ? null : (
              <Button kind="text" onClick={send.abort}>
                {say('profiles.stopSending')}
              </Button>
            )}
            <Button
              kind={rejected ? 'gold' : 'lift'}
              busy={send.busy}
              disabled={!idVerification && !documentVerification}
              onClick={() => void submit()}
            >
              {say('model.sendDocuments')}
            </Button>
          </div>
        </>
      )}
    </Card>
  );
};
