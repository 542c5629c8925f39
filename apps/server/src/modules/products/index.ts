export { ofType } from './products.queries.ts';
export { createProduct } from './save-product.ts';
