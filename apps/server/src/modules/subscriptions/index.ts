export { cancelByAdmin } from './cancel-subscription.ts';
export { registerSubscriptionEvents } from './subscriptions.events.ts';
export { bindSubscriptions } from './subscriptions.routes.ts';
export { registerSubscriptionData } from './personal-data.ts';
export { registerSubscriptionJobs, remindOfRenewals, renewDueSubscriptions } from './renew-subscriptions.ts';
