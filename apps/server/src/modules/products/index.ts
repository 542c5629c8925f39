export { bindProducts } from './products.routes.ts';
