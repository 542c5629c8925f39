export { createInitialPackages } from './initial-packages.ts';
