export { askAtStart } from './ask-companies.ts';
export { repeatErasures } from './repeat-erasures.ts';
