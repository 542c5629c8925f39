import { useData } from '../../../app/data.ts';
import { useText } from '../../../ui/text.ts';

/** The site's clock in the administration, and its offset in words. */
export const useSiteClock = () => {
  const t = useText();
  const { data } = useData('GET /admin/clock', {}, { refetchInterval: 60_000 });
  const hours = Math.floor((data?.ahead ?? 0) / 3600);
  const days = Math.floor(hours / 24);
  const span = [
    ...(days > 0 ? [t('clock.days', { count: days })] : []),
    ...(hours % 24 > 0 ? [t('clock.hours', { count: hours % 24 })] : []),
  ].join(' ');
  return { clock: data, span };
};
