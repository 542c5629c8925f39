export { planShow } from './plan-show.ts';
