import { useData } from '../../app/data.ts';
import { useText } from '../../ui/text.ts';

/** The site's clock as the administration sees it, and how far ahead it is, in words. */
export const useSiteClock = () => {
  const say = useText();
  const { data } = useData('GET /admin/clock', {}, { refetchInterval: 60_000 });
  const hours = Math.floor((data?.ahead ?? 0) / 3600);
  const days = Math.floor(hours / 24);
  const span = [
    ...(days > 0 ? [say('clock.days', { count: days })] : []),
    ...(hours % 24 > 0 ? [say('clock.hours', { count: hours % 24 })] : []),
  ].join(' ');
  return { clock: data, span };
};
