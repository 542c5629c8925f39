import { useSettings } from '../../../app/boot.tsx';
import { useFormat } from '../../../ui/format.tsx';

/** Writes an instant to the minute in the site's time zone, in which its owners talk about a loss, whatever the reader's. */
export const useSiteTime = (): ((instant: string) => string) => {
  const format = useFormat();
  const { timeZone = 'UTC' } = useSettings();
  return (instant) => `${format.date(instant, 'dayTime', timeZone)} (${timeZone.replaceAll('_', ' ')})`;
};
