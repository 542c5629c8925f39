import { useId, useState } from 'react';
import { classes } from '../../../ui/classes.ts';
import field from '../../../ui/Field.module.css';
import { useText } from '../../../ui/text.ts';
import { useListSearch } from '../use-list-search.ts';
import { DATE_PRESETS, presetOf, rangeOf } from './date-presets.ts';
import { CompactSelect } from './FilterChoice.tsx';
import styles from './tools.module.css';

const CUSTOM = 'custom' as const;

/** When a row was made: one of the usual ranges, or from a day to a day, in the reader's time zone. */
export const DateRange = () => {
  const t = useText();
  const { get, change } = useListSearch();
  const [now] = useState(() => new Date());
  const [isOpen, setIsOpen] = useState(false);
  const note = useId();
  const days = { from: get('from') ?? '', until: get('until') ?? '' };
  const isReversed = days.from !== '' && days.until !== '' && days.from > days.until;
  const isAny = days.from === '' && days.until === '';
  const preset = presetOf(days.from, days.until, now);
  const isCustom = isOpen || (!isAny && preset === undefined);
  const onChoose = (next: string) => {
    setIsOpen(next === CUSTOM);
    const known = DATE_PRESETS.find((one) => one === next);
    if (known) change({ ...rangeOf(known, now), offset: null, id: null });
    else if (next === '') change({ from: null, until: null, offset: null, id: null });
  };
  return (
    <>
      <CompactSelect
        label={t('lists.date')}
        any={t('lists.date.any')}
        value={isCustom ? CUSTOM : (preset ?? '')}
        choices={[...DATE_PRESETS, CUSTOM].map((value) => ({ value, text: t(`lists.date.${value}`) }))}
        onChoose={onChoose}
      />
      {isCustom ? (
        <span className={styles.days}>
          {(['from', 'until'] as const).map((name) => (
            <span key={name} className={classes(field.input, styles.day)}>
              <input
                type="date"
                aria-label={t(`lists.date.${name}`)}
                aria-invalid={isReversed}
                aria-describedby={isReversed ? note : undefined}
                value={days[name]}
                onChange={(event) => change({ [name]: event.currentTarget.value, offset: null, id: null })}
              />
            </span>
          ))}
          {isReversed ? (
            <span id={note} role="status" className={styles.reversed}>
              {t('lists.date.reversed')}
            </span>
          ) : null}
        </span>
      ) : null}
    </>
  );
};
