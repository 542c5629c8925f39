export { setBell } from './bells.ts';
export { registerUnsubscribe } from './unsubscribe.ts';
