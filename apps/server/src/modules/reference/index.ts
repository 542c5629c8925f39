export { isCountry } from './reference.queries.ts';
export { bindReference } from './reference.routes.ts';
