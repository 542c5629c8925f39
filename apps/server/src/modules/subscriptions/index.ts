export { cancelByAdmin } from './cancel-subscription.ts';
export { remindOfRenewals, renewDueSubscriptions } from './renew-subscriptions.ts';
