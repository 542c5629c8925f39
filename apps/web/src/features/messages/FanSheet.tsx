import type { PrivateConversation } from '@stagedoor/contract/conversations';
import { NOTE_LENGTH } from '@stagedoor/contract/conversations.values';
import { useQueryClient } from '@tanstack/react-query';
import { useAction } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { TextArea } from '../../ui/Field.tsx';
import { useFormat } from '../../ui/format.tsx';
import { FormDraft } from '../../ui/forms/FormDraft.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import styles from './messages.module.css';

/** What the performer knows of a fan: money, subscription, an own note. */
export const FanSheet = ({ conversation, onClose }: { conversation: PrivateConversation; onClose: () => void }) => {
  const t = useText();
  const format = useFormat();
  const client = useQueryClient();
  const { peer, fan } = conversation;
  const save = useAction('PUT /conversations/{id}/note');
  const { onSubmit, kept } = useForm({
    send: ({ text }) => save.run({ params: { id: conversation._id }, body: { note: text('note') } }),
    onDone: () => {
      toast(t('messages.noteSaved'), { tone: 'ok' });
      void client.invalidateQueries({ queryKey: ['GET /conversations/{id}'] });
      onClose();
    },
    draft: `note.${conversation._id}`,
  });
  if (!fan) return null;
  return (
    <Sheet opened onClose={onClose} title={t('messages.fanCard', { name: peer.name })} width={460}>
      <form className={styles.fan} onSubmit={(event) => void onSubmit(event)}>
        <dl className={styles.facts}>
          <div>
            <dt>{t('messages.spent')}</dt>
            <dd>{format.money(fan.spent)}</dd>
          </div>
          <div>
            <dt>{t('messages.subscribedUntil')}</dt>
            <dd>{fan.subscribedUntil ? format.date(fan.subscribedUntil, 'dayYear') : t('messages.notSubscribed')}</dd>
          </div>
          <div>
            <dt>{t('messages.since')}</dt>
            <dd>{format.date(fan.since, 'dayYear')}</dd>
          </div>
        </dl>
        <FormDraft kept={kept} />
        <TextArea
          label={t('messages.note')}
          name="note"
          rows={5}
          maxLength={NOTE_LENGTH}
          defaultValue={fan.note}
          hint={t('messages.noteHint')}
          error={save.error?.fields['note']}
        />
        <FormError error={save.error} fields={['note']} />
        <Button kind="gold" wide type="submit" busy={save.busy}>
          {t('messages.saveNote')}
        </Button>
      </form>
    </Sheet>
  );
};
