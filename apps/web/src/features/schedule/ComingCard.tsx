import { IconCalendarEvent } from '@tabler/icons-react';
import { useData } from '../../app/data.ts';
import { useSession } from '../../app/session.tsx';
import { Card } from '../../ui/Card.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { ComingShows } from './ComingShows.tsx';
import styles from './schedule.module.css';

/** Rows of a card. */
const SHOWN = 5;

export interface ComingCardProps {
  /** Of this performer alone: an id. */
  performerId?: string;
}

/** Coming shows in a card; nothing when there are none. */
const ComingCard = ({ performerId }: ComingCardProps) => {
  const t = useText();
  const user = useSession();
  const query = { limit: SHOWN, ...(performerId ? { performer: performerId } : {}) };
  const { data } = useData('GET /streaming/schedule', { query });
  if (!data || data.data.length === 0) return null;
  // “Tonight” only where every row is of today.
  const isToday = data.data.every(({ startsAt }) => new Date(startsAt).toDateString() === new Date().toDateString());
  return (
    <Card className={styles.card}>
      <h2 className={type.heading}>
        <IconCalendarEvent size={20} stroke={1.75} aria-hidden="true" />{' '}
        {t(isToday && !performerId ? 'schedule.tonight' : 'schedule.coming')}
      </h2>
      <ComingShows key={user?._id} shows={data.data} plain={performerId !== undefined} />
    </Card>
  );
};
export default ComingCard;
