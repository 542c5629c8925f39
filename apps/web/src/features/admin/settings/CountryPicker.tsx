import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { Pending } from '../../../app/Pending.tsx';
import { useData } from '../../../app/data.ts';
import { Checkbox } from '../../../ui/Check.tsx';
import { classes } from '../../../ui/classes.ts';
import { SearchField } from '../../../ui/SearchField.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from '../../../ui/admin/editor.module.css';
import countriesStyles from './countries.module.css';

interface CountryPickerProps {
  /** Accessible name of the list. */
  label: string;
  /** Two-letter codes. */
  value: readonly string[];
  onChange: (codes: string[]) => void;
}

/** Selects any number of countries: selected ones first, then a searchable list. */
export const CountryPicker = ({ label, value, onChange }: CountryPickerProps) => {
  const t = useText();
  const countries = useData('GET /countries/list', {});
  const [word, setWord] = useState('');
  const list = countries.data?.data;
  if (!list) {
    return (
      <Pending of={countries}>
        <RowsSkeleton rows={4} size={24} square />
      </Pending>
    );
  }
  const wanted = word.trim().toLowerCase();
  const found = list.filter(({ code, name }) => name.toLowerCase().includes(wanted) || code.toLowerCase() === wanted);
  const chosen = list.filter(({ code }) => value.includes(code));
  const toggle = (code: string) => onChange(value.includes(code) ? value.filter((one) => one !== code) : [...value, code].toSorted());
  return (
    <div className={countriesStyles.countries}>
      <div className={styles.chips} aria-live="polite">
        {chosen.length === 0 ? <span className={classes(type.small, type.faint)}>{t('siteCountries.none')}</span> : null}
        {chosen.map(({ code, name }) => (
          <button
            key={code}
            type="button"
            className={countriesStyles.country}
            aria-label={t('siteCountries.unchoose', { country: name })}
            onClick={() => toggle(code)}
          >
            {name}
            <IconX size={14} stroke={1.75} aria-hidden="true" />
          </button>
        ))}
      </div>
      <SearchField label={t('siteCountries.search')} value={word} onChange={(event) => setWord(event.currentTarget.value)} />
      <ul className={countriesStyles.countryList} aria-label={label} tabIndex={0}>
        {found.map(({ code, name }) => (
          <li key={code}>
            <Checkbox
              checked={value.includes(code)}
              onChange={() => toggle(code)}
              label={
                <>
                  {name} <span className={type.faint}>{code}</span>
                </>
              }
            />
          </li>
        ))}
        {found.length === 0 ? (
          <li className={classes(type.small, type.faint, countriesStyles.nobody)}>{t('siteCountries.nobody')}</li>
        ) : null}
      </ul>
    </div>
  );
};
