import { useId, useState } from 'react';
import { useAction, useData } from '../../../app/data.ts';
import { classes } from '../../../ui/classes.ts';
import { TextField } from '../../../ui/Field.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import { useKeptState } from '../../../ui/forms/use-kept-state.ts';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from './account.module.css';
import type { PerformerCardProps } from './own-performer.ts';
import { SaveCard } from './SaveCard.tsx';
import { PhoneFields } from './PhoneFields.tsx';

/** Country, state and city, each filtered by the one before; and a phone number visible only to the site. */
export const LocationCard = ({ performer, onChange }: PerformerCardProps) => {
  const t = useText();
  const cityList = useId();
  const update = useAction('PUT /performers');
  const [country, setCountry] = useState(performer.country);
  const [state, setState] = useState(performer.state);
  const [phoneCode, setPhoneCode] = useState(performer.phoneCode);
  const countries = useData('GET /countries/list', {});
  const states = useData('GET /states/{country}', { params: { country } });
  const cities = useData('GET /cities/{country}/{state}', { params: { country, state } }, { enabled: state !== '' });
  const fields = update.error?.fields ?? {};
  // Each list depends on what is chosen in the one before it.
  const keptPlace = useKeptState({
    draft: 'profile.place',
    saved: { country: performer.country, state: performer.state, phoneCode: performer.phoneCode },
    value: { country, state, phoneCode },
    restore: (typed) => {
      setCountry(typed.country);
      setState(typed.state);
      setPhoneCode(typed.phoneCode);
    },
    asks: true,
  });
  return (
    <SaveCard
      draft="profile.location"
      keptState={keptPlace}
      title={t('profiles.placeCard')}
      lead={t('profiles.placeHint')}
      action={update}
      send={({ text }) => {
        const phone = text('phone').trim();
        return update.run({ body: { country, state, city: text('city'), phone, phoneCode: phone ? phoneCode : '' } });
      }}
      onDone={onChange}
    >
      <div className={styles.two}>
        <SelectField
          label={t('profiles.country')}
          name="country"
          data-unkept
          value={country}
          onChange={(event) => {
            setCountry(event.currentTarget.value);
            setState('');
          }}
          choices={(countries.data?.data ?? [{ code: country, name: country }]).map(({ code, name }) => ({ value: code, text: name }))}
          error={fields['country']}
        />
        <SelectField
          label={t('profiles.state')}
          optional
          name="state"
          data-unkept
          value={state}
          disabled={states.data?.total === 0}
          placeholder={t('profiles.none')}
          onChange={(event) => setState(event.currentTarget.value)}
          choices={(states.data?.data ?? []).map(({ code, name }) => ({ value: code, text: name }))}
          error={fields['state']}
        />
      </div>
      <TextField
        label={t('model.city')}
        optional
        name="city"
        maxLength={80}
        list={cityList}
        autoComplete="off"
        defaultValue={performer.city}
        error={fields['city']}
      />
      <datalist id={cityList}>
        {(cities.data?.data ?? []).map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      <div className={styles.ask}>
        <h3 className={classes(type.small, type.strong)}>{t('profiles.phoneCard')}</h3>
        <p className={classes(type.small, type.faint)}>{t('profiles.phoneHint')}</p>
      </div>
      <PhoneFields phone={performer.phone} code={phoneCode} onCode={setPhoneCode} errors={fields} />
    </SaveCard>
  );
};
