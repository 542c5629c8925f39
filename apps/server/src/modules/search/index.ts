export { bindSearch } from './search.routes.ts';
