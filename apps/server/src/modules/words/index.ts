export { type Correction, correct } from './correct.ts';
export { type WordScope, readCompletions } from './known-words.ts';
