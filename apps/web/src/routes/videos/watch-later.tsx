import { ItemList } from '../../features/item-lists/ItemList.tsx';
import { LibraryPage } from '../../features/library/LibraryPage.tsx';
import { NothingKept } from '../../features/library/NothingKept.tsx';
import { useText } from '../../ui/text.ts';

/** The videos that the account put aside, the latest first. */
const WatchLater = () => {
  const t = useText();
  return (
    <LibraryPage
      shelf="watch-later"
      instead={{
        list: (
          <ItemList
            source={{ list: 'watchLater' }}
            grid={t('library.shelf.watch-later')}
            empty={<NothingKept shelf="watch-later" isNarrowed={false} q="" />}
          />
        ),
      }}
    />
  );
};

export default WatchLater;
