import { createContext, use } from 'react';

/** Number of items in the cart, as rail and bars show it; the layout route provides it, because the shell knows no feature. */
export const CartTotal = createContext(0);

export const useCartTotal = (): number => use(CartTotal);
