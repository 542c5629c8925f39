export { appeal } from './appeal.ts';
export { countStrikes } from './count-strikes.ts';
export { appealOf, getDecision, listDecisions, pathOfObject } from './decisions.queries.ts';
export { watchHeldFiles } from './held-files.ts';
export { newReference } from './reference.ts';
export {
  type RestrictedObject,
  type RestrictionRow,
  deleteRestrictions,
  holdOf,
  lift,
  liftObject,
  liftSuspension,
  lockExpired,
  lockObject,
  lockRestriction,
  restrict,
  restrictedObject,
  storeAppealAlerts,
  storeAppealDecision,
} from './restrictions.store.ts';
