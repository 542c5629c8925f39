import type { IceServerView } from '@stagedoor/contract/streams';
import type { EngineShow, LiveEngine } from '../live-engine.ts';

export interface BuiltInEngineOptions {
  viewerUrl(): string;
  appName(): string;
  publicUrl: string;
  iceServers: readonly IceServerView[];
  nodeUrlOf(streamId: string): Promise<string | null>;
  nodes(): Promise<readonly { id: string; url: string }[]>;
  controlSecret: string;
}

/** Addresses alone: the engine's own file takes this one's place. */
export const createBuiltInEngine = (options: BuiltInEngineOptions): LiveEngine => {
  const base = (): string => `${options.viewerUrl() || `${options.publicUrl}/media`}/${options.appName()}`;
  return {
    kind: 'built-in',
    whip: ({ id }: EngineShow) => `${base()}/whip/${id}`,
    whep: ({ id }: EngineShow) => `${base()}/whep/${id}`,
    playback: ({ id }: EngineShow, format) => `${base()}/streams/${id}.${format === 'hls' ? 'm3u8' : 'mp4'}`,
    iceServers: () => options.iceServers,
    end: async () => {},
    kick: async () => {},
    held: async () => [],
  };
};
