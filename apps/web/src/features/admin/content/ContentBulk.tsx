import { useState } from 'react';
import { useAction } from '../../../app/data.ts';
import { TextArea } from '../../../ui/Field.tsx';
import { useText } from '../../../ui/text.ts';
import { BulkButton, type BulkProps } from '../list/BulkButton.tsx';
import type { ContentFilter } from './content-filter.ts';

type Props = BulkProps<ContentFilter>;

const TakeDown = ({ rows, onStarted }: Props) => {
  const t = useText();
  const takeDown = useAction('POST /admin/content/take-down-many');
  const [note, setNote] = useState('');
  return (
    <BulkButton
      act="content.takeDown"
      kind="bad"
      action={takeDown}
      prepare={() => takeDown.run({ body: { rows, note } })}
      onStarted={onStarted}
    >
      <TextArea
        label={t('content.note')}
        name="note"
        rows={3}
        required
        maxLength={2000}
        value={note}
        error={takeDown.error?.fields['note']}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </BulkButton>
  );
};

const Restore = ({ rows, onStarted }: Props) => {
  const restore = useAction('POST /admin/content/restore-many');
  return <BulkButton act="content.restore" action={restore} prepare={() => restore.run({ body: { rows } })} onStarted={onStarted} />;
};

const Approve = ({ rows, onStarted }: Props) => {
  const approve = useAction('POST /admin/content/approve-many');
  return <BulkButton act="content.approve" action={approve} prepare={() => approve.run({ body: { rows } })} onStarted={onStarted} />;
};

/** Acts on many items. */
export const ContentBulk = (props: Props) => (
  <>
    <Approve {...props} />
    <Restore {...props} />
    <TakeDown {...props} />
  </>
);
