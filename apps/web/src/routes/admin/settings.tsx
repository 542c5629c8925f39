import { useState } from 'react';
import { Pending } from '../../app/Pending.tsx';
import { useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { ConsentQuestion } from '../../features/admin/settings/ConsentQuestion.tsx';
import { MaintenanceQuestion } from '../../features/admin/settings/MaintenanceQuestion.tsx';
import { SettingHistory } from '../../features/admin/settings/SettingHistory.tsx';
import { UnsavedBar } from '../../features/admin/frame/UnsavedBar.tsx';
import { SettingCards } from '../../features/admin/settings/SettingCards.tsx';
import { SettingGroups } from '../../features/admin/settings/SettingGroups.tsx';
import { SettingRow } from '../../features/admin/settings/SettingRow.tsx';
import { useSettingEdits } from '../../features/admin/settings/use-setting-edits.ts';
import { useShownSettings } from '../../features/admin/settings/use-shown-settings.ts';
import styles from '../../ui/admin/editor.module.css';
import { classes } from '../../ui/classes.ts';
import { SearchField } from '../../ui/SearchField.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** All settings: groups, search, one save button, and each setting's history. */
const Settings = () => {
  const t = useText();
  const settings = useData('GET /admin/settings', {});
  const list = settings.data ?? [];
  const edits = useSettingEdits(list);
  const { word, setWord, groups, chosen, isSearching, shown } = useShownSettings(settings.data, edits.error);
  const [history, setHistory] = useState<string | null>(null);
  return (
    <Page width="wide">
      <PageTitle title={t('settings.title')} />
      <header className={styles.head}>
        <h1 className={classes(type.display, type.s46)}>{t('settings.title')}</h1>
        <div className={styles.search}>
          <SearchField label={t('settings.search')} value={word} onChange={(event) => setWord(event.currentTarget.value)} />
        </div>
      </header>
      <div className={styles.sides}>
        <SettingGroups
          groups={groups}
          chosen={chosen}
          isSearching={isSearching}
          edited={new Set(list.filter(edits.isEdited).map(({ group }) => group))}
          onChoose={() => setWord('')}
        />
        <div className={styles.stack}>
          {settings.data ? (
            <SettingCards groups={groups} shown={shown}>
              {(setting) => <SettingRow key={setting.key} setting={setting} edits={edits} onHistory={() => setHistory(setting.key)} />}
            </SettingCards>
          ) : (
            <Pending of={settings}>
              <RowsSkeleton rows={6} square size={32} />
            </Pending>
          )}
        </div>
      </div>
      <UnsavedBar
        count={Object.keys(edits.edits).length}
        busy={edits.busy}
        error={edits.error}
        fields={list.map(({ key }) => key)}
        onSave={edits.save}
        onDiscard={edits.discard}
      />
      <ConsentQuestion {...edits.consentQuestion} />
      <MaintenanceQuestion {...edits.maintenanceQuestion} />
      <SettingHistory settingKey={history} onClose={() => setHistory(null)} />
    </Page>
  );
};

export default Settings;
