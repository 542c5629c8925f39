import { IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction, useData } from '../../../app/data.ts';
import { Pending } from '../../../app/Pending.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Checkbox } from '../../../ui/Check.tsx';
import { classes } from '../../../ui/classes.ts';
import { SearchField } from '../../../ui/SearchField.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import type from '../../../ui/type.module.css';
import { FormError } from '../../../ui/forms/FormError.tsx';
import styles from './account.module.css';

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** Countries in which a performer is hidden. */
export const BlockedCountries = () => {
  const blocked = useData('GET /performer/block/countries', {});
  const countries = useData('GET /countries/list', {});
  if (blocked.data && countries.data)
    return <Chooser key={blocked.data.countries.join()} blocked={blocked.data.countries} countries={countries.data.data} />;
  return (
    <Pending of={blocked}>
      <RowsSkeleton rows={6} />
    </Pending>
  );
};

interface ChooserProps {
  blocked: readonly string[];
  countries: readonly { code: string; name: string }[];
}

const Chooser = ({ blocked, countries }: ChooserProps) => {
  const t = useText();
  const client = useQueryClient();
  const save = useAction('POST /performer/block/countries');
  const [chosen, setChosen] = useState<readonly string[]>(blocked);
  const [q, setQ] = useState('');
  const shown = countries.filter(
    ({ name, code }) => plain(name).includes(plain(q.trim())) || code.toLowerCase() === q.trim().toLowerCase(),
  );
  const isChanged = chosen.length !== blocked.length || chosen.some((code) => !blocked.includes(code));
  const toggle = (code: string) => setChosen(chosen.includes(code) ? chosen.filter((other) => other !== code) : [...chosen, code]);
  const run = async () => {
    const answer = await save.run({ body: { countries: [...chosen] } });
    if (!answer) return;
    client.setQueryData(['GET /performer/block/countries', {}], answer);
    toast(t('model.saved'), { tone: 'ok' });
  };
  return (
    <Card pad="lg" className={styles.stack}>
      <p className={classes(type.small, type.quiet)}>{t('profiles.countriesText')}</p>
      {chosen.length > 0 ? (
        <div className={styles.chips}>
          {countries
            .filter(({ code }) => chosen.includes(code))
            .map(({ code, name }) => (
              <button
                key={code}
                type="button"
                className={styles.token}
                aria-label={t('profiles.remove', { name })}
                onClick={() => toggle(code)}
              >
                {name}
                <IconX size={14} stroke={1.75} aria-hidden="true" />
              </button>
            ))}
        </div>
      ) : null}
      <SearchField label={t('profiles.findCountry')} value={q} maxLength={60} onChange={(event) => setQ(event.currentTarget.value)} />
      {shown.length === 0 ? (
        <p className={classes(type.small, type.faint)} role="status">
          {t('profiles.noCountry')}
        </p>
      ) : (
        <div className={styles.countries} role="group" aria-label={t('profiles.blockedCountries')} tabIndex={0}>
          {shown.map(({ code, name }) => (
            <Checkbox key={code} name={code} checked={chosen.includes(code)} onChange={() => toggle(code)} label={name} />
          ))}
        </div>
      )}
      <FormError error={save.error} fields={[]} />
      <div className={styles.sticky}>
        <span className={classes(type.small, type.faint)}>{t('profiles.countriesBlocked', { count: chosen.length })}</span>
        <Button kind="gold" busy={save.busy} disabled={!isChanged} onClick={() => void run()}>
          {t('profiles.saveCountries')}
        </Button>
      </div>
    </Card>
  );
};
