import { ItemList } from '../features/item-lists/ItemList.tsx';
import { LibraryPage } from '../features/library/LibraryPage.tsx';
import { NothingKept } from '../features/library/NothingKept.tsx';

/** Everything that the account bookmarked, the latest first; posts alone are shown whole. */
const Bookmarks = () => (
  <LibraryPage
    shelf="saved"
    instead={{ kind: 'feed', list: <ItemList source={{ list: 'saved' }} empty={<NothingKept shelf="saved" isNarrowed={false} q="" />} /> }}
  />
);

export default Bookmarks;
