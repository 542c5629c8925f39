import { PEOPLE_SHOWN, type PeopleShown } from '@stagedoor/contract/items.values';
import { Link } from 'react-router';
import type { ApiError } from '../../../app/api.ts';
import { useSettings } from '../../../app/boot.tsx';
import { useData } from '../../../app/data.ts';
import { FilterChip } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { FieldError, TextField } from '../../../ui/Field.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from './composer.module.css';

const APPROVED = { query: { state: 'approved', limit: 100 } } as const;

/** The people in an item, and the day it was made. */
interface People {
  peopleShown: PeopleShown | null;
  participantIds: readonly string[];
  producedOn: string;
}

interface PickerProps {
  people: People;
  onChange: (part: Partial<People>) => void;
  error: ApiError | null;
}

/** Selects approved co-performers, and the day of production. */
const CoPerformers = ({ people: { participantIds, producedOn }, onChange, error }: PickerProps) => {
  const t = useText();
  const { data: list } = useData('GET /performer/participants', APPROVED);
  const { peopleShownRequired } = useSettings();
  if (!list) return null;
  if (list.data.length === 0)
    return peopleShownRequired ? (
      <p className={classes(type.small, type.quiet)}>
        {t('profiles.nobodyApproved')}{' '}
        <Link className={type.link} to="/model/account">
          {t('profiles.registerThem')}
        </Link>
      </p>
    ) : null;
  const toggle = (id: string): void =>
    onChange({ participantIds: participantIds.includes(id) ? participantIds.filter((one) => one !== id) : [...participantIds, id] });
  const problem = error?.fields['participantIds'];
  return (
    <div className={styles.ask} role="group" aria-label={t('profiles.whoIsSeen')}>
      <span className={classes(type.small, type.strong)}>{t('profiles.whoIsSeen')}</span>
      <div className={styles.chips}>
        {list.data.map((participant) => (
          <FilterChip key={participant._id} on={participantIds.includes(participant._id)} onClick={() => toggle(participant._id)}>
            {participant.stageName || participant.legalName}
          </FilterChip>
        ))}
      </div>
      {problem ? <FieldError>{problem}</FieldError> : null}
      {participantIds.length > 0 ? (
        <TextField
          label={t('profiles.producedOn')}
          optional
          type="date"
          name="producedOn"
          value={producedOn}
          onChange={(event) => onChange({ producedOn: event.currentTarget.value })}
        />
      ) : (
        <span className={classes(type.tiny, type.faint)}>{t('profiles.whoIsSeenHint')}</span>
      )}
    </div>
  );
};

/** Asks who can be seen or heard in an item, where the owner requires that; and for the approved co-performers among them. */
export const ParticipantPicker = (props: PickerProps) => {
  const { people, onChange, error } = props;
  const t = useText();
  const { peopleShownRequired } = useSettings();
  if (!peopleShownRequired) return <CoPerformers {...props} />;
  const problem = error?.fields['peopleShown'];
  return (
    <>
      <div className={styles.ask}>
        <span className={classes(type.small, type.strong)}>{t('profiles.peopleShown')}</span>
        <Segments
          wide
          label={t('profiles.peopleShown')}
          name="peopleShown"
          value={people.peopleShown ?? ''}
          options={PEOPLE_SHOWN.map((value) => ({ value, text: t(`profiles.peopleShown.${value}`) }))}
          onChange={(peopleShown) => onChange({ peopleShown: peopleShown || null })}
        />
        {problem ? <FieldError>{problem}</FieldError> : null}
      </div>
      {people.peopleShown === 'others' ? <CoPerformers {...props} /> : null}
    </>
  );
};
