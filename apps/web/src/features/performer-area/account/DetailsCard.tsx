import type { ResponseOf, Contract } from '@stagedoor/contract';
import { IconX } from '@tabler/icons-react';
import { byAttribute, optionListOf, PROFILE_ATTRIBUTES } from '@stagedoor/contract/profile-options';
import { useState } from 'react';
import { useAction, useData } from '../../../app/data.ts';
import { SelectField } from '../../../ui/SelectField.tsx';
import { useLocale, useText } from '../../../ui/text.ts';
import styles from './account.module.css';
import type { PerformerCardProps } from './own-performer.ts';
import { useKeptState } from '../../../ui/forms/use-kept-state.ts';
import { SaveCard } from './SaveCard.tsx';

type Options = ResponseOf<Contract['GET /user-additional']>;
type Body = Parameters<ReturnType<typeof useAction<'PUT /performers'>>['run']>[0]['body'];

/** Attributes chosen from lists: gender, languages, appearance. Only filled-in ones are public. */
export const DetailsCard = ({ performer, onChange }: PerformerCardProps) => {
  const t = useText();
  const update = useAction('PUT /performers');
  const options = useData('GET /user-additional', {});
  const [languages, setLanguages] = useState<readonly string[]>(performer.languages);
  const list: Options | undefined = options.data;
  const keptLanguages = useKeptState({
    draft: 'profile.languages',
    saved: performer.languages,
    value: languages,
    restore: setLanguages,
    asks: true,
  });
  return (
    <SaveCard
      // What was kept is filled in once the lists are there.
      key={list ? 'lists' : 'none'}
      draft="profile.details"
      keptState={keptLanguages}
      title={t('profiles.details')}
      lead={t('profiles.detailsHint')}
      action={update}
      submit={{ disabled: !list }}
      send={({ text }) =>
        update.run({
          body: {
            gender: text<NonNullable<Body['gender']>>('gender'),
            attributes: byAttribute((attribute) => text(attribute) || null),
            languages: [...languages],
          },
        })
      }
      onDone={onChange}
    >
      <Languages chosen={languages} onChange={setLanguages} />
      {list ? (
        <div className={styles.three}>
          <SelectField
            label={t('profiles.gender')}
            name="gender"
            required
            defaultValue={performer.gender}
            choices={list.genders.map(({ value, text }) => ({ value, text }))}
          />
          {PROFILE_ATTRIBUTES.map((attribute) => (
            <SelectField
              key={attribute}
              label={t(`profiles.attribute.${attribute}`)}
              name={attribute}
              placeholder={t('profiles.none')}
              defaultValue={performer.attributes[attribute] ?? ''}
              choices={list[optionListOf(attribute)].map(({ value, text }) => ({ value, text }))}
            />
          ))}
        </div>
      ) : null}
    </SaveCard>
  );
};

const MAX_LANGUAGES = 20;

const Languages = ({ chosen, onChange }: { chosen: readonly string[]; onChange: (codes: readonly string[]) => void }) => {
  const t = useText();
  const names = new Intl.DisplayNames([useLocale()], { type: 'language' });
  const known = useData('GET /languages/list', {});
  return (
    <div className={styles.ask} role="group" aria-label={t('profiles.languages')}>
      <SelectField
        label={t('profiles.languages')}
        value=""
        placeholder={t('profiles.addLanguage')}
        disabled={chosen.length >= MAX_LANGUAGES}
        onChange={(event) => (event.currentTarget.value ? onChange([...chosen, event.currentTarget.value]) : undefined)}
        choices={(known.data?.data ?? [])
          .filter(({ code }) => !chosen.includes(code))
          .map(({ code, name }) => ({ value: code, text: name }))}
      />
      {chosen.length > 0 ? (
        <div className={styles.chips}>
          {chosen.map((code) => (
            <button
              key={code}
              type="button"
              className={styles.token}
              aria-label={t('profiles.remove', { name: names.of(code) ?? code })}
              onClick={() => onChange(chosen.filter((other) => other !== code))}
            >
              {names.of(code) ?? code}
              <IconX size={14} stroke={1.75} aria-hidden="true" />
            </button>
          ))}
        </div>
      ) : null}
    </div>
  );
};
