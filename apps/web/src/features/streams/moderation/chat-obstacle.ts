import type { ChatState } from '@stagedoor/contract/chat';
import type { Format } from '../../../ui/format.tsx';
import type { Translate } from '../../../ui/text.ts';

/** Why the account can't write in a show's chat; null when it can. */
export const chatObstacle = (t: Translate, format: Format, { timeout, obstacle }: ChatState): string | null => {
  if (timeout) return timeout.until ? t('moderation.youUntil', { time: format.date(timeout.until, 'time') }) : t('moderation.youShow');
  if (obstacle === 'follow') return t('moderation.followToWrite');
  return obstacle === 'subscribe' ? t('moderation.subscribeToWrite') : null;
};
