import { PAGED_KINDS, kindAtPath } from '@stagedoor/contract/items.values';
import { PROFILE_PICTURES, linkPictureOf, linkSourceOf } from '@stagedoor/contract/link-pictures.values';
import { findDemo } from './demo/demo-state.ts';
import { getItem, itemAddresses } from './modules/items/index.ts';
import { profileAddresses, profilePictureOf } from './modules/performers/index.ts';
import { pageAddresses } from './modules/site/index.ts';
import { CodedError } from './platform/errors.ts';
import type { Platform } from './platform/platform.ts';
import type { CrawlerSources } from './platform/web/crawlers.ts';
import type { LinkPictureOf } from './platform/web/link-pictures.ts';

// What the routes for crawlers and for previews of links ask of the modules.

export const crawlerSources = (platform: Platform): CrawlerSources => ({
  isDemo: async () => (await findDemo(platform.database)) !== undefined,
  writtenPages: () => pageAddresses(platform),
  sources: [profileAddresses(platform), ...PAGED_KINDS.map((kind) => itemAddresses(platform, kind))],
});

export const linkPictures =
  (platform: Platform): LinkPictureOf =>
  async (of, id, caller) => {
    if (of === PROFILE_PICTURES) return profilePictureOf(platform, caller, id);
    const kind = kindAtPath(of);
    if (!kind) throw new CodedError('NOT_FOUND');
    const picture = linkPictureOf(await getItem<Parameters<typeof linkPictureOf>[0]>(platform, kind, caller, id));
    const address = picture && linkSourceOf(picture);
    if (!address) throw new CodedError('NOT_FOUND');
    return address;
  };
