import { MAX_GOALS } from '@stagedoor/contract/streams.values';
import { IconPlus, IconX } from '@tabler/icons-react';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { useText } from '../../../ui/text.ts';
import { TokenField } from '../../../ui/TokenField.tsx';
import styles from '../TipMenu.module.css';

export interface GoalFields {
  title: string;
  amount: string;
}

/** The goals after the first one: each begins when the one before is reached. @param isWrong of an amount, once the form was sent */
export const NextGoals = ({
  goals,
  onChange,
  isWrong,
}: {
  goals: readonly GoalFields[];
  onChange: (goals: readonly GoalFields[]) => void;
  isWrong: (goal: GoalFields) => { title: boolean; amount: boolean };
}) => {
  const t = useText();
  const change = (at: number, part: Partial<GoalFields>) =>
    onChange(goals.map((goal, index) => (index === at ? { ...goal, ...part } : goal)));
  return (
    <div className={styles.rows}>
      {goals.map((goal, index) => {
        const wrong = isWrong(goal);
        const number = index + 2;
        return (
          // Goals have no names of their own: their places tell them apart.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className={styles.row}>
            <TextField
              label={t('tipMenu.goal', { number })}
              value={goal.title}
              maxLength={60}
              error={wrong.title ? t('studio.goalTitleMissing') : undefined}
              onChange={(event) => change(index, { title: event.currentTarget.value })}
            />
            <TokenField
              isNarrow
              label={t('tipMenu.goalPrice', { number })}
              value={goal.amount}
              error={wrong.amount ? t('studio.goalAmountWrong') : undefined}
              onChange={(event) => change(index, { amount: event.currentTarget.value })}
            />
            <IconButton
              label={t('tipMenu.removeGoal', { number })}
              icon={<IconX size={20} stroke={1.75} />}
              onClick={() => onChange(goals.filter((_, other) => other !== index))}
            />
          </div>
        );
      })}
      {goals.length < MAX_GOALS - 1 ? (
        <div>
          <Button
            kind="lift"
            size="sm"
            icon={<IconPlus size={18} stroke={1.75} />}
            onClick={() => onChange([...goals, { title: '', amount: '' }])}
          >
            {t('tipMenu.nextGoal')}
          </Button>
        </div>
      ) : null}
    </div>
  );
};
