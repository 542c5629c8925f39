import { useParams } from 'react-router';
import { PageTitle } from '../../app/PageTitle.tsx';
import { GroupPage } from '../../features/streams/paid/GroupPage.tsx';
import { useText } from '../../ui/text.ts';

/** A group show, by its id or its performer's username. */
const Group = () => {
  const t = useText();
  const { id = '' } = useParams();
  return (
    <>
      <PageTitle title={t('paid.group')} />
      <GroupPage key={id} id={id} />
    </>
  );
};

export default Group;
