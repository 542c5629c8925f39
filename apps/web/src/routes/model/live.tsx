import { PageTitle } from '../../app/PageTitle.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { Studio } from '../../features/streams/studio/Studio.tsx';
import { useText } from '../../ui/text.ts';

/** Where a performer goes live. */
const ModelLive = () => {
  const say = useText();
  return (
    <Page width="wide">
      <PageTitle title={say('studio.title')} />
      <Studio />
    </Page>
  );
};

export default ModelLive;
