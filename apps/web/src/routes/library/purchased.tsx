import { LibraryPage } from '../../features/library/LibraryPage.tsx';

/** Everything that the account bought, whatever its kind. */
const Purchased = () => <LibraryPage shelf="purchased" />;

export default Purchased;
