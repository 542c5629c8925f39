export { setBell } from './bells.ts';
export { unsubscribe } from './unsubscribe.ts';
