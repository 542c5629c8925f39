import { useAction } from '../../app/data.ts';
import { useText } from '../../ui/text.ts';
import { CurrentPassword, NewPassword } from '../forms/passwords.tsx';
import styles from './model.module.css';
import { SaveCard } from './SaveCard.tsx';

/** Changes the password; the other sessions end. */
export const PasswordCard = () => {
  const say = useText();
  const change = useAction('PUT /auth/me/password');
  return (
    <SaveCard
      title={say('model.password')}
      action={change}
      send={({ text }) => change.run({ body: { password: text('password'), currentPassword: text('currentPassword') } })}
      clears
      submit={{ kind: 'lift', children: say('model.changePassword') }}
      said={({ message }) => message}
    >
      <div className={styles.two}>
        <CurrentPassword error={change.error} />
        <NewPassword error={change.error} />
      </div>
    </SaveCard>
  );
};
