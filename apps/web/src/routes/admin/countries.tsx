import { Pending } from '../../app/Pending.tsx';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import styles from '../../ui/admin/editor.module.css';
import { UnsavedBar } from '../../features/admin/frame/UnsavedBar.tsx';
import { AgeProvider } from '../../features/admin/countries/AgeProvider.tsx';
import { AgeRulesCard, BlockedCard } from '../../features/admin/countries/CountryCards.tsx';
import { OwnCountry } from '../../features/admin/countries/OwnCountry.tsx';
import { useCountryEdits } from '../../features/admin/countries/use-country-edits.ts';
import { classes } from '../../ui/classes.ts';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** Blocked countries, how the site makes sure of ages by country, and the provider of age checks. */
const Countries = () => {
  const t = useText();
  const { settings, values, edits, change, save, onSave, onDiscard } = useCountryEdits();
  return (
    <Page width="wide">
      <PageTitle title={t('siteCountries.title')} />
      <header className={styles.head}>
        <h1 className={classes(type.display, type.s46)}>{t('siteCountries.title')}</h1>
      </header>
      <p className={styles.lead}>{t('siteCountries.lead')}</p>
      <OwnCountry blocked={values.blockedCountries ?? []} />
      {settings.data ? (
        <div className={styles.cards}>
          <BlockedCard values={values} onChange={change} />
          <AgeRulesCard values={values} onChange={change} error={save.error} />
          <AgeProvider />
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
        fields={['ageDefault', 'ageRules', 'ageValidDays']}
        onSave={() => void onSave()}
        onDiscard={onDiscard}
      />
    </Page>
  );
};

export default Countries;
