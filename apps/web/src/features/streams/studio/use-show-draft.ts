import type { ShowAudience } from '@stagedoor/contract/schedule.values';
import { useState } from 'react';
import { useKeptState } from '../../../ui/forms/use-kept-state.ts';
import type { GoalFields } from './NextGoals.tsx';

const AMOUNT = /^\d{1,7}([.,]\d{1,2})?$/;
export const isNoAmount = (amount: string): boolean => !AMOUNT.test(amount) || Number(amount.replace(',', '.')) <= 0;

export interface ShowDraft {
  title: string;
  hasGoal: boolean;
  goalTitle: string;
  goalAmount: string;
  nextGoals: readonly GoalFields[];
  isRecorded: boolean;
  /** Empty without a category. */
  categoryId: string;
  audience: ShowAudience;
}

const NEW_SHOW: ShowDraft = {
  title: '',
  hasGoal: false,
  goalTitle: '',
  goalAmount: '',
  nextGoals: [],
  isRecorded: false,
  categoryId: '',
  audience: 'everyone',
};

/** Tells if a public show could begin with this goal. */
export const isGoalFine = ({ hasGoal, goalTitle, goalAmount, nextGoals }: ShowDraft): boolean =>
  !hasGoal ||
  (goalTitle.trim() !== '' && !isNoAmount(goalAmount) && nextGoals.every((goal) => goal.title.trim() !== '' && !isNoAmount(goal.amount)));

/** The show as the call takes it. */
export const publicShowOf = ({ title, hasGoal, goalTitle, goalAmount, nextGoals, isRecorded, categoryId, audience }: ShowDraft) => {
  const goalOf = (goal: GoalFields) => ({ title: goal.title.trim(), amount: goal.amount.replace(',', '.') });
  return {
    title: title.trim(),
    audience,
    categoryId: categoryId || null,
    isRecorded,
    goal: hasGoal ? goalOf({ title: goalTitle, amount: goalAmount }) : null,
    nextGoals: hasGoal ? nextGoals.map(goalOf) : [],
  };
};

/** Keeps what is typed before a show on the device until it has begun. */
export const useShowDraft = () => {
  const [draft, setDraft] = useState(NEW_SHOW);
  const kept = useKeptState({
    draft: 'show.new',
    saved: NEW_SHOW,
    value: draft,
    // An earlier version kept fewer fields.
    restore: (typed) => setDraft({ ...NEW_SHOW, ...typed }),
    asks: false,
  });
  return { draft, change: (fields: Partial<ShowDraft>) => setDraft((known) => ({ ...known, ...fields })), done: kept.done };
};
