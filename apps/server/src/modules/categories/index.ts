export { saveCategory } from './save-category.ts';
export { categoriesNamed, categoriesOf, loadCategories } from './categories.store.ts';
