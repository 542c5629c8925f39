import { IconAlertTriangle, IconMapPin } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Pending } from '../../app/Pending.tsx';
import { useAction, useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { CountryPicker } from '../../features/admin/settings/CountryPicker.tsx';
import styles from '../../ui/admin/editor.module.css';
import { UnsavedBar } from '../../features/admin/frame/UnsavedBar.tsx';
import { Card, CardHead } from '../../ui/Card.tsx';
import { Switch } from '../../ui/Check.tsx';
import { classes } from '../../ui/classes.ts';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useLocale, useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';

interface Values {
  blockedCountries: string[];
  ageGateEnabled: boolean;
  ageGateCountries: string[];
}

/** Blocked countries, and countries with an age gate. */
const Countries = () => {
  const t = useText();
  const locale = useLocale();
  const client = useQueryClient();
  const settings = useData('GET /admin/settings', {});
  const { data: own } = useData('GET /country-block/check', {});
  const save = useAction('PUT /admin/settings');
  const [edits, setEdits] = useState<Partial<Values>>({});
  const stored = Object.fromEntries((settings.data ?? []).map(({ key, value }) => [key, value])) as unknown as Values;
  const values = { ...stored, ...edits };
  const change = <K extends keyof Values>(key: K, value: Values[K]) => {
    const { [key]: _before, ...others } = edits;
    setEdits(JSON.stringify(value) === JSON.stringify(stored[key]) ? others : { ...edits, [key]: value });
  };
  const onSave = async () => {
    if (!(await save.run({ body: { values: { ...edits } } }))) return;
    setEdits({});
    toast(t('siteCountries.saved'), { tone: 'ok' });
    await client.invalidateQueries({ queryKey: ['GET /admin/settings'] });
  };
  const country = own?.country ? (new Intl.DisplayNames([locale], { type: 'region' }).of(own.country) ?? own.country) : null;
  const isOwnBlocked = own?.country ? (values.blockedCountries ?? []).includes(own.country) : false;
  return (
    <Page width="wide">
      <PageTitle title={t('siteCountries.title')} />
      <header className={styles.head}>
        <h1 className={classes(type.display, type.s46)}>{t('siteCountries.title')}</h1>
      </header>
      <p className={styles.lead}>{t('siteCountries.lead')}</p>
      {own ? (
        <p className={classes(styles.note, isOwnBlocked && styles.noteWarn)} role="status">
          {isOwnBlocked ? (
            <IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" />
          ) : (
            <IconMapPin size={18} stroke={1.75} aria-hidden="true" />
          )}
          {country ? t(isOwnBlocked ? 'siteCountries.warning' : 'siteCountries.yours', { country }) : t('siteCountries.unknown')}
        </p>
      ) : null}
      {settings.data ? (
        <div className={styles.cards}>
          <Card pad="lg">
            <CardHead title={t('siteCountries.blocked')}>
              <span className={classes(type.small, type.faint)}>
                {t('siteCountries.chosen', { count: values.blockedCountries.length })}
              </span>
            </CardHead>
            <p className={styles.cardText}>{t('siteCountries.blockedText')}</p>
            <CountryPicker
              label={t('siteCountries.blocked')}
              value={values.blockedCountries}
              onChange={(codes) => change('blockedCountries', codes)}
            />
          </Card>
          <Card pad="lg">
            <CardHead title={t('siteCountries.age')}>
              <span className={classes(type.small, type.faint)}>
                {t('siteCountries.chosen', { count: values.ageGateCountries.length })}
              </span>
            </CardHead>
            <p className={styles.cardText}>{t('siteCountries.ageText')}</p>
            <Switch
              label={t('setting.ageGateEnabled.title')}
              hint={t('setting.ageGateEnabled.text')}
              checked={values.ageGateEnabled}
              onChange={(event) => change('ageGateEnabled', event.currentTarget.checked)}
            />
            {values.ageGateEnabled ? (
              <CountryPicker
                label={t('siteCountries.age')}
                value={values.ageGateCountries}
                onChange={(codes) => change('ageGateCountries', codes)}
              />
            ) : null}
          </Card>
        </div>
      ) : (
        <Pending of={settings}>
          <RowsSkeleton rows={6} square size={24} />
        </Pending>
      )}
      <UnsavedBar
        count={Object.keys(edits).length}
        busy={save.busy}
        error={save.error}
        fields={[]}
        onSave={() => void onSave()}
        onDiscard={() => {
          setEdits({});
          save.reset();
        }}
      />
    </Page>
  );
};

export default Countries;
