import { IconArrowBackUp, IconHistory } from '@tabler/icons-react';
import styles from '../../../ui/admin/editor.module.css';
import { IconButton } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { ActButton } from '../frame/ActButton.tsx';
import { MaintenanceNote } from './MaintenanceNote.tsx';
import { SettingControl } from './SettingControl.tsx';
import { type AdminSetting, sentenceKey, titleKey } from './settings.ts';
import type { SettingEdits } from './use-setting-edits.ts';

interface SettingActsProps {
  setting: AdminSetting;
  onReset: () => void;
  onHistory: () => void;
}

/** The mark of a changed setting, and the buttons for its default and its history. */
const SettingActs = ({ setting, onReset, onHistory }: SettingActsProps) => {
  const t = useText();
  const title = t(titleKey(setting.key));
  return (
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
          onDone={onReset}
        />
      )}
      <IconButton
        size="sm"
        label={`${t('settings.history')}: ${title}`}
        icon={<IconHistory size={20} stroke={1.75} />}
        onClick={onHistory}
      />
    </span>
  );
};

interface SettingRowProps {
  setting: AdminSetting;
  edits: SettingEdits;
  onHistory: () => void;
}

/** One setting: its sentence, its field, and its acts. */
export const SettingRow = ({ setting, edits, onHistory }: SettingRowProps) => {
  const t = useText();
  return (
    <div className={classes(styles.setting, edits.isEdited(setting) && styles.edited)} id={setting.key}>
      <div className={styles.settingHead}>
        <p className={classes(type.small, type.quiet)}>
          {t(sentenceKey(setting.key))} <code className={styles.key}>{setting.key}</code>
        </p>
        <SettingActs setting={setting} onReset={() => edits.wasReset(setting)} onHistory={onHistory} />
      </div>
      <SettingControl
        setting={setting}
        title={t(titleKey(setting.key))}
        value={edits.valueOf(setting)}
        error={edits.error?.fields[setting.key]}
        onChange={(value) => edits.change(setting, value)}
        onUploaded={() => edits.uploaded(setting)}
      />
      {setting.key === 'maintenanceMode' && setting.value === true ? <MaintenanceNote /> : null}
    </div>
  );
};
