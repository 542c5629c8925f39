import type { ResponseOf, Contract } from '@stagedoor/contract';
import { IconAlignLeft, IconExternalLink, IconPin, IconPinnedFilled, IconVideo } from '@tabler/icons-react';
import { useAction } from '../../app/data.ts';
import { OwnItemRow } from '../items/OwnItemRow.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { useText } from '../../ui/text.ts';

type OwnFeed = ResponseOf<Contract['GET /performer/feeds']>['data'][number];

/** An own post in the list: opened, pinned, deleted. */
export const OwnFeedRow = ({ feed, onChange }: { feed: OwnFeed; onChange: () => void }) => {
  const t = useText();
  const pin = useAction('POST /performer/feeds/pin-to-profile/{id}');
  const unpin = useAction('POST /performer/feeds/unpin-to-profile/{id}');
  const remove = useAction('DELETE /performer/feeds/{id}');
  const name = feed.title || feed.text || t('model.untitled');
  const params = { id: feed._id };
  const togglePin = async () => {
    if (await (feed.isPinned ? unpin : pin).run({ params })) onChange();
  };
  const onRemove = async () => {
    if (!(await remove.run({ params }))) return false;
    onChange();
    return true;
  };
  return (
    <OwnItemRow
      item={feed}
      name={name}
      edit={`/model/feeds/${feed._id}`}
      icon={feed.type === 'video' ? <IconVideo size={22} stroke={1.75} /> : <IconAlignLeft size={22} stroke={1.75} />}
      deleteAsk={t('model.deleteAsk')}
      remove={{ busy: remove.busy, error: remove.error, run: onRemove }}
      acts={
        feed.publishedAt === null ? null : (
          <>
            {feed.state === 'active' ? (
              <IconButton
                label={`${t('videos.open')}: ${name}`}
                icon={<IconExternalLink size={20} stroke={1.75} />}
                to={`/feeds/${feed._id}`}
              />
            ) : null}
            <IconButton
              label={`${t(feed.isPinned ? 'model.unpin' : 'model.pin')}: ${name}`}
              on={feed.isPinned}
              disabled={feed.state !== 'active'}
              icon={feed.isPinned ? <IconPinnedFilled size={20} /> : <IconPin size={20} stroke={1.75} />}
              onClick={() => void togglePin()}
            />
          </>
        )
      }
    />
  );
};
