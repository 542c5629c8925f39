import { type FormEvent, useEffect, useState } from 'react';
import { useAction } from '../../app/data.ts';
import { useLanguage } from '../../app/language.ts';
import { useCurrentUser, useSessionStore } from '../../app/session.tsx';
import { useThemeChoice } from '../../app/shell/use-menu.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { SelectField, TextField } from '../../ui/Field.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import { formValues } from '../auth/form-values.ts';
import styles from './account.module.css';
import { AccountSection } from './AccountSection.tsx';

/** The name others see, the language and the theme. The last two work at once. */
export const YouSection = () => {
  const say = useText();
  const user = useCurrentUser();
  const store = useSessionStore();
  const save = useAction('PUT /users');
  const { locale, languages, change } = useLanguage();
  const theme = useThemeChoice();
  // The server knows no theme: the choice is shown once the page has come to life.
  const [alive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const changed = await save.run({ body: { name: formValues(event).text('name') } });
    if (!changed) return;
    store.set(changed);
    toast(say('account.saved'), { tone: 'ok' });
  };
  return (
    <AccountSection title={say('account.you')} lead={say('account.youLead')}>
      <Card pad="lg" className={styles.stack}>
        <form className={styles.withButton} onSubmit={(event) => void submit(event)}>
          <TextField
            key={user.name}
            label={say('account.name')}
            name="name"
            autoComplete="nickname"
            required
            maxLength={80}
            defaultValue={user.name}
            error={save.error?.message}
          />
          <Button kind="lift" type="submit" busy={save.busy}>
            {say('account.save')}
          </Button>
        </form>
        <div className={styles.two}>
          <SelectField
            label={say('shell.language')}
            value={locale}
            onChange={(event) => void change(event.target.value)}
            choices={languages.map((language) => ({ value: language.locale, text: language.name }))}
          />
          <div className={styles.choice}>
            <span className={styles.choiceName}>{say('shell.theme')}</span>
            <Segments
              label={say('shell.theme')}
              name="theme"
              wide
              value={alive ? theme.scheme : 'light'}
              onChange={theme.change}
              options={theme.choices.map(({ value, text }) => ({ value, text }))}
            />
          </div>
        </div>
      </Card>
    </AccountSection>
  );
};
