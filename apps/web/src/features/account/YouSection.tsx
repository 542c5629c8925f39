import { timeZones } from '@stagedoor/contract/time-zones.values';
import { useEffect, useState } from 'react';
import { useAction } from '../../app/data.ts';
import { useSettings } from '../../app/boot.tsx';
import { useLanguage } from '../../app/language.ts';
import { useCurrentUser, useSessionStore } from '../../app/session.tsx';
import { useThemeChoice } from '../../app/shell/use-menu.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { TextField } from '../../ui/Field.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import { FormDraft } from '../../ui/forms/FormDraft.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import styles from './account.module.css';
import { AccountSection } from './AccountSection.tsx';

const nameOf = (zone: string): string => zone.replaceAll('_', ' ');

/** Display name, language, time zone and theme. All but the name apply at once. */
export const YouSection = () => {
  const t = useText();
  const user = useCurrentUser();
  const store = useSessionStore();
  const save = useAction('PUT /users');
  const { locale, languages, change } = useLanguage();
  const theme = useThemeChoice();
  const { timeZone: siteZone = 'UTC' } = useSettings();
  const saveZone = useAction('PUT /users');
  const changeZone = async (zone: string): Promise<void> => {
    const changed = await saveZone.run({ body: { timeZone: zone === '' ? null : zone } });
    if (!changed) return;
    store.set(changed);
    toast(t('account.saved'), { tone: 'ok' });
  };
  // The server doesn't know the theme: the choice is shown after hydration.
  const [waitForHydration, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  const { onSubmit, kept } = useForm({
    send: ({ text }) => save.run({ body: { name: text('name') } }),
    onDone: (changed) => {
      store.set(changed);
      toast(t('account.saved'), { tone: 'ok' });
    },
    draft: 'account.you',
    asks: true,
  });
  return (
    <AccountSection title={t('account.you')} lead={t('account.youLead')}>
      <Card pad="lg" className={styles.stack}>
        <form className={styles.withButton} onSubmit={(event) => void onSubmit(event)}>
          <FormDraft kept={kept} />
          <TextField
            key={user.name}
            label={t('account.name')}
            name="name"
            autoComplete="nickname"
            required
            maxLength={80}
            defaultValue={user.name}
            error={save.error?.message}
          />
          <Button kind="lift" type="submit" busy={save.busy}>
            {t('account.save')}
          </Button>
        </form>
        <div className={styles.two}>
          <SelectField
            label={t('shell.language')}
            value={locale}
            onChange={(event) => void change(event.target.value)}
            choices={languages.map((language) => ({ value: language.locale, text: language.name }))}
          />
          <SelectField
            label={t('account.timeZone')}
            hint={t('account.timeZoneHint')}
            value={user.timeZone ?? ''}
            error={saveZone.error?.message}
            onChange={(event) => void changeZone(event.target.value)}
            choices={[
              { value: '', text: t('account.timeZoneOfSite', { zone: nameOf(siteZone) }) },
              ...timeZones().map((zone) => ({ value: zone, text: nameOf(zone) })),
            ]}
          />
          <div className={styles.choice}>
            <span className={styles.choiceName}>{t('shell.theme')}</span>
            <Segments
              label={t('shell.theme')}
              name="theme"
              wide
              value={waitForHydration ? theme.scheme : 'light'}
              onChange={theme.change}
              options={theme.choices.map(({ value, text }) => ({ value, text }))}
            />
          </div>
        </div>
      </Card>
    </AccountSection>
  );
};
