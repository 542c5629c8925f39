import { PageTitle } from '../../app/PageTitle.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { Studio } from '../../features/streams/studio/Studio.tsx';
import { useText } from '../../ui/text.ts';

/** The performer's studio page. */
const StudioPage = () => {
  const t = useText();
  return (
    <Page width="wide">
      <PageTitle title={t('studio.title')} />
      <Studio />
    </Page>
  );
};

export default StudioPage;
