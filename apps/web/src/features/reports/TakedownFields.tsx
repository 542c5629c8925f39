import type { TakedownReason } from '@stagedoor/contract/reasons';
import { useSearchParams } from 'react-router';
import { useSession } from '../../app/session.tsx';
import { Checkbox } from '../../ui/Check.tsx';
import { TextArea, TextField } from '../../ui/Field.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { useText } from '../../ui/text.ts';

const REASONS: readonly TakedownReason[] = ['notConsented', 'underage', 'copyright', 'privacy', 'illegal', 'other'];

interface TakedownFieldsProps {
  /** None is chosen for the sender: two of them hide content at once. */
  reason: TakedownReason | null;
  onReason: (reason: TakedownReason) => void;
  errors: Readonly<Record<string, string>>;
}

/** The address, the reason, and who asks: the name may be missing where a child is shown. */
export const TakedownFields = ({ reason, onReason, errors }: TakedownFieldsProps) => {
  const t = useText();
  const user = useSession();
  const [search] = useSearchParams();
  const nameless = reason === 'underage';
  return (
    <>
      <TextField
        label={t('takedowns.address')}
        name="url"
        required
        maxLength={500}
        defaultValue={search.get('url') ?? ''}
        hint={t('takedowns.addressHint')}
        error={errors['url']}
      />
      <SelectField
        label={t('people.reason')}
        name="reason"
        value={reason ?? ''}
        required
        placeholder={t('auth.choose')}
        onChoose={onReason}
        choices={REASONS.map((value) => ({ value, text: t(`takedowns.reason.${value}`) }))}
        error={errors['reason']}
      />
      <TextArea
        label={t('takedowns.statement')}
        name="statement"
        required
        minLength={10}
        maxLength={5000}
        rows={6}
        hint={t('takedowns.statementHint')}
        error={errors['statement']}
      />
      <TextField
        label={t('contact.name')}
        name="name"
        autoComplete="name"
        optional={nameless}
        required={!nameless}
        maxLength={80}
        defaultValue={user?.name}
        error={errors['name']}
      />
      <TextField
        label={t('auth.email')}
        name="email"
        type="email"
        autoComplete="email"
        optional={nameless}
        required={!nameless}
        maxLength={254}
        defaultValue={user?.email}
        error={errors['email']}
      />
      <Checkbox name="goodFaith" required label={t('takedowns.goodFaith')} error={errors['goodFaith']} />
    </>
  );
};
