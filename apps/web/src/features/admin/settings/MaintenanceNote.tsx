import { useAction, useData } from '../../../app/data.ts';
import { AskButton } from '../../../ui/admin/AskButton.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';

/** How often the number of running shows is read, in milliseconds. */
const POLL_MS = 5000;

/** In maintenance: how many shows still run, and until when; an admin may end them now. Nothing once all have ended. */
export const MaintenanceNote = () => {
  const t = useText();
  const format = useFormat();
  const running = useData('GET /admin/maintenance', {}, { refetchInterval: POLL_MS });
  const end = useAction('PUT /admin/settings');
  const { shows = 0, closesAt = null } = running.data ?? {};
  if (shows === 0 || closesAt === null) return null;
  const onEnd = async (): Promise<boolean> => {
    if (!(await end.run({ body: { values: { maintenanceMode: true }, showMinutes: 0 } }))) return false;
    void running.refetch();
    return true;
  };
  return (
    <div className={type.flexBetween}>
      <p className={type.small} role="status">
        {t('settings.closingNote', { count: shows, time: format.date(closesAt, 'time') })}
      </p>
      <AskButton
        kind="outline"
        size="sm"
        label={t('settings.closingNow')}
        title={t('settings.closingTitle', { count: shows })}
        text={t('settings.closingNowText')}
        busy={end.busy}
        error={end.error}
        onAsk={end.reset}
        onConfirm={onEnd}
      />
    </div>
  );
};
