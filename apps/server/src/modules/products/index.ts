export { createProduct } from './save-product.ts';
