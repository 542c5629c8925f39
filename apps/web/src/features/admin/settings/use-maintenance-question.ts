import { useState } from 'react';
import { call } from '../../../app/browser-call.ts';
import { useCurrentUser } from '../../../app/session.tsx';
import type { MaintenanceQuestionProps, RunningShows } from './MaintenanceQuestion.tsx';
import type { AdminSetting } from './settings.ts';

type Values = Readonly<Record<string, unknown>>;

/** As many performers as the question names. */
const MAX_NAMES = 5;

interface Asked {
  values: Values;
  minutes: number;
  running: RunningShows;
}

/**
 * Asks what becomes of running shows before maintenance is switched on; saves at once when none runs, or when it isn't switched on.
 * @param save saves settings, with the minutes that shows may go on
 */
export const useMaintenanceQuestion = (
  settings: readonly AdminSetting[],
  save: (values: Values, showMinutes?: number) => Promise<void>,
) => {
  const user = useCurrentUser();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isLooking, setLooking] = useState(false);

  /** Names only for admins who see the live wall. If the shows can't be read, the setting's minutes apply. */
  const look = async (): Promise<RunningShows> => {
    const { shows } = await call('GET /admin/maintenance').catch(() => ({ shows: 0 }));
    if (shows === 0 || !user.permissions.includes('moderation')) return { shows, names: [] };
    const wall = await call('GET /admin/live', { query: { limit: MAX_NAMES } }).catch(() => ({ data: [] }));
    return { shows, names: [...new Set(wall.data.map(({ performer }) => performer.name))] };
  };

  const askOrSave = async (values: Values): Promise<void> => {
    const valueOf = (key: string): unknown => (Object.hasOwn(values, key) ? values[key] : settings.find((one) => one.key === key)?.value);
    if (values['maintenanceMode'] !== true) return save(values);
    setLooking(true);
    const running = await look();
    setLooking(false);
    if (running.shows === 0) return save(values);
    setAsked({ values, running, minutes: Number(valueOf('maintenanceShowMinutes')) });
  };
  const answer = (showMinutes: number): void => {
    setAsked(null);
    if (asked) void save(asked.values, showMinutes);
  };
  const question: MaintenanceQuestionProps = {
    opened: asked !== null,
    running: asked?.running ?? { shows: 0, names: [] },
    minutes: asked?.minutes ?? 1,
    onAnswer: answer,
    onClose: () => setAsked(null),
  };
  return { askOrSave, isLooking, question };
};
