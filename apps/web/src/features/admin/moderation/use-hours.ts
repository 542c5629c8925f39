import { useText } from '../../../ui/text.ts';

/** A median in hours, as text. */
export const useHours = () => {
  const t = useText();
  return (median: number | null) => (median === null ? '–' : t('moderationReport.hours', { count: median }));
};
