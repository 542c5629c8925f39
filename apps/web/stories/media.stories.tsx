import { IconBookmark, IconDots, IconGift, IconHeartFilled, IconLock, IconMessageCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { IconButton } from '../src/ui/Button.tsx';
import { Chip } from '../src/ui/Chip.tsx';
import { LockedMedia } from '../src/ui/LockedMedia.tsx';
import { NewPosts, Post, PostAction, PostActions, PostHead, PostMedia, PostText } from '../src/ui/Post.tsx';
import { Tabs } from '../src/ui/Tabs.tsx';
import { VideoPlayer } from '../src/ui/VideoPlayer.tsx';
import { picture } from './pictures.ts';
import { Grid, icon } from './layout.tsx';

const open = <img src={picture('plate-1')} alt="Citrus on a plate" style={{ width: '100%', height: '100%', objectFit: 'cover' }} />;

export const Locked = () => {
  const [parted, setParted] = useState(0);
  return (
    <Grid>
      <LockedMedia
        state="locked"
        ratio="1"
        preview={picture('plate-1')}
        title="The full cook"
        seconds={848}
        photos={6}
        offer={{ label: 'Unlock', tokens: 6.5 }}
      />
      <LockedMedia
        state="locked"
        ratio="1"
        preview={picture('ribbon-1')}
        title="Open rehearsal"
        line="With 38 other posts this month"
        offer={{ label: 'Subscribe', tokens: 9 }}
      />
      <LockedMedia
        state="paying"
        ratio="1"
        preview={picture('paint-1')}
        title="Cobalt, four layers"
        photos={9}
        offer={{ label: 'Unlock', tokens: 3 }}
      />
      <LockedMedia key={parted} state="parting" ratio="1" onParted={() => undefined}>
        {open}
        <button type="button" style={{ position: 'absolute', inset: 0 }} aria-label="Again" onClick={() => setParted(parted + 1)} />
      </LockedMedia>
      <LockedMedia state="unlocked" ratio="1" receipt={{ tokens: 6.5, to: '/orders/1' }}>
        {open}
      </LockedMedia>
      <LockedMedia
        state="short"
        ratio="1"
        preview={picture('pots-2')}
        title="Kiln log, night two"
        balance={2}
        offer={{ label: 'Unlock', tokens: 5 }}
      />
      <LockedMedia
        state="failed"
        ratio="1"
        preview={picture('peaks-2')}
        reason="Your bank said no. Nothing was charged."
        offer={{ label: 'Unlock', tokens: 4 }}
      />
      <LockedMedia state="loading" ratio="1" />
    </Grid>
  );
};

export const PostCard = () => (
  <div style={{ maxWidth: 632 }}>
    <Tabs
      label="Home"
      tabs={[
        { to: '/a', text: 'Following', on: true },
        { to: '/b', text: 'Discover', on: false },
        { to: '/c', text: 'Posts', count: 12_400, on: false },
      ]}
    />
    <div style={{ position: 'relative' }}>
      <NewPosts count={4} onShow={() => undefined} />
      <Post label="Mara Lindqvist">
        <PostHead
          avatar={picture('av-mara')}
          name="Mara Lindqvist"
          to="/mara"
          online
          meta="38 min ago · Cook, Malmö"
          audience={
            <Chip tone="spot" icon={<IconLock {...icon} />}>
              Extra
            </Chip>
          }
          menu={<IconButton label="More" icon={<IconDots {...icon} />} />}
        />
        <PostText>Winter citrus, start to plate. The full 14 minutes, with the candied peel I never wrote down.</PostText>
        <PostMedia>
          <LockedMedia
            state="locked"
            layout="beside"
            preview={picture('plate-1')}
            title="The full cook, with peel"
            seconds={848}
            photos={6}
            unlocks={212}
            offer={{ label: 'Unlock', tokens: 6.5 }}
          />
        </PostMedia>
        <PostActions>
          <PostAction label="Like" on count={318} icon={<IconHeartFilled {...icon} />} />
          <PostAction label="Comments" count={42} icon={<IconMessageCircle {...icon} />} />
          <PostAction label="Tip" showLabel icon={<IconGift {...icon} />} />
          <PostAction label="Save" end icon={<IconBookmark {...icon} />} />
        </PostActions>
      </Post>
    </div>
  </div>
);

export const Video = () => (
  <div style={{ maxWidth: 632 }}>
    <VideoPlayer title="One bow, one minute" hls={null} mp4="/none.mp4" poster={picture('bow-1')} durationSeconds={60} />
  </div>
);
