export { hashListContext } from './fetch-hash-lists.ts';
