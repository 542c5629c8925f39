export { saveCategory } from './save-category.ts';
export { categoriesNamed, categoriesOf, checkCategory, loadCategories } from './categories.store.ts';
