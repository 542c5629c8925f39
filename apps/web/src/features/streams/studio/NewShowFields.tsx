import type { ReactNode } from 'react';
import type { ApiError } from '../../../app/api.ts';
import { Card } from '../../../ui/Card.tsx';
import { Switch } from '../../../ui/Check.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { useText } from '../../../ui/text.ts';
import { TokenField } from '../../../ui/TokenField.tsx';
import { GroupFields, type GroupTerms } from './GroupFields.tsx';
import { NextGoals } from './NextGoals.tsx';
import { ShowFields } from './ShowFields.tsx';
import styles from './studio.module.css';
import { type ShowDraft, isNoAmount } from './use-show-draft.ts';

interface DraftProps {
  draft: ShowDraft;
  onChange: (fields: Partial<ShowDraft>) => void;
  /** The button was pressed: what is missing is marked. */
  pressed: boolean;
}

const Goal = ({ draft: { goalTitle, goalAmount, nextGoals }, onChange, pressed }: DraftProps) => {
  const t = useText();
  return (
    <div className={styles.goal}>
      <TextField
        label={t('studio.goalTitle')}
        value={goalTitle}
        maxLength={60}
        error={pressed && goalTitle.trim() === '' ? t('studio.goalTitleMissing') : undefined}
        onChange={(event) => onChange({ goalTitle: event.currentTarget.value })}
      />
      <TokenField
        label={t('studio.goalAmount')}
        value={goalAmount}
        error={pressed && isNoAmount(goalAmount) ? t('studio.goalAmountWrong') : undefined}
        onChange={(event) => onChange({ goalAmount: event.currentTarget.value })}
      />
      <NextGoals
        goals={nextGoals}
        onChange={(goals) => onChange({ nextGoals: goals })}
        isWrong={(goal) => ({ title: pressed && goal.title.trim() === '', amount: pressed && isNoAmount(goal.amount) })}
      />
    </div>
  );
};

const PublicShow = ({ error, ...props }: DraftProps & { error: ApiError | null }) => {
  const t = useText();
  const { draft, onChange } = props;
  return (
    <>
      <ShowFields categoryId={draft.categoryId} audience={draft.audience} error={error?.fields['categoryId']} onChange={onChange} />
      <Switch
        label={t('studio.goal')}
        hint={t('studio.goalHint')}
        checked={draft.hasGoal}
        onChange={(event) => onChange({ hasGoal: event.currentTarget.checked })}
      />
      {draft.hasGoal ? <Goal {...props} /> : null}
    </>
  );
};

interface NewShowFieldsProps extends DraftProps {
  kind: 'public' | 'group';
  onKind: (kind: 'public' | 'group') => void;
  terms: GroupTerms;
  onTerms: (terms: Partial<GroupTerms>) => void;
  error: ApiError | null;
  groupError: ApiError | null;
  /** Above the fields. */
  head: ReactNode;
  /** Below the fields of a public show. */
  publicFoot: ReactNode;
}

/** The fields of a new show: public or for a group, its title, goals or price, and if it is recorded. */
export const NewShowFields = ({ kind, onKind, terms, onTerms, error, groupError, head, publicFoot, ...props }: NewShowFieldsProps) => {
  const t = useText();
  const { draft, onChange, pressed } = props;
  return (
    <Card className={styles.settings}>
      {head}
      <Segments
        label={t('paid.kindOfShow')}
        name="kind"
        value={kind}
        onChange={onKind}
        options={[
          { value: 'public', text: t('paid.public') },
          { value: 'group', text: t('paid.group') },
        ]}
        wide
      />
      <TextField
        label={t('studio.showTitle')}
        value={draft.title}
        maxLength={100}
        required
        error={pressed && draft.title.trim() === '' ? t('studio.showTitleMissing') : error?.fields['title']}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      {kind === 'group' ? (
        <GroupFields terms={terms} fields={groupError?.fields ?? {}} onChange={onTerms} />
      ) : (
        <PublicShow {...props} error={error} />
      )}
      <Switch
        label={t('studio.record')}
        hint={t('studio.recordHint')}
        checked={draft.isRecorded}
        onChange={(event) => onChange({ isRecorded: event.currentTarget.checked })}
      />
      {kind === 'public' ? publicFoot : null}
    </Card>
  );
};
