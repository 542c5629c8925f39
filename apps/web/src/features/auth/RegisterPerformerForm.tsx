import type { ResponseOf, Contract } from '@stagedoor/contract';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { withWords } from '../../app/api.ts';
import { useAction } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import { DocumentField } from '../../ui/forms/DocumentField.tsx';
import { CredentialFields } from './CredentialFields.tsx';
import { formValues } from '../../ui/forms/form-values.ts';
import styles from './AuthPanel.module.css';
import { FormDraft } from '../../ui/forms/FormDraft.tsx';
import { useKeptForm } from '../../ui/forms/use-kept-form.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { TermsLine } from './TermsLine.tsx';
import type { Registered } from './registered.ts';
import { REGISTER_TOAST } from './RegisterFanForm.tsx';

const FIELDS = [
  'name',
  'username',
  'email',
  'password',
  'gender',
  'firstName',
  'lastName',
  'country',
  'dateOfBirth',
  'idVerification',
  'documentVerification',
];

type Body = Parameters<ReturnType<typeof useAction<'POST /auth/performers/register'>>['run']>[0]['body'];

interface RegisterPerformerFormProps {
  countries: ResponseOf<Contract['GET /countries/list']>['data'];
  genders: ResponseOf<Contract['GET /user-additional']>['genders'];
}

/** The latest birthday of an 18-year-old, `YYYY-MM-DD`. */
const latestBirthday = (): string => {
  const day = new Date();
  day.setFullYear(day.getFullYear() - 18);
  return day.toISOString().slice(0, 10);
};

/** A performer's application: personal data and two documents, with upload progress; an admin decides. */
export const RegisterPerformerForm = ({ countries, genders }: RegisterPerformerFormProps) => {
  const t = useText();
  const navigate = useNavigate();
  const register = useAction('POST /auth/performers/register');
  const [idVerification, setIdVerification] = useState<File | null>(null);
  const [documentVerification, setDocumentVerification] = useState<File | null>(null);
  const fields = register.error?.fields ?? {};
  const kept = useKeptForm({ draft: 'register.performer', asks: false });
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const values = formValues(event);
    if (!idVerification || !documentVerification) return;
    const answer = await register.run({
      body: {
        name: values.text('name'),
        username: values.text('username'),
        email: values.text('email'),
        password: values.text('password'),
        gender: values.text<Body['gender']>('gender'),
        firstName: values.text('firstName'),
        lastName: values.text('lastName'),
        country: values.text('country'),
        dateOfBirth: values.text('dateOfBirth'),
        terms: true,
      },
      files: { idVerification, documentVerification },
    });
    if (!answer) return;
    kept.done();
    toast(answer.message, { tone: 'ok', stays: REGISTER_TOAST });
    const state: Registered = { registered: { username: values.text('username'), email: values.text('email'), isApplication: true } };
    await navigate('/auth/login', { state });
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <FormDraft kept={kept} />
      <TextField label={t('auth.stageName')} name="name" required maxLength={80} hint={t('auth.stageNameHint')} error={fields['name']} />
      <CredentialFields error={register.error} taken="errors.PERFORMER_USERNAME_TAKEN" />
      <div className={styles.pair}>
        <TextField
          label={t('auth.firstName')}
          name="firstName"
          autoComplete="given-name"
          required
          maxLength={60}
          error={fields['firstName']}
        />
        <TextField
          label={t('auth.lastName')}
          name="lastName"
          autoComplete="family-name"
          required
          maxLength={60}
          error={fields['lastName']}
        />
      </div>
      <div className={styles.pair}>
        <TextField
          label={t('auth.dateOfBirth')}
          name="dateOfBirth"
          type="date"
          autoComplete="bday"
          required
          min="1900-01-01"
          max={latestBirthday()}
          suppressHydrationWarning
          data-unkept
          error={fields['dateOfBirth']}
        />
        <SelectField
          label={t('auth.gender')}
          name="gender"
          required
          placeholder={t('auth.choose')}
          choices={genders.map((gender) => ({ value: gender.value, text: gender.text }))}
          defaultValue=""
          error={fields['gender']}
        />
      </div>
      <SelectField
        label={t('auth.country')}
        name="country"
        autoComplete="country"
        required
        placeholder={t('auth.choose')}
        choices={countries.map((country) => ({ value: country.code, text: country.name }))}
        defaultValue=""
        error={fields['country']}
      />
      <DocumentField
        label={t('auth.idVerification')}
        hint={t('auth.idVerificationHint')}
        file={idVerification}
        onFile={setIdVerification}
        progress={register.progress}
        required
        missing={t('auth.idVerificationMissing')}
        error={fields['idVerification']}
      />
      <DocumentField
        label={t('auth.documentVerification')}
        hint={t('auth.documentVerificationHint')}
        file={documentVerification}
        onFile={setDocumentVerification}
        progress={register.progress}
        required
        missing={t('auth.documentVerificationMissing')}
        error={fields['documentVerification']}
      />
      <FormError error={withWords(register.error, t('errors.PERFORMER_USERNAME_TAKEN'))} fields={FIELDS} />
      <TermsLine action={t('auth.sendApplication')} />
      <Button className={styles.submit} kind="gold" size="lg" wide type="submit" busy={register.busy}>
        {t('auth.sendApplication')}
      </Button>
      {register.progress === null ? null : (
        <Button kind="text" wide onClick={register.abort}>
          {t('auth.stopSending')}
        </Button>
      )}
    </form>
  );
};
