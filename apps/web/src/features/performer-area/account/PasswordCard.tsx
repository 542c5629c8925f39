import { useAction } from '../../../app/data.ts';
import { useText } from '../../../ui/text.ts';
import { CurrentPassword, NewPassword } from '../../../ui/forms/password-fields.tsx';
import styles from './account.module.css';
import { SaveCard } from './SaveCard.tsx';

/** Changes the password; the other sessions end. */
export const PasswordCard = () => {
  const t = useText();
  const change = useAction('PUT /auth/me/password');
  return (
    <SaveCard
      draft={null}
      title={t('model.password')}
      action={change}
      send={({ text }) => change.run({ body: { password: text('password'), currentPassword: text('currentPassword') } })}
      clears
      submit={{ kind: 'lift', children: t('model.changePassword') }}
      said={({ message }) => message}
    >
      <div className={styles.two}>
        <CurrentPassword error={change.error} />
        <NewPassword error={change.error} />
      </div>
    </SaveCard>
  );
};
