import { MESSAGES_FROM, type MessagesFrom } from '@stagedoor/contract/conversations.values';
import { useAction } from '../../../app/data.ts';
import { SelectField } from '../../../ui/SelectField.tsx';
import { useText } from '../../../ui/text.ts';
import type { PerformerCardProps } from './own-performer.ts';
import { SaveCard } from './SaveCard.tsx';

/** Who may write to the performer. */
export const MessagesCard = ({ performer, onChange }: PerformerCardProps) => {
  const t = useText();
  const update = useAction('PUT /performers');
  return (
    <SaveCard
      draft="profile.messages"
      title={t('messages.title')}
      action={update}
      send={({ text }) => update.run({ body: { messagesFrom: text<MessagesFrom>('messagesFrom') } })}
      onDone={onChange}
    >
      <SelectField
        label={t('messages.from')}
        name="messagesFrom"
        choices={MESSAGES_FROM.map((value) => ({ value, text: t(`messages.from.${value}`) }))}
        defaultValue={performer.messagesFrom}
        hint={t('messages.fromText')}
        error={update.error?.fields['messagesFrom']}
      />
    </SaveCard>
  );
};
