import type { ShowStill } from '@stagedoor/contract/admin-live';
import { IconPhotoOff } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useData } from '../../../app/data.ts';
import { Pending } from '../../../app/Pending.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from './stills.module.css';

interface ShowStillsProps {
  showId: string;
  /** The performer's. */
  name: string;
  /** An instant that the stills are around; the last ones without. */
  at?: string;
  /** Heading, in a pane. */
  title?: string;
}

/** The still that is looked at first: the last one, or the one nearest to an instant. */
const firstOf = (stills: readonly ShowStill[], at: string | undefined): ShowStill | undefined => {
  if (at === undefined) return stills.at(-1);
  const distance = ({ takenAt }: ShowStill) => Math.abs(Date.parse(takenAt) - Date.parse(at));
  return stills.toSorted((one, other) => distance(one) - distance(other))[0];
};

/** Stills of a show: one large, and a strip of thirty with their times. Arrow keys move along the strip. */
export const ShowStills = ({ title, ...props }: ShowStillsProps) =>
  title ? (
    <section className={styles.stills}>
      <h3 className={type.label}>{title}</h3>
      <Stills {...props} />
    </section>
  ) : (
    <Stills {...props} />
  );

const Stills = ({ showId, name, at }: Omit<ShowStillsProps, 'title'>) => {
  const t = useText();
  const list = useData('GET /admin/live/{id}/stills', { params: { id: showId }, query: at === undefined ? {} : { at } });
  if (!list.data)
    return (
      <Pending of={list}>
        <RowsSkeleton rows={3} />
      </Pending>
    );
  const { stills } = list.data;
  if (stills.length === 0) return <p className={classes(type.small, type.quiet)}>{t('wall.noStills')}</p>;
  return <Strip stills={stills} name={name} first={firstOf(stills, at)!.takenAt} />;
};

const Strip = ({ stills, name, first }: { stills: readonly ShowStill[]; name: string; first: string }) => {
  const t = useText();
  const format = useFormat();
  const group = useId();
  const [chosen, setChosen] = useState(first);
  const strip = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const { current } = strip;
    const still = current?.querySelector<HTMLElement>(`label:has(:checked)`);
    if (current && still) current.scrollLeft = still.offsetLeft - current.offsetLeft - (current.clientWidth - still.offsetWidth) / 2;
  }, [chosen]);
  const shown = stills.find(({ takenAt }) => takenAt === chosen) ?? stills.at(-1)!;
  const timeOf = ({ takenAt }: ShowStill) => format.date(takenAt, 'time');
  return (
    <div className={styles.stills}>
      <figure className={styles.large}>
        {shown.url ? <img src={shown.url} alt={t('wall.still', { name, time: timeOf(shown) })} /> : <span>{t('wall.noStill')}</span>}
        <figcaption className={classes(type.small, type.quiet)}>
          {format.date(shown.takenAt, 'dayTime')}
          {shown.isAlike ? (
            <Chip tone="bad" size="sm">
              {t('wall.alike')}
            </Chip>
          ) : null}
        </figcaption>
      </figure>
      <fieldset ref={strip} className={styles.strip}>
        <legend className={type.hidden}>{t('wall.stillsOf', { name })}</legend>
        {stills.map((still) => (
          <label key={still.takenAt} className={classes(styles.still, still.isAlike && styles.alike)}>
            <input
              type="radio"
              name={group}
              className={type.hidden}
              checked={still.takenAt === shown.takenAt}
              onChange={() => setChosen(still.takenAt)}
            />
            <span className={styles.thumb}>
              {still.url ? <img src={still.url} alt="" loading="lazy" /> : <IconPhotoOff size={20} stroke={1.75} aria-hidden="true" />}
            </span>
            <span className={classes(type.tiny, type.num)}>{timeOf(still)}</span>
            {still.url ? null : <span className={type.hidden}>{t('wall.noStill')}</span>}
            {still.isAlike ? <span className={type.hidden}>{t('wall.alike')}</span> : null}
          </label>
        ))}
      </fieldset>
    </div>
  );
};
