import { itemPicturePath } from '@stagedoor/contract/link-pictures.values';
import type { Call } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { callOf } from '../../app/context.server.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { orErrorPage } from '../../app/route-data.ts';
import { ReelDeck } from '../../features/reels/ReelDeck.tsx';
import { loadReels, useReels } from '../../features/reels/use-reels.ts';
import { useText } from '../../ui/text.ts';
import type { Route } from './+types/reel.ts';

const load = async (by: Call, id: string) => {
  const [reel, others] = await Promise.all([
    orErrorPage(by('GET /user/performer-assets/reels/{id}', { params: { id } })),
    orErrorPage(loadReels(false, undefined, by)),
  ]);
  return { reel, others };
};
type Loaded = Awaited<ReturnType<typeof load>>;

export const loader = ({ context, params }: Route.LoaderArgs) => load(callOf(context), params.id);
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => load(call, params.id);

/** One reel by its address; the others follow it. */
const Reel = ({ loaderData }: Route.ComponentProps) => {
  const t = useText();
  const { reel } = loaderData;
  const by = t('reels.by', { name: reel.performer.name });
  return (
    <>
      <PageTitle
        title={reel.title || by}
        description={by}
        image={itemPicturePath(reel)}
        imageAlt={reel.title || by}
        path={`/reels/${reel._id}`}
        kind="article"
      />
      <Shown key={reel._id} {...loaderData} />
    </>
  );
};

const Shown = ({ reel, others }: Loaded) => {
  const { reels, more } = useReels(false, others, reel);
  return <ReelDeck reels={reels} isFollowing={false} onMore={more} />;
};

export default Reel;
