import type { ModerationFigures } from '@stagedoor/contract/reports';
import { IconDownload } from '@tabler/icons-react';
import { useListSearch } from '../../lists/use-list-search.ts';
import { Button } from '../../../ui/Button.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import styles from './moderation.module.css';
import { useLocale, useText } from '../../../ui/text.ts';

interface FigureToolsProps {
  month: string;
  months: readonly string[];
  /** Undefined until loaded. */
  figures: ModerationFigures | undefined;
}

/** The month, and its figures as files. */
export const FigureTools = ({ month, months, figures }: FigureToolsProps) => {
  const t = useText();
  const locale = useLocale();
  const { change } = useListSearch();
  const name = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return (
    <div className={styles.tools}>
      <SelectField
        label={t('moderationReport.month')}
        value={month}
        onChange={(event) => change({ month: event.currentTarget.value })}
        choices={months.map((value) => ({ value, text: name.format(new Date(`${value}-01T00:00:00Z`)) }))}
      />
      <Button
        kind="lift"
        href={`/api/admin/moderation/export?month=${month}&locale=${locale}`}
        download
        icon={<IconDownload size={20} stroke={1.75} />}
      >
        {t('moderationReport.csv')}
      </Button>
      {figures ? (
        <Button
          kind="lift"
          href={`data:application/json;charset=utf-8,${encodeURIComponent(JSON.stringify(figures, null, 2))}`}
          download={`moderation-${month}.json`}
          icon={<IconDownload size={20} stroke={1.75} />}
        >
          {t('moderationReport.json')}
        </Button>
      ) : null}
    </div>
  );
};
