import { useAction } from '../../../app/data.ts';
import { useSessionStore } from '../../../app/session.tsx';
import { MAX_PROFILE_LINKS } from '@stagedoor/contract/links.values';
import { TextArea, TextField } from '../../../ui/Field.tsx';
import { useText } from '../../../ui/text.ts';
import styles from './account.module.css';
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

/** Addresses of other sites, one a line. */
export const LinksCard = ({ performer, onChange }: PerformerCardProps) => {
  const t = useText();
  const update = useAction('PUT /performers');
  const [, refused] = Object.entries(update.error?.fields ?? {}).find(([field]) => field.startsWith('links')) ?? [];
  return (
    <SaveCard
      draft="profile.links"
      title={t('profiles.links')}
      action={update}
      send={({ text }) =>
        update.run({
          body: {
            links: text('links')
              .split('\n')
              .map((address) => address.trim())
              .filter(Boolean),
          },
        })
      }
      onDone={onChange}
    >
      <TextArea
        key={performer.links.join(' ')}
        label={t('profiles.linksField')}
        name="links"
        rows={3}
        spellCheck={false}
        autoCapitalize="off"
        placeholder="instagram.com/ines"
        defaultValue={performer.links.join('\n')}
        hint={t('profiles.linksHint', { count: MAX_PROFILE_LINKS })}
        error={refused}
      />
    </SaveCard>
  );
};
