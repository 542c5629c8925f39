import { type FilterOf, MADE_IN, oneOf, onlyTrue, words } from '../../lists/tools/filters.ts';

export const ROLES = ['fan', 'performer', 'admin'] as const;

export const ACCOUNT_FILTER = {
  q: words,
  role: oneOf(ROLES),
  status: oneOf(['suspended']),
  online: onlyTrue,
  ...MADE_IN,
};
export type AccountFilter = FilterOf<typeof ACCOUNT_FILTER>;
