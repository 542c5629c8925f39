import type { PlannedShow } from '@stagedoor/contract/schedule';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { Avatar } from '../../ui/Avatar.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { ReminderBell } from './ReminderBell.tsx';
import styles from './schedule.module.css';

/** Day and time of a show in the reader's time zone; in UTC on the server, corrected by the browser. */
const ShowTime = ({ instant }: { instant: string }) => {
  const t = useText();
  const format = useFormat();
  /** Null until the browser's time zone is known. */
  const [today, setToday] = useState<string | null>(null);
  useEffect(() => setToday(new Date().toDateString()), []);
  const zone = today === null ? 'UTC' : undefined;
  const isToday = new Date(instant).toDateString() === today;
  return (
    <time dateTime={instant} className={styles.time}>
      <span className={classes(type.num, styles.clock)}>{format.date(instant, 'time', zone)}</span>
      <span className={classes(type.tiny, type.faint)}>{isToday ? t('schedule.today') : format.date(instant, 'day', zone)}</span>
    </time>
  );
};

/** Coming shows as rows: when, who and what, a bell. @param plain on a performer's own page: without the performer */
export const ComingShows = ({ shows, plain = false }: { shows: readonly PlannedShow[]; plain?: boolean }) => {
  const t = useText();
  return (
    <ul className={styles.rows}>
      {shows.map((show) => (
        <li key={show._id} className={styles.row}>
          <ShowTime instant={show.startsAt} />
          {plain ? null : (
            <Link to={`/${show.performer.username}`} tabIndex={-1} aria-hidden="true">
              <Avatar src={show.performer.avatar} size={36} />
            </Link>
          )}
          <span className={styles.words}>
            {plain ? null : (
              <Link to={`/${show.performer.username}`} className={classes(type.small, type.strong, type.clip)}>
                <bdi>{show.performer.name}</bdi>
              </Link>
            )}
            <span className={plain ? styles.title : classes(type.small, type.quiet, styles.title)}>
              <bdi>{show.title}</bdi>
            </span>
            {show.audience === 'everyone' && !(plain && show.category) ? null : (
              <span className={styles.facts}>
                {show.audience === 'everyone' ? null : <Chip size="sm">{t(`schedule.for.${show.audience}`)}</Chip>}
                {plain && show.category ? (
                  <Chip size="sm">
                    <bdi>{show.category.name}</bdi>
                  </Chip>
                ) : null}
              </span>
            )}
          </span>
          {plain ? (
            <a
              className={styles.calendar}
              href={`/api/streaming/schedule/${show._id}/calendar`}
              download
              aria-label={t('schedule.calendar', { title: show.title })}
              title={t('schedule.calendarShort')}
            >
              <IconCalendarPlus size={20} stroke={1.75} aria-hidden="true" />
            </a>
          ) : null}
          <ReminderBell show={show} />
        </li>
      ))}
    </ul>
  );
};
