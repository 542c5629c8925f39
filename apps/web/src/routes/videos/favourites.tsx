import { ItemList } from '../../features/item-lists/ItemList.tsx';
import { LibraryPage } from '../../features/library/LibraryPage.tsx';
import { NothingKept } from '../../features/library/NothingKept.tsx';
import { useText } from '../../ui/text.ts';

/** The videos that the account marked as favourites, the latest first. */
const Favourites = () => {
  const t = useText();
  return (
    <LibraryPage
      shelf="favourites"
      instead={{
        list: (
          <ItemList
            source={{ list: 'favourites' }}
            grid={t('library.shelf.favourites')}
            empty={<NothingKept shelf="favourites" isNarrowed={false} q="" />}
          />
        ),
      }}
    />
  );
};

export default Favourites;
