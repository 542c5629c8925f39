import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PublishedShow, PublisherKind, SoakPublisher } from './publishers.ts';

// OBS Studio 29 without a screen: Debian's obs-studio under Xvfb, with a profile that streams a coloured picture from the start.

const KILLED_AFTER_MS = 8000;
const AGAIN_AFTER_MS = 2000;

const NAME = 'Soak';
const SCENE = {
  name: NAME,
  current_scene: 'Scene',
  current_program_scene: 'Scene',
  scene_order: [{ name: 'Scene' }],
  sources: [
    { id: 'scene', name: 'Scene', settings: { items: [{ name: 'Colour', id: 1, visible: true, scale: { x: 1, y: 1 }, align: 5 }] } },
    { id: 'color_source_v3', name: 'Colour', settings: { color: 4_290_000_000, width: 640, height: 360 } },
  ],
};
const GLOBAL = `[General]
FirstRun=true
LastVersion=486539266
InfoIncrement=99
EnableAutoUpdates=false
[Basic]
Profile=${NAME}
ProfileDir=${NAME}
SceneCollection=${NAME}
SceneCollectionFile=${NAME}
`;
const PROFILE = `[General]
Name=${NAME}
[Video]
BaseCX=640
BaseCY=360
OutputCX=640
OutputCY=360
FPSCommon=30
[Output]
Mode=Simple
[SimpleOutput]
VBitrate=1000
StreamEncoder=x264
Preset=ultrafast
UseAdvanced=true
x264Settings=keyint=60
`;

/** Writes a home folder with which OBS streams to a server by itself. */
const writeHome = async (home: string, server: string, key: string): Promise<void> => {
  const obs = join(home, '.config/obs-studio');
  const profile = join(obs, 'basic/profiles', NAME);
  await mkdir(profile, { recursive: true });
  await mkdir(join(obs, 'basic/scenes'), { recursive: true });
  await mkdir(join(home, 'run'), { mode: 0o700 });
  await writeFile(join(obs, 'global.ini'), GLOBAL);
  await writeFile(join(profile, 'basic.ini'), PROFILE);
  await writeFile(join(profile, 'service.json'), JSON.stringify({ type: 'rtmp_custom', settings: { server, key, use_auth: false } }));
  await writeFile(join(obs, 'basic/scenes', `${NAME}.json`), JSON.stringify(SCENE));
};

const startOnce = (home: string) => {
  const obs = ['obs', '--startstreaming', '--minimize-to-tray', '--multi', '--profile', NAME, '--collection', NAME];
  const child = spawn('xvfb-run', ['-a', '-s', '-screen 0 800x600x24', ...obs], {
    env: { ...process.env, HOME: home, XDG_RUNTIME_DIR: join(home, 'run'), LIBGL_ALWAYS_SOFTWARE: '1' },
    stdio: 'ignore',
    // xvfb-run is a script: a group of its own ends it, the screen and OBS.
    detached: true,
  });
  const exited = once(child, 'exit');
  exited.catch(() => {});
  return {
    async kill() {
      if (child.pid === undefined || child.exitCode !== null) return;
      process.kill(-child.pid, 'SIGKILL');
      await exited;
    },
  };
};

/** OBS, which is killed once, as by a power failure, and comes back into the same show. */
export const OBS: PublisherKind = {
  name: 'OBS, RTMP, killed once',
  async start({ rtmp }: PublishedShow): Promise<SoakPublisher> {
    const home = await mkdtemp(join(tmpdir(), 'stagedoor-obs-'));
    const slash = rtmp.lastIndexOf('/');
    await writeHome(home, rtmp.slice(0, slash), rtmp.slice(slash + 1));
    let obs = startOnce(home);
    let timer = setTimeout(() => {
      void obs.kill();
      timer = setTimeout(() => (obs = startOnce(home)), AGAIN_AFTER_MS);
    }, KILLED_AFTER_MS);
    return {
      assertRuns: () => undefined,
      async stop() {
        clearTimeout(timer);
        await obs.kill();
        await rm(home, { recursive: true, force: true, maxRetries: 5 });
      },
    };
  },
};
