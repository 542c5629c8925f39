export { bindSubscriptions } from './subscriptions.routes.ts';
