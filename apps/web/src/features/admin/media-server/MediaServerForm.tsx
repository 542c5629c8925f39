import type { AdminMediaServer, MediaServerCheck } from '@stagedoor/contract/admin-media-server';
import { MEDIA_SERVER_TOKENS, type MediaServerTokens } from '@stagedoor/contract/media-server.values';
import { useRef, useState } from 'react';
import type { ApiError } from '../../../app/api.ts';
import { useAction } from '../../../app/data.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classes } from '../../../ui/classes.ts';
import { TextField } from '../../../ui/Field.tsx';
import { FormDraft } from '../../../ui/forms/FormDraft.tsx';
import { FormError } from '../../../ui/forms/FormError.tsx';
import { useForm } from '../../../ui/forms/use-form.ts';
import { SelectField } from '../../../ui/SelectField.tsx';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import type from '../../../ui/type.module.css';
import { MediaServerChecks } from './MediaServerChecks.tsx';
import styles from './media-server.module.css';

const FIELDS = ['address', 'restKey', 'streamKey', 'tokens'] as const;

interface Entry {
  address: string;
  restKey: string;
  streamKey: string;
  tokens: MediaServerTokens;
}

/** @param text reads a field by its name */
const entryOf = (text: (name: string) => string): Entry => ({
  address: text('address').trim(),
  restKey: text('restKey').trim(),
  streamKey: text('streamKey').trim(),
  tokens: MEDIA_SERVER_TOKENS.find((known) => known === text('tokens')) ?? 'jwt',
});

/** The checks that a refused change was told. */
const checksOf = (refusal: ApiError | null): readonly MediaServerCheck[] | null => {
  const checks = refusal?.details['checks'];
  return Array.isArray(checks) ? checks : null;
};

interface KeyFieldProps {
  name: 'restKey' | 'streamKey';
  isSet: boolean;
  error: string | undefined;
}

const KeyField = ({ name, isSet, error }: KeyFieldProps) => {
  const t = useText();
  return (
    <TextField
      label={t(`mediaServer.${name}`)}
      hint={t(`mediaServer.${name}Text`)}
      name={name}
      error={error}
      type="password"
      autoComplete="new-password"
      spellCheck={false}
      maxLength={200}
      placeholder={isSet ? t('mediaServer.keySet') : undefined}
    />
  );
};

/** Tests and stores the server. Keys are typed, never shown. */
export const MediaServerForm = ({ server, onSaved }: { server: AdminMediaServer; onSaved: () => void }) => {
  const t = useText();
  const form = useRef<HTMLFormElement>(null);
  const save = useAction('PUT /admin/media-server');
  const test = useAction('POST /admin/media-server/test');
  const [checks, setChecks] = useState<readonly MediaServerCheck[] | null>(null);
  const [isStale, setStale] = useState(false);
  const show = (found: readonly MediaServerCheck[] | null) => {
    setChecks(found);
    setStale(false);
  };
  const { onSubmit, kept } = useForm({
    asks: true,
    async send({ text }) {
      test.reset();
      const answer = await save.run({ body: entryOf(text) });
      if (!answer) show(checksOf(save.refusal()));
      return answer;
    },
    onDone(answer, { elements }) {
      // Typed keys are stored now: empty fields keep them.
      for (const name of ['restKey', 'streamKey']) {
        const field = elements.namedItem(name);
        if (field instanceof HTMLInputElement) field.value = '';
      }
      show(answer.checks);
      toast(t('mediaServer.saved'), { tone: 'ok' });
      onSaved();
    },
  });
  const tryNow = async () => {
    save.reset();
    const values = new FormData(form.current!);
    const answer = await test.run({ body: entryOf((name) => String(values.get(name) ?? '')) });
    show(answer?.checks ?? null);
  };
  const error = save.error ?? test.error;
  const errorOf = (name: (typeof FIELDS)[number]) => error?.fields[name];
  return (
    <Card pad="lg" className={styles.panel}>
      <form
        ref={form}
        className={styles.form}
        autoComplete="off"
        noValidate
        onChange={() => setStale(true)}
        onSubmit={(event) => void onSubmit(event)}
      >
        <FormDraft kept={kept} />
        <div className={styles.fields}>
          <TextField
            label={t('mediaServer.address')}
            hint={t('mediaServer.addressText')}
            name="address"
            error={errorOf('address')}
            defaultValue={server.address ?? ''}
            inputMode="url"
            dir="ltr"
            spellCheck={false}
            autoComplete="off"
            maxLength={300}
          />
          <SelectField
            label={t('mediaServer.tokens')}
            hint={t('mediaServer.tokensText')}
            name="tokens"
            error={errorOf('tokens')}
            defaultValue={server.tokens}
            choices={MEDIA_SERVER_TOKENS.map((value) => ({ value, text: t(`mediaServer.tokens.${value}`) }))}
          />
          <KeyField name="restKey" isSet={server.hasRestKey} error={errorOf('restKey')} />
          <KeyField name="streamKey" isSet={server.hasStreamKey} error={errorOf('streamKey')} />
        </div>
        <FormError error={error} fields={FIELDS} />
        <div className={styles.end}>
          <p className={classes(type.small, type.quiet)}>{t('mediaServer.saveText')}</p>
          <span className={styles.acts}>
            <Button kind="outline" type="button" busy={test.busy} disabled={save.busy} onClick={() => void tryNow()}>
              {t('mediaServer.test')}
            </Button>
            <Button kind="gold" type="submit" busy={save.busy} disabled={test.busy}>
              {t('mediaServer.save')}
            </Button>
          </span>
        </div>
      </form>
      <MediaServerChecks checks={checks} isStale={isStale} isBusy={test.busy || save.busy} />
    </Card>
  );
};
