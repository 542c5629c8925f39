import { isId } from '@stagedoor/contract/ids.values';
import { useParams } from 'react-router';
import { PageTitle } from '../../app/PageTitle.tsx';
import { AskPage, PrivatePage } from '../../features/streams/paid/PrivatePage.tsx';
import { useText } from '../../ui/text.ts';

/** A private show by its id; by a performer's username, asking for one. */
const Private = () => {
  const t = useText();
  const { id = '' } = useParams();
  return (
    <>
      <PageTitle title={t('paid.private')} />
      {isId(id) ? <PrivatePage key={id} id={id} /> : <AskPage key={id} username={id} />}
    </>
  );
};

export default Private;
