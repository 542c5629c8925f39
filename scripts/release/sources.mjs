import { execFileSync } from 'node:child_process';
import { root } from '../paths.mjs';
import { Failure } from '../terminal.mjs';

const git = (...args) => {
  try {
    return execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 64 * 1024 * 1024,
    }).trim();
  } catch (error) {
    throw new Failure(
      `A release is built from a git checkout, and \`git ${args[0]}\` failed: ${String(error.stderr ?? error.message).trim()}`,
    );
  }
};

/** Tests, doubles of other companies and tools of development. No product code imports them (scripts/boundaries.mjs). */
const NOT_PRODUCT =
  /\.test\.tsx?$|\.test-d\.ts$|\/testing\/|\/gateway-doubles\/|\/ant-media-double\/|\/live\/soak\/|\/database\/schema\/schema\.command\.ts$|\/tsconfig\.json$/;

/** Documents for who runs a site. */
const DOCUMENTS = [
  'install',
  'backups',
  'operations',
  'releases',
  'security',
  'turn',
  'encoders',
  'live-cdn',
  'live-clients',
  'live-engines',
];

const PRODUCT = [
  /^apps\/server\/(?:src|functions|migrations)\//,
  /^packages\/(?:contract|demo-pictures)\/(?!package\.json)/,
  /^packaging\//,
  /^docs\/(?:gateways|nginx)\//,
  /^CHANGELOG\.md$/,
  new RegExp(`^docs/(?:${DOCUMENTS.join('|')})\\.md$`),
];

/** @returns whether a file of the repository is part of a release */
export const isProduct = (path) => PRODUCT.some((pattern) => pattern.test(path)) && !NOT_PRODUCT.test(path);

/**
 * The state of the checkout.
 *
 * @param options.allowChanges build what isn't committed, too: the commit's name then ends in `+changes`
 * @returns {{ files: string[], commit: string, epoch: number }} files of a release, the full commit id, its time in seconds
 * @throws Failure when something isn't committed, or the folder is no git checkout.
 */
export const readCheckout = ({ allowChanges }) => {
  const changed = git('status', '--porcelain');
  if (changed && !allowChanges)
    throw new Failure(
      `A release is built from a commit, and these files differ from it. Commit them, or build a trial with \`npm run release -- --changes\`:\n${changed}`,
    );
  return {
    files: git('ls-files', ...(allowChanges ? ['--cached', '--others', '--exclude-standard'] : []))
      .split('\n')
      .filter(isProduct)
      .sort(),
    commit: git('rev-parse', 'HEAD') + (changed ? '+changes' : ''),
    epoch: Number(git('show', '-s', '--format=%ct', 'HEAD')),
  };
};
