import { PageTitle } from '../app/PageTitle.tsx';
import { Columns } from '../app/shell/Columns.tsx';
import { Empty } from '../ui/Empty.tsx';
import { useText } from '../ui/text.ts';

const Home = () => {
  const say = useText();
  return (
    <Columns>
      <PageTitle />
      <Empty level={1} title={say('home.emptyTitle')} text={say('home.emptyText')} />
    </Columns>
  );
};

export default Home;
