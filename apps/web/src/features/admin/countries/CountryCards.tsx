import styles from '../../../ui/admin/editor.module.css';
import { Card, CardHead } from '../../../ui/Card.tsx';
import { Switch } from '../../../ui/Check.tsx';
import { classes } from '../../../ui/classes.ts';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { CountryPicker } from '../settings/CountryPicker.tsx';
import type { CountrySettings } from './use-country-edits.ts';

interface CountryCardProps {
  values: CountrySettings;
  onChange: <K extends keyof CountrySettings>(key: K, value: CountrySettings[K]) => void;
}

/** Countries without access. */
export const BlockedCard = ({ values, onChange }: CountryCardProps) => {
  const t = useText();
  return (
    <Card pad="lg">
      <CardHead title={t('siteCountries.blocked')}>
        <span className={classes(type.small, type.faint)}>{t('siteCountries.chosen', { count: values.blockedCountries.length })}</span>
      </CardHead>
      <p className={styles.cardText}>{t('siteCountries.blockedText')}</p>
      <CountryPicker
        label={t('siteCountries.blocked')}
        value={values.blockedCountries}
        onChange={(codes) => onChange('blockedCountries', codes)}
      />
    </Card>
  );
};

/** The age gate, and the countries that have it. */
export const AgeGateCard = ({ values, onChange }: CountryCardProps) => {
  const t = useText();
  return (
    <Card pad="lg">
      <CardHead title={t('siteCountries.age')}>
        <span className={classes(type.small, type.faint)}>{t('siteCountries.chosen', { count: values.ageGateCountries.length })}</span>
      </CardHead>
      <p className={styles.cardText}>{t('siteCountries.ageText')}</p>
      <Switch
        label={t('setting.ageGateEnabled.title')}
        hint={t('setting.ageGateEnabled.text')}
        checked={values.ageGateEnabled}
        onChange={(event) => onChange('ageGateEnabled', event.currentTarget.checked)}
      />
      {values.ageGateEnabled ? (
        <CountryPicker
          label={t('siteCountries.age')}
          value={values.ageGateCountries}
          onChange={(codes) => onChange('ageGateCountries', codes)}
        />
      ) : null}
    </Card>
  );
};
