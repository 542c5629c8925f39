/** A goal of a show; the amount in hundredths of a token. */
export interface Goal {
  title: string;
  amount: bigint;
}

/**
 * The goal that tips are for now: each begins with what is above the one before. Once all are reached, the last one with everything above
 * those before it.
 * @param raised all tips of the show
 */
export const currentGoal = (goals: readonly Goal[], raised: bigint): { goal: (Goal & { raised: bigint }) | null; reached: number } => {
  let left = raised;
  for (const [index, goal] of goals.entries()) {
    if (left < goal.amount) return { goal: { ...goal, raised: left }, reached: index };
    if (index === goals.length - 1) return { goal: { ...goal, raised: left }, reached: goals.length };
    left -= goal.amount;
  }
  return { goal: null, reached: 0 };
};
