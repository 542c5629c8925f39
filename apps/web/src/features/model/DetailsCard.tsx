import type { AnswerOf, Contract } from '@stagedoor/contract';
import { IconX } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useAction, useData } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHead } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { SelectField } from '../../ui/Field.tsx';
import { useLocale, useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import { formValues } from '../auth/form-values.ts';
import { Problem } from '../auth/Problem.tsx';
import { ATTRIBUTES, listOf } from '../performers/attributes.ts';
import styles from './model.module.css';
import type { PerformerCardProps } from './own-performer.ts';

type Options = AnswerOf<Contract['GET /user-additional']>;
type Body = Parameters<ReturnType<typeof useAction<'PUT /performers'>>['run']>[0]['body'];

/** What can be chosen from lists: gender, languages, and how somebody looks. Only what was filled in is shown to others. */
export const DetailsCard = ({ performer, onChange }: PerformerCardProps) => {
  const say = useText();
  const update = useAction('PUT /performers');
  const options = useData('GET /user-additional', {});
  const [languages, setLanguages] = useState<readonly string[]>(performer.languages);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const values = formValues(event);
    const attributes = Object.fromEntries(ATTRIBUTES.map((attribute) => [attribute, values.text(attribute) || null])) as NonNullable<
      Body['attributes']
    >;
    const body: Body = { gender: values.text('gender') as NonNullable<Body['gender']>, attributes, languages: [...languages] };
    if (!(await update.run({ body }))) return;
    toast(say('model.saved'), { tone: 'ok' });
    onChange();
  };
  const list: Options | undefined = options.data;
  return (
    <Card pad="lg">
      <form className={styles.stack} onSubmit={(event) => void submit(event)}>
        <CardHead title={say('profiles.details')} />
        <p className={classes(type.small, type.quiet)}>{say('profiles.detailsHint')}</p>
        <Languages chosen={languages} onChange={setLanguages} />
        {list ? (
          <div className={styles.three}>
            <SelectField
              label={say('profiles.gender')}
              name="gender"
              required
              defaultValue={performer.gender}
              choices={list.genders.map(({ value, text }) => ({ value, text }))}
            />
            {ATTRIBUTES.map((attribute) => (
              <SelectField
                key={attribute}
                label={say(`profiles.attribute.${attribute}`)}
                name={attribute}
                placeholder={say('profiles.none')}
                defaultValue={performer.attributes[attribute] ?? ''}
                choices={list[listOf(attribute)].map(({ value, text }) => ({ value, text }))}
              />
            ))}
          </div>
        ) : null}
        <Problem error={update.error} fields={[]} />
        <div className={styles.end}>
          <Button kind="gold" type="submit" busy={update.busy} disabled={!list}>
            {say('model.save')}
          </Button>
        </div>
      </form>
    </Card>
  );
};

const MOST_LANGUAGES = 20;

const Languages = ({ chosen, onChange }: { chosen: readonly string[]; onChange: (codes: readonly string[]) => void }) => {
  const say = useText();
  const names = new Intl.DisplayNames([useLocale()], { type: 'language' });
  const known = useData('GET /languages/list', {});
  return (
    <div className={styles.ask} role="group" aria-label={say('profiles.languages')}>
      <SelectField
        label={say('profiles.languages')}
        value=""
        placeholder={say('profiles.addLanguage')}
        disabled={chosen.length >= MOST_LANGUAGES}
        onChange={(event) => (event.currentTarget.value ? onChange([...chosen, event.currentTarget.value]) : undefined)}
        choices={(known.data ?? []).filter(({ code }) => !chosen.includes(code)).map(({ code, name }) => ({ value: code, text: name }))}
      />
      {chosen.length > 0 ? (
        <div className={styles.chips}>
          {chosen.map((code) => (
            <button
              key={code}
              type="button"
              className={styles.token}
              aria-label={say('profiles.remove', { name: names.of(code) ?? code })}
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
