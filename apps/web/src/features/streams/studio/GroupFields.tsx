import { GROUP_AUDIENCES, GROUP_SEATS, MINIMUM_MINUTES } from '@stagedoor/contract/paid-shows.values';
import { TextField } from '../../../ui/Field.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { useText } from '../../../ui/text.ts';
import { TokenField } from '../../../ui/TokenField.tsx';
import styles from './studio.module.css';

export interface GroupTerms {
  price: string;
  seats: string;
  minimumMinutes: string;
  audience: (typeof GROUP_AUDIENCES)[number];
}
export const NEW_GROUP: GroupTerms = { price: '', seats: '12', minimumMinutes: '', audience: 'everyone' };

/** Price, seats, minimum and audience of a group show; what is empty is the profile's. */
export const GroupFields = ({
  terms,
  fields,
  onChange,
}: {
  terms: GroupTerms;
  fields: Record<string, string>;
  onChange: (change: Partial<GroupTerms>) => void;
}) => {
  const t = useText();
  return (
    <>
      <TokenField
        label={t('paid.price')}
        optional
        value={terms.price}
        hint={t('paid.priceHint')}
        error={fields['price']}
        onChange={(event) => onChange({ price: event.currentTarget.value })}
      />
      <div className={styles.pair}>
        <TextField
          label={t('paid.seatCount')}
          type="number"
          min={GROUP_SEATS.min}
          max={GROUP_SEATS.max}
          value={terms.seats}
          error={fields['seats']}
          onChange={(event) => onChange({ seats: event.currentTarget.value })}
        />
        <TextField
          label={t('paid.minimumMinutes')}
          optional
          type="number"
          min={MINIMUM_MINUTES.min}
          max={MINIMUM_MINUTES.max}
          value={terms.minimumMinutes}
          error={fields['minimumMinutes']}
          onChange={(event) => onChange({ minimumMinutes: event.currentTarget.value })}
        />
      </div>
      <Segments
        label={t('paid.audience')}
        name="audience"
        value={terms.audience}
        onChange={(audience) => onChange({ audience })}
        options={GROUP_AUDIENCES.map((value) => ({ value, text: t(`paid.audience.${value}`) }))}
        wide
      />
    </>
  );
};
