export { saveCategory } from './save-category.ts';
export { categoriesOf, loadCategories } from './categories.store.ts';
