import styles from '../../../ui/admin/editor.module.css';
import { Button } from '../../../ui/Button.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';

export interface RunningShows {
  shows: number;
  /** The performers, or the first of them; empty for an admin who may not see who is on air. */
  names: readonly string[];
}

export interface MaintenanceQuestionProps {
  opened: boolean;
  running: RunningShows;
  /** How long shows may go on, by the setting. */
  minutes: number;
  /** @param showMinutes 0 ends the shows now */
  onAnswer: (showMinutes: number) => void;
  onClose: () => void;
}

/** Asks what becomes of running shows when maintenance is switched on. */
export const MaintenanceQuestion = ({ opened, running, minutes, onAnswer, onClose }: MaintenanceQuestionProps) => {
  const t = useText();
  const format = useFormat();
  const { shows, names } = running;
  const others = Math.max(0, shows - names.length);
  const shown = others > 0 ? [...names, t('settings.closingOthers', { count: others })] : names;
  return (
    <Sheet opened={opened} onClose={onClose} title={t('settings.closingTitle', { count: shows })} width={460}>
      <div className={styles.stack}>
        {names.length > 0 ? <p className={type.strong}>{format.list(shown)}</p> : null}
        <p className={type.quiet}>{t('settings.closingText')}</p>
      </div>
      <div className={styles.sheetChoices}>
        <Button kind="gold" wide onClick={() => onAnswer(minutes)}>
          {t('settings.closingLater', { count: minutes })}
        </Button>
        <Button kind="outline" wide onClick={() => onAnswer(0)}>
          {t('settings.closingNow')}
        </Button>
        <Button kind="text" wide onClick={onClose}>
          {t('ui.cancel')}
        </Button>
      </div>
    </Sheet>
  );
};
