export { registerSubscriptionEvents } from './subscriptions.events.ts';
export { bindSubscriptions } from './subscriptions.routes.ts';
