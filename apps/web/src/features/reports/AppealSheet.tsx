import type { PerformerReport } from '@stagedoor/contract/reports';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { TextArea } from '../../ui/Field.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';

const KEY = 'GET /performer/reports';

/** Asks to look at a decision again. */
export const AppealSheet = ({ report, onClose }: { report: PerformerReport; onClose: () => void }) => {
  const t = useText();
  const client = useQueryClient();
  const send = useAction('POST /performer/reports/{id}/appeal');
  const [text, setText] = useState('');
  const press = async () => {
    if (!(await send.run({ params: { id: report._id }, body: { text } }))) return;
    toast(t('violations.appealed'), { tone: 'ok' });
    onClose();
    await client.invalidateQueries({ queryKey: [KEY] });
  };
  return (
    <Sheet
      opened
      onClose={onClose}
      locked={send.busy}
      title={t('violations.appeal')}
      foot={
        <Button kind="gold" size="lg" wide busy={send.busy} onClick={() => void press()}>
          {t('violations.appealSend')}
        </Button>
      }
    >
      <TextArea
        label={t('violations.appealWhy')}
        rows={6}
        maxLength={2000}
        value={text}
        error={send.error?.fields['text']}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <FormError error={send.error} fields={['text']} />
    </Sheet>
  );
};
