import { type ReactNode, useState } from 'react';
import type { ApiError } from '../../app/api.ts';
import { Button } from '../../ui/Button.tsx';
import { TextArea } from '../../ui/Field.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';

interface ObjectionSheetProps {
  /** An appeal of the owner, or a complaint of the sender. */
  kind: 'appeal' | 'complaint';
  busy: boolean;
  error: ApiError | null;
  onSend: (text: string) => void;
  onClose: () => void;
  children?: ReactNode;
}

/** Asks to look at a decision again. */
export const ObjectionSheet = ({ kind, busy, error, onSend, onClose, children }: ObjectionSheetProps) => {
  const t = useText();
  const [text, setText] = useState('');
  const isAppeal = kind === 'appeal';
  return (
    <Sheet
      opened
      onClose={onClose}
      locked={busy}
      title={t(isAppeal ? 'violations.appeal' : 'complaint.title')}
      foot={
        <Button kind="gold" size="lg" wide busy={busy} onClick={() => onSend(text)}>
          {t(isAppeal ? 'violations.appealSend' : 'complaint.send')}
        </Button>
      }
    >
      {children}
      <TextArea
        label={t(isAppeal ? 'violations.appealWhy' : 'complaint.why')}
        rows={6}
        maxLength={2000}
        value={text}
        error={error?.fields['text']}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <FormError error={error} fields={['text']} />
    </Sheet>
  );
};
