import { IconArrowBackUp, IconHistory } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Pending } from '../../app/Pending.tsx';
import { useAction, useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { ActButton } from '../../features/admin/ActButton.tsx';
import { SettingControl } from '../../features/site-admin/SettingControl.tsx';
import { MaintenanceNote } from '../../features/site-admin/MaintenanceNote.tsx';
import { MaintenanceQuestion } from '../../features/site-admin/MaintenanceQuestion.tsx';
import { useMaintenanceQuestion } from '../../features/site-admin/use-maintenance-question.ts';
import { SettingHistory } from '../../features/site-admin/SettingHistory.tsx';
import { ConsentQuestion } from '../../features/site-admin/ConsentQuestion.tsx';
import { type AdminSetting, groupKey, loadsWithoutConsent, sentenceKey, titleKey } from '../../features/site-admin/settings.ts';
import styles from '../../ui/admin/editor.module.css';
import { UnsavedBar } from '../../features/site-admin/UnsavedBar.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import { useScrollSelectedIntoView } from '../../ui/use-scroll-selected-into-view.ts';
import type from '../../ui/type.module.css';

const KEY = ['GET /admin/settings'];
/** Runs after the group was rendered. */
const FOCUS_AFTER_MS = 50;

/** All settings: groups, search, one save button, and each setting's history. */
const Settings = () => {
  const t = useText();
  const client = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const settings = useData('GET /admin/settings', {});
  const save = useAction('PUT /admin/settings');
  const [edits, setEdits] = useState<Readonly<Record<string, unknown>>>({});
  const [word, setWord] = useState('');
  const [history, setHistory] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const list = settings.data ?? [];
  const groups = [...new Set(list.map(({ group }) => group))];
  const chosen = groups.find((group) => group === search.get('group')) ?? groups[0];
  const groupRow = useScrollSelectedIntoView<HTMLElement>(chosen);
  const wanted = word.trim().toLowerCase();
  const isWanted = (setting: AdminSetting): boolean =>
    [setting.key, t(titleKey(setting.key)), t(sentenceKey(setting.key))].some((text) => text.toLowerCase().includes(wanted));
  const shown = list.filter((setting) => (wanted ? isWanted(setting) : setting.group === chosen));
  const shownGroups = groups.filter((group) => shown.some((setting) => setting.group === group));

  const { error } = save;
  const known = settings.data;
  useEffect(() => {
    // Focuses the first refused field, whatever group it is in.
    const refused = known?.find(({ key }) => error && Object.hasOwn(error.fields, key));
    if (!refused) return undefined;
    setWord('');
    setSearch({ group: refused.group }, { replace: true, preventScrollReset: true });
    const timer = setTimeout(
      () => document.querySelector<HTMLElement>(`#${refused.key} :is(input, textarea, select)`)?.focus(),
      FOCUS_AFTER_MS,
    );
    return () => clearTimeout(timer);
  }, [error, known, setSearch]);

  const reload = () => client.invalidateQueries({ queryKey: KEY });
  const change = (setting: AdminSetting, value: unknown) => {
    const { [setting.key]: _before, ...others } = edits;
    setEdits(JSON.stringify(value) === JSON.stringify(setting.value) ? others : { ...others, [setting.key]: value });
  };
  const saveAll = async (sent: Readonly<Record<string, unknown>>, showMinutes?: number) => {
    if (!(await save.run({ body: { values: sent, showMinutes } }))) return;
    // What was typed meanwhile isn't saved yet.
    setEdits((typed) => Object.fromEntries(Object.entries(typed).filter(([key, value]) => value !== sent[key])));
    toast(t('settings.saved'), { tone: 'ok' });
    await reload();
  };
  const maintenance = useMaintenanceQuestion(list, saveAll);
  const onSave = () => (loadsWithoutConsent(list, edits) ? setAsking(true) : void maintenance.askOrSave(edits));
  const onConsent = (asksVisitors: boolean) => {
    setAsking(false);
    void maintenance.askOrSave(asksVisitors ? { ...edits, cookiePolicyEnabled: true } : edits);
  };
  const onReset = (key: string) => {
    const { [key]: _edited, ...others } = edits;
    setEdits(others);
    toast(t('settings.resetDone'), { tone: 'ok' });
    void reload();
  };
  const discard = () => {
    setEdits({});
    save.reset();
  };

  const row = (setting: AdminSetting) => {
    const title = t(titleKey(setting.key));
    const isEdited = Object.hasOwn(edits, setting.key);
    return (
      <div key={setting.key} className={classes(styles.setting, isEdited && styles.edited)} id={setting.key}>
        <div className={styles.settingHead}>
          <p className={classes(type.small, type.quiet)}>
            {t(sentenceKey(setting.key))} <code className={styles.key}>{setting.key}</code>
          </p>
          <span className={styles.settingActs}>
            {setting.isDefault ? null : <Chip tone="spot">{t('settings.changedMark')}</Chip>}
            {setting.isDefault || setting.isLocked ? null : (
              <ActButton
                size="sm"
                isIconOnly
                icon={<IconArrowBackUp size={20} stroke={1.75} />}
                write="POST /admin/settings/reset"
                input={{ body: { keys: [setting.key] } }}
                label={`${t('settings.reset')}: ${title}`}
                title={t('acts.settingResetTitle', { title })}
                text={t('acts.settingResetText')}
                act={t('settings.reset')}
                onDone={() => onReset(setting.key)}
              />
            )}
            <IconButton
              size="sm"
              label={`${t('settings.history')}: ${title}`}
              icon={<IconHistory size={20} stroke={1.75} />}
              onClick={() => setHistory(setting.key)}
            />
          </span>
        </div>
        <SettingControl
          setting={setting}
          title={title}
          value={isEdited ? edits[setting.key] : setting.value}
          error={save.error?.fields[setting.key]}
          onChange={(value) => change(setting, value)}
          onUploaded={() => {
            change(setting, setting.value);
            void reload();
          }}
        />
        {setting.key === 'maintenanceMode' && setting.value === true ? <MaintenanceNote /> : null}
      </div>
    );
  };

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
        <nav ref={groupRow} className={styles.groups} aria-label={t('settings.groups')}>
          {groups.map((group) => {
            const waiting = list.filter((setting) => setting.group === group && Object.hasOwn(edits, setting.key)).length;
            const isOn = !wanted && group === chosen;
            return (
              <Link
                key={group}
                to={`?group=${group}`}
                replace
                preventScrollReset
                className={classes(styles.group, isOn && styles.groupOn)}
                aria-current={isOn ? 'page' : undefined}
                onClick={() => setWord('')}
              >
                {t(groupKey(group))}
                {waiting > 0 ? <span className={styles.mark} aria-hidden="true" /> : null}
              </Link>
            );
          })}
        </nav>
        <div className={styles.stack}>
          {!settings.data ? (
            <Pending of={settings}>
              <RowsSkeleton rows={6} square size={32} />
            </Pending>
          ) : shown.length === 0 ? (
            <Empty title={t('settings.nothing')} text={t('settings.nothingText')} />
          ) : (
            shownGroups.map((group) => (
              <Card key={group} pad="none" className={styles.settings}>
                <h2 className={classes(type.heading, styles.groupTitle)}>{t(groupKey(group))}</h2>
                {shown.some((setting) => setting.group === group && setting.control.kind === 'file') ? (
                  <p className={classes(type.small, type.quiet, styles.groupNote)}>{t('settings.addressHint')}</p>
                ) : null}
                {shown.filter((setting) => setting.group === group).map(row)}
              </Card>
            ))
          )}
        </div>
      </div>
      <UnsavedBar
        count={Object.keys(edits).length}
        busy={save.busy || maintenance.isLooking}
        error={save.error}
        fields={list.map(({ key }) => key)}
        onSave={onSave}
        onDiscard={discard}
      />
      <ConsentQuestion opened={isAsking} onAnswer={onConsent} onClose={() => setAsking(false)} />
      <MaintenanceQuestion {...maintenance.question} />
      <SettingHistory settingKey={history} onClose={() => setHistory(null)} />
    </Page>
  );
};

export default Settings;
