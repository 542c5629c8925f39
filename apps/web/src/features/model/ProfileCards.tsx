import { useAction } from '../../app/data.ts';
import { useSessionStore } from '../../app/session.tsx';
import { TextArea, TextField } from '../../ui/Field.tsx';
import { useText } from '../../ui/text.ts';
import styles from './model.module.css';
import type { PerformerCardProps } from './own-performer.ts';
import { SaveCard } from './SaveCard.tsx';

/** Name, craft and the lines about oneself. */
export const ProfileCard = ({ performer, onChange }: PerformerCardProps) => {
  const say = useText();
  const store = useSessionStore();
  const update = useAction('PUT /performers');
  const fields = update.error?.fields ?? {};
  return (
    <SaveCard
      title={say('profiles.words')}
      action={update}
      send={({ text }) => update.run({ body: { name: text('name'), craft: text('craft'), bio: text('bio') } })}
      onDone={({ name }) => {
        store.update({ name });
        onChange();
      }}
    >
      <div className={styles.two}>
        <TextField label={say('model.name')} name="name" required maxLength={80} defaultValue={performer.name} error={fields['name']} />
        <TextField
          label={say('model.craft')}
          name="craft"
          maxLength={60}
          defaultValue={performer.craft}
          hint={say('model.craftHint')}
          error={fields['craft']}
        />
      </div>
      <TextArea label={say('model.bio')} name="bio" rows={4} maxLength={2000} defaultValue={performer.bio} error={fields['bio']} />
    </SaveCard>
  );
};
