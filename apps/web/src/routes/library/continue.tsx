import { LibraryPage } from '../../features/library/LibraryPage.tsx';

/** Videos that the account began to watch. */
const Continue = () => <LibraryPage shelf="continue" />;

export default Continue;
