import type { BrandingKey } from '@stagedoor/contract/settings';
import { isOneOf } from '@stagedoor/contract/keys.values';
import { STRIKE_ACTIONS } from '@stagedoor/contract/restrictions.values';
import { DERIVED_KEYS, ENGINES, settingUnit } from '@stagedoor/contract/settings.values';
import { timeZones } from '@stagedoor/contract/time-zones.values';
import { IconLock } from '@tabler/icons-react';
import { Button } from '../../../ui/Button.tsx';
import { Switch } from '../../../ui/Check.tsx';
import { classes } from '../../../ui/classes.ts';
import { FieldError, TextArea, TextField } from '../../../ui/Field.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import { useText } from '../../../ui/text.ts';
import { TokenField } from '../../../ui/TokenField.tsx';
import type from '../../../ui/type.module.css';
import { BrandColour } from './BrandColour.tsx';
import { BrandingPicture } from './BrandingPicture.tsx';
import { CountryPicker } from './CountryPicker.tsx';
import { PolicyPage } from './PolicyPage.tsx';
import { type AdminSetting, numberOf } from './settings.ts';
import styles from '../../../ui/admin/editor.module.css';

interface SettingControlProps {
  setting: AdminSetting;
  title: string;
  /** The unsaved value. */
  value: unknown;
  error: string | undefined;
  onChange: (value: unknown) => void;
  /** Called after an upload, which is effective at once. */
  onUploaded: () => void;
}

/** Choices that have a text; the others are names, such as HLS. */
const NAMED_CHOICES = [...ENGINES, ...STRIKE_ACTIONS] as const;

/** The control of a setting, derived from its schema. */
export const SettingControl = (props: SettingControlProps) => {
  const { setting, title, value, error, onChange, onUploaded } = props;
  const t = useText();
  const { kind, maxLength, choices = [] } = setting.control;
  const shared = { label: title, error, disabled: setting.isLocked };
  const hint = isOneOf(DERIVED_KEYS, setting.key) ? undefined : setting.isLocked ? (
    <span className={styles.locked}>
      <IconLock size={14} stroke={1.75} aria-hidden="true" /> {t('settings.locked')}
    </span>
  ) : setting.isSecret ? (
    t('settings.secretHint')
  ) : undefined;
  const text = typeof value === 'string' ? value : value === null || value === undefined ? '' : String(value);
  if (kind === 'amount' && settingUnit(setting.key) === 'tokens')
    return <TokenField {...shared} hint={hint} value={text} onChange={(event) => onChange(numberOf(event.currentTarget.value))} />;
  switch (kind) {
    case 'switch':
      return (
        <>
          <Switch
            label={title}
            checked={value === true}
            disabled={setting.isLocked}
            onChange={(event) => onChange(event.currentTarget.checked)}
          />
          {error ? <FieldError>{error}</FieldError> : null}
        </>
      );
    case 'number':
    case 'percent':
    case 'amount':
      return (
        <TextField
          {...shared}
          hint={hint}
          inputMode="decimal"
          value={text}
          end={kind === 'percent' ? <span className={classes(type.small, type.faint, styles.unit)}>%</span> : undefined}
          onChange={(event) => onChange(numberOf(event.currentTarget.value))}
        />
      );
    case 'choice':
      return (
        <SelectField
          {...shared}
          hint={hint}
          value={text}
          choices={choices.map((choice) => ({
            value: choice,
            text: isOneOf(NAMED_CHOICES, choice) ? t(`settingChoice.${choice}`) : choice.toUpperCase(),
          }))}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'timeZone':
      return (
        <SelectField
          {...shared}
          hint={hint}
          value={text}
          choices={timeZones().map((zone) => ({ value: zone, text: zone.replaceAll('_', ' ') }))}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'longText':
    case 'html':
    case 'code':
      return (
        <TextArea
          {...shared}
          hint={hint}
          value={text}
          maxLength={maxLength}
          rows={kind === 'longText' ? 2 : 6}
          spellCheck={kind === 'longText'}
          style={kind === 'longText' ? undefined : { fontFamily: 'ui-monospace, monospace', fontSize: '0.8125rem' }}
          dir={kind === 'longText' ? undefined : 'ltr'}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'countries':
      return (
        <>
          <CountryPicker label={title} value={value as string[]} onChange={onChange} />
          {error ? <FieldError>{error}</FieldError> : null}
        </>
      );
    case 'ageRules':
      return (
        <div className={styles.elsewhere}>
          <span className={type.small}>
            {t('settings.entriesCount', { count: value && typeof value === 'object' ? Object.keys(value).length : 0 })}
          </span>
          <Button kind="outline" size="sm" to="/admin/countries">
            {t('settings.countriesLink')}
          </Button>
        </div>
      );
    case 'colour':
      return <BrandColour label={title} value={text} error={error} onChange={onChange} />;
    case 'file':
      return (
        <BrandingPicture
          settingKey={setting.key as BrandingKey}
          label={title}
          value={text}
          error={error}
          onChange={onChange}
          onUploaded={onUploaded}
        />
      );
    case 'page':
      return <PolicyPage label={title} value={text} error={error} onChange={onChange} />;
    case 'menus':
      return (
        <div className={styles.elsewhere}>
          <span className={type.small}>{t('settings.entriesCount', { count: (value as unknown[]).length })}</span>
          <Button kind="outline" size="sm" to="/admin/menus">
            {t('settings.menusLink')}
          </Button>
        </div>
      );
    default:
      return (
        <TextField
          {...shared}
          hint={hint}
          value={text}
          maxLength={maxLength}
          spellCheck={false}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
};
