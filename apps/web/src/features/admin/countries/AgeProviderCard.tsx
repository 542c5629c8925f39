import type { AgeProviderCheck, AgeProviderEntry, AgeProviderState } from '@stagedoor/contract/age';
import { useRef, useState } from 'react';
import { useAction } from '../../../app/data.ts';
import editor from '../../../ui/admin/editor.module.css';
import { Button } from '../../../ui/Button.tsx';
import { Card, CardHead } from '../../../ui/Card.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { TextField } from '../../../ui/Field.tsx';
import { FormDraft } from '../../../ui/forms/FormDraft.tsx';
import { FormError } from '../../../ui/forms/FormError.tsx';
import { useForm } from '../../../ui/forms/use-form.ts';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import type from '../../../ui/type.module.css';
import { ActButton } from '../frame/ActButton.tsx';
import { AgeProviderChecks } from './AgeProviderChecks.tsx';
import styles from './age.module.css';

const FIELDS = ['name', 'issuer', 'clientId', 'clientSecret', 'scope', 'claim'] as const;

/** @param text reads a field by its name */
const entryOf = (text: (name: string) => string): AgeProviderEntry => ({
  name: text('name').trim(),
  issuer: text('issuer').trim(),
  clientId: text('clientId').trim(),
  clientSecret: text('clientSecret').trim(),
  scope: text('scope').trim(),
  claim: text('claim').trim(),
});

/** The provider of age checks: entered, tested, and removed. Its secret is typed, never shown. */
export const AgeProviderCard = ({ state, onChanged }: { state: AgeProviderState; onChanged: () => void }) => {
  const t = useText();
  const form = useRef<HTMLFormElement>(null);
  const save = useAction('PUT /admin/age-provider');
  const test = useAction('POST /admin/age-provider/test');
  const [checks, setChecks] = useState<readonly AgeProviderCheck[] | null>(null);
  const { provider, checks: counts } = state;
  const { onSubmit, kept } = useForm({
    asks: true,
    async send({ text }) {
      test.reset();
      const answer = await save.run({ body: entryOf(text) });
      const refused = save.refusal()?.details['checks'];
      if (!answer) setChecks(Array.isArray(refused) ? refused : null);
      return answer;
    },
    onDone(answer, { elements }) {
      // The typed secret is stored now: an empty field keeps it.
      const field = elements.namedItem('clientSecret');
      if (field instanceof HTMLInputElement) field.value = '';
      setChecks(answer.checks);
      toast(t('ageProvider.saved'), { tone: 'ok' });
      onChanged();
    },
  });
  const tryNow = async () => {
    save.reset();
    const values = new FormData(form.current!);
    const answer = await test.run({ body: entryOf((name) => String(values.get(name) ?? '')) });
    setChecks(answer?.checks ?? null);
  };
  const error = save.error ?? test.error;
  const shared = (name: (typeof FIELDS)[number]) => ({
    label: t(`ageProvider.${name}`),
    hint: t(`ageProvider.${name}Text`),
    name,
    error: error?.fields[name],
    autoComplete: 'off',
    spellCheck: false,
  });
  return (
    <Card pad="lg" as="section">
      <CardHead title={t('ageProvider.title')}>
        <Chip tone={provider ? 'ok' : 'plain'}>{t(provider ? 'ageProvider.set' : 'ageProvider.unset')}</Chip>
      </CardHead>
      <p className={editor.cardText}>
        {t('ageProvider.lead')} {provider ? t('ageProvider.counts', { ...counts }) : null}
      </p>
      <p className={classes(type.small, styles.address)}>
        {t('ageProvider.returnAddress')} <code dir="ltr">{state.returnAddress}</code>
      </p>
      <form ref={form} className={styles.form} autoComplete="off" noValidate onSubmit={(event) => void onSubmit(event)}>
        <FormDraft kept={kept} />
        <div className={styles.fields}>
          <TextField {...shared('name')} defaultValue={provider?.name ?? ''} maxLength={60} />
          <TextField {...shared('issuer')} defaultValue={provider?.issuer ?? ''} inputMode="url" dir="ltr" maxLength={300} />
          <TextField {...shared('clientId')} defaultValue={provider?.clientId ?? ''} dir="ltr" maxLength={200} />
          <TextField
            {...shared('clientSecret')}
            type="password"
            autoComplete="new-password"
            maxLength={500}
            placeholder={provider?.hasSecret ? t('ageProvider.secretSet') : undefined}
          />
          <TextField {...shared('scope')} defaultValue={provider?.scope ?? ''} dir="ltr" maxLength={200} />
          <TextField {...shared('claim')} defaultValue={provider?.claim ?? 'age_over_18'} dir="ltr" maxLength={80} />
        </div>
        <FormError error={error} fields={FIELDS} />
        <span className={styles.acts}>
          <Button kind="outline" type="button" busy={test.busy} disabled={save.busy} onClick={() => void tryNow()}>
            {t('ageProvider.test')}
          </Button>
          <Button kind="gold" type="submit" busy={save.busy} disabled={test.busy}>
            {t('ageProvider.save')}
          </Button>
          {provider && !state.isNeeded ? (
            <ActButton
              kind="bad"
              write="DELETE /admin/age-provider"
              input={{}}
              label={t('ageProvider.remove')}
              title={t('ageProvider.removeTitle')}
              text={t('ageProvider.removeText')}
              onDone={() => {
                toast(t('ageProvider.removed'), { tone: 'ok' });
                onChanged();
              }}
            />
          ) : null}
        </span>
      </form>
      <AgeProviderChecks checks={checks} isBusy={test.busy || save.busy} />
    </Card>
  );
};
