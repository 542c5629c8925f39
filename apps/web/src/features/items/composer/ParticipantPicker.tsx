import { useData } from '../../../app/data.ts';
import { FilterChip } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { TextField } from '../../../ui/Field.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from './composer.module.css';

const APPROVED = { query: { state: 'approved', limit: 100 } } as const;

interface ParticipantPickerProps {
  chosen: readonly string[];
  onChoose: (ids: readonly string[]) => void;
  producedOn: string;
  onProducedOn: (day: string) => void;
}

/** Selects approved co-performers of a post and its day of production; renders nothing without any. */
export const ParticipantPicker = ({ chosen, onChoose, producedOn, onProducedOn }: ParticipantPickerProps) => {
  const t = useText();
  const { data: list } = useData('GET /performer/participants', APPROVED);
  if (!list || list.data.length === 0) return null;
  return (
    <div className={styles.ask} role="group" aria-label={t('profiles.whoIsSeen')}>
      <span className={classes(type.small, type.strong)}>{t('profiles.whoIsSeen')}</span>
      <div className={styles.chips}>
        {list.data.map((participant) => (
          <FilterChip
            key={participant._id}
            on={chosen.includes(participant._id)}
            onClick={() =>
              onChoose(chosen.includes(participant._id) ? chosen.filter((id) => id !== participant._id) : [...chosen, participant._id])
            }
          >
            {participant.stageName || participant.legalName}
          </FilterChip>
        ))}
      </div>
      {chosen.length > 0 ? (
        <TextField
          label={t('profiles.producedOn')}
          optional
          type="date"
          name="producedOn"
          value={producedOn}
          onChange={(event) => onProducedOn(event.currentTarget.value)}
        />
      ) : (
        <span className={classes(type.tiny, type.faint)}>{t('profiles.whoIsSeenHint')}</span>
      )}
    </div>
  );
};
