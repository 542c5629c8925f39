import { AGE_LEVELS } from '@stagedoor/contract/age.values';
import type { ApiError } from '../../../app/api.ts';
import styles from '../../../ui/admin/editor.module.css';
import { Card, CardHead } from '../../../ui/Card.tsx';
import { classes } from '../../../ui/classes.ts';
import { FieldError, TextField } from '../../../ui/Field.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import { useLocale, useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { CountryPicker } from '../settings/CountryPicker.tsx';
import age from './age.module.css';
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

/** The level of all countries, the countries that differ from it, and how long a check counts. */
export const AgeRulesCard = ({ values, onChange, error }: CountryCardProps & { error: ApiError | null }) => {
  const t = useText();
  const locale = useLocale();
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const rules = values.ageRules;
  const choices = AGE_LEVELS.map((value) => ({ value, text: t(`setting.ageDefault.${value}`) }));
  const write = (next: CountrySettings['ageRules']) =>
    onChange('ageRules', Object.fromEntries(Object.entries(next).toSorted(([one], [two]) => (one < two ? -1 : 1))));
  const choose = (codes: string[]) => write(Object.fromEntries(codes.map((code) => [code, rules[code] ?? 'verify'])));
  return (
    <Card pad="lg" className={age.levels}>
      <CardHead title={t('siteCountries.age')}>
        <span className={classes(type.small, type.faint)}>{t('siteCountries.chosen', { count: Object.keys(rules).length })}</span>
      </CardHead>
      <p className={styles.cardText}>{t('siteCountries.ageText')}</p>
      <div className={age.fields}>
        <SelectField
          label={t('setting.ageDefault.title')}
          hint={t('setting.ageDefault.text')}
          error={error?.fields['ageDefault']}
          choices={choices}
          value={values.ageDefault}
          onChoose={(level) => onChange('ageDefault', level)}
        />
        <TextField
          label={t('setting.ageValidDays.title')}
          hint={t('setting.ageValidDays.text')}
          error={error?.fields['ageValidDays']}
          inputMode="numeric"
          value={String(values.ageValidDays)}
          onChange={({ currentTarget }) => onChange('ageValidDays', Number(currentTarget.value.replace(/\D/g, '')))}
        />
      </div>
      <p className={type.strong}>{t('setting.ageRules.title')}</p>
      <p className={styles.cardText}>{t('setting.ageRules.text')}</p>
      {error?.fields['ageRules'] ? <FieldError>{error.fields['ageRules']}</FieldError> : null}
      <ul className={age.rules}>
        {Object.entries(rules).map(([code, level]) => (
          <li key={code}>
            <SelectField
              label={names.of(code) ?? code}
              choices={choices}
              value={level}
              onChoose={(chosen) => write({ ...rules, [code]: chosen })}
            />
          </li>
        ))}
      </ul>
      <CountryPicker label={t('setting.ageRules.title')} value={Object.keys(rules)} onChange={choose} />
    </Card>
  );
};
