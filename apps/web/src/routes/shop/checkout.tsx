import { CartPage } from '../../features/shop/CartPage.tsx';

/** The cart with its checkout open. */
const Checkout = () => <CartPage checkout />;

export default Checkout;
