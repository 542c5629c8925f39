import type { GatewayCard } from '@stagedoor/contract/admin-gateways';
import { GATEWAY_FIELDS, type GatewayField } from '@stagedoor/contract/gateways.values';
import { useAction } from '../../../app/data.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Check.tsx';
import { classes } from '../../../ui/classes.ts';
import { TextArea, TextField } from '../../../ui/Field.tsx';
import { FormDraft } from '../../../ui/forms/FormDraft.tsx';
import { FormError } from '../../../ui/forms/FormError.tsx';
import { useForm } from '../../../ui/forms/use-form.ts';
import { SelectField } from '../../../ui/SelectField.tsx';
import { textKeyOf, useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import type from '../../../ui/type.module.css';
import { changesOf, typedOf } from './gateway-values.ts';
import styles from './gateways.module.css';

interface FieldProps {
  card: GatewayCard;
  field: GatewayField;
  error: string | undefined;
}

/** One field of a company's settings, by its kind. */
const Control = ({ card, field, error }: FieldProps) => {
  const t = useText();
  const key = `gateways.field.${card.name}.${field.name}`;
  const isSet = card.secretsSet.includes(field.name);
  const stored = card.values[field.name] ?? '';
  const hint = t(textKeyOf(`${key}.text`));
  const shared = {
    label: t(textKeyOf(`${key}.title`)),
    hint,
    name: field.name,
    // An error takes the place of the hint, which tells what belongs here.
    error: error && `${error} ${hint}`,
    optional: !field.isRequired && field.kind !== 'yes',
  };
  switch (field.kind) {
    case 'yes':
      return (
        <div className={styles.tick}>
          <Checkbox label={shared.label} name={field.name} value="yes" defaultChecked={stored === 'yes'} error={error} />
          <p className={classes(type.tiny, type.faint)}>{shared.hint}</p>
        </div>
      );
    case 'choice':
      return (
        <SelectField
          {...shared}
          optional={false}
          defaultValue={stored}
          choices={(field.options ?? []).map((value) => ({
            value,
            text: t(textKeyOf(`gateways.choice.${field.name}.${value}`)),
          }))}
        />
      );
    case 'networks':
      return <TextArea {...shared} rows={4} dir="ltr" spellCheck={false} defaultValue={stored} />;
    case 'secret':
      return (
        <TextField
          {...shared}
          type="password"
          autoComplete="new-password"
          spellCheck={false}
          maxLength={200}
          placeholder={isSet ? t('gateways.secretSet') : undefined}
        />
      );
    default:
      return (
        <TextField
          {...shared}
          dir={field.kind === 'text' ? undefined : 'ltr'}
          spellCheck={false}
          autoComplete="off"
          inputMode={field.kind === 'digits' ? 'numeric' : field.kind === 'amount' ? 'decimal' : undefined}
          end={field.kind === 'amount' ? <span className={classes(type.small, type.faint, styles.unit)}>{card.currency}</span> : undefined}
          defaultValue={typedOf(field, stored)}
        />
      );
  }
};

/** A company's settings. Secrets are typed, never shown; what isn't changed isn't sent. */
export const GatewayForm = ({ card, onSaved }: { card: GatewayCard; onSaved: () => void }) => {
  const t = useText();
  const save = useAction('PUT /admin/gateways/{name}');
  const fields: readonly GatewayField[] = GATEWAY_FIELDS[card.name];
  const { onSubmit, kept } = useForm({
    asks: true,
    send: ({ text }) => save.run({ params: { name: card.name }, body: { version: card.version, values: changesOf(card, fields, text) } }),
    onDone: () => {
      toast(t('gateways.saved'), { tone: 'ok' });
      onSaved();
    },
  });
  const errorOf = (name: string) => save.error?.fields[`values.${name}`];
  const control = (field: GatewayField) => <Control key={field.name} card={card} field={field} error={errorOf(field.name)} />;
  const advanced = fields.filter(({ isAdvanced }) => isAdvanced);
  return (
    <form className={styles.form} autoComplete="off" onSubmit={(event) => void onSubmit(event)}>
      <FormDraft kept={kept} />
      <div className={styles.fields}>
        {fields
          .filter(({ isAdvanced }) => !isAdvanced)
          .map((field) =>
            // On a row of its own: the three fields of each sub-account then stand side by side.
            field.name === 'accountNumber' ? (
              <div key={field.name} className={styles.alone}>
                {control(field)}
              </div>
            ) : (
              control(field)
            ),
          )}
      </div>
      {advanced.length > 0 ? (
        <details className={styles.more} open={advanced.some(({ name }) => errorOf(name)) || undefined}>
          <summary>{t('gateways.moreSettings')}</summary>
          <div className={styles.fields}>{advanced.map(control)}</div>
        </details>
      ) : null}
      <FormError error={save.error} fields={fields.map(({ name }) => `values.${name}`)} />
      <div className={styles.end}>
        <Button kind="gold" type="submit" busy={save.busy}>
          {t('gateways.save')}
        </Button>
      </div>
    </form>
  );
};
