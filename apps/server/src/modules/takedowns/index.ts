export { newReference } from './reference.ts';
