export { bindEarnings } from './earnings.routes.ts';
