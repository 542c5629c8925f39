import { CartPage } from '../../features/shop/CartPage.tsx';

/** The cart of this browser. */
const Cart = () => <CartPage />;

export default Cart;
