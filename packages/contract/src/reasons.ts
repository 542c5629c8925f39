// What the server imports by this name; the lists themselves are in reasons.values.ts.
export { REJECTION_REASONS, SUSPENSION_REASONS, type SuspensionReason, TAKEDOWN_REASONS, type TakedownReason } from './reasons.values.ts';
