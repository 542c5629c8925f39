import { IconAlertTriangle, IconMapPin } from '@tabler/icons-react';
import { useData } from '../../../app/data.ts';
import styles from '../../../ui/admin/editor.module.css';
import { classes } from '../../../ui/classes.ts';
import { useLocale, useText } from '../../../ui/text.ts';

/** The country of the reader, with a warning when it is blocked. */
export const OwnCountry = ({ blocked }: { blocked: readonly string[] }) => {
  const t = useText();
  const locale = useLocale();
  const { data: own } = useData('GET /country-block/check', {});
  if (!own) return null;
  const country = own.country ? (new Intl.DisplayNames([locale], { type: 'region' }).of(own.country) ?? own.country) : null;
  const isOwnBlocked = own.country ? blocked.includes(own.country) : false;
  return (
    <p className={classes(styles.note, isOwnBlocked && styles.noteWarn)} role="status">
      {isOwnBlocked ? (
        <IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" />
      ) : (
        <IconMapPin size={18} stroke={1.75} aria-hidden="true" />
      )}
      {country ? t(isOwnBlocked ? 'siteCountries.warning' : 'siteCountries.yours', { country }) : t('siteCountries.unknown')}
    </p>
  );
};
