import { useAction } from '../../app/data.ts';
import { useSessionStore } from '../../app/session.tsx';
import { TextArea, TextField } from '../../ui/Field.tsx';
import { useText } from '../../ui/text.ts';
import styles from './model.module.css';
import type { PerformerCardProps } from './own-performer.ts';
import { SaveCard } from './SaveCard.tsx';

/** Name, craft and description. */
export const ProfileCard = ({ performer, onChange }: PerformerCardProps) => {
  const t = useText();
  const store = useSessionStore();
  const update = useAction('PUT /performers');
  const fields = update.error?.fields ?? {};
  return (
    <SaveCard
      draft="profile.words"
      title={t('profiles.words')}
      action={update}
      send={({ text }) => update.run({ body: { name: text('name'), craft: text('craft'), bio: text('bio') } })}
      onDone={({ name }) => {
        store.update({ name });
        onChange();
      }}
    >
      <div className={styles.two}>
        <TextField label={t('model.name')} name="name" required maxLength={80} defaultValue={performer.name} error={fields['name']} />
        <TextField
          label={t('model.craft')}
          name="craft"
          maxLength={60}
          defaultValue={performer.craft}
          hint={t('model.craftHint')}
          error={fields['craft']}
        />
      </div>
      <TextArea label={t('model.bio')} name="bio" rows={4} maxLength={2000} defaultValue={performer.bio} error={fields['bio']} />
    </SaveCard>
  );
};
