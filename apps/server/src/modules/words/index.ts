export { type Correction, correct } from './correct.ts';
export { type Expanded, expand } from './expand.ts';
export { type Completion, type WordScope, readCompletions } from './known-words.ts';
