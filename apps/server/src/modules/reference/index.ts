export { type Phone, parsePhone } from './phones.ts';
export { stateName } from './places.ts';
export { isCountry, isLanguage } from './reference.queries.ts';
