import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { npmCommand } from '../install.mjs';
import { Failure, run } from '../terminal.mjs';

/** An id of the form of a UUID that depends on the commit alone, so that two builds are the same. */
const idOf = (text) => {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/**
 * Returns the CycloneDX list of the packages in a folder, and Node.
 * @param options.all also packages that it is only built and tested with
 * @throws Failure when npm can't make it.
 */
export const billOfMaterials = async ({ folder, commit, epoch, nodeVersion, all = false }) => {
  const [program, ...before] = npmCommand();
  const { code, output } = await run(
    program,
    [...before, 'sbom', ...(all ? [] : ['--omit=dev']), '--sbom-format=cyclonedx', '--loglevel=error'],
    {
      cwd: folder,
      quiet: true,
    },
  );
  if (code !== 0) throw new Failure('npm could not list the packages (npm sbom); its reason is above.');
  const bill = JSON.parse(output.slice(output.indexOf('{')));
  bill.serialNumber = `urn:uuid:${idOf(commit)}`;
  bill.metadata.timestamp = new Date(epoch * 1000).toISOString();
  // npm names it after the folder.
  bill.metadata.component.name = 'stagedoor';
  bill.components.push({
    'bom-ref': `node@${nodeVersion}`,
    type: 'application',
    name: 'node',
    version: nodeVersion,
    purl: `pkg:generic/node@${nodeVersion}`,
    licenses: [{ license: { id: 'MIT' } }],
  });
  return `${JSON.stringify(withoutPaths(bill), null, 2)}\n`;
};

/** Properties of npm that say where a package lies on this machine. */
const withoutPaths = (bill) => JSON.parse(JSON.stringify(bill, (key, value) => (key === 'properties' ? undefined : value)));

const LEGAL = /^(?:licen[cs]e|copying|notice)/i;

const packagesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      if (name.startsWith('@')) return packagesIn(path);
      const inner = join(path, 'node_modules');
      return [...(existsSync(join(path, 'package.json')) ? [path] : []), ...(existsSync(inner) ? packagesIn(inner) : [])];
    });

const licenceOf = ({ license, licenses }) =>
  typeof license === 'string' ? license : (license?.type ?? licenses?.map?.(({ type }) => type).join(' OR ') ?? 'see its files');

/**
 * Returns one text with the licence of each package in a folder of modules, and of Node.
 * @param nodeLicence the text of Node's licence
 */
export const licencesOf = (modules, nodeLicence) => {
  const seen = new Set();
  const parts = [`Node\n\n${nodeLicence.trim()}`];
  for (const path of packagesIn(modules)) {
    const manifest = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
    const title = `${manifest.name} ${manifest.version}: ${licenceOf(manifest)}`;
    if (seen.has(title)) continue;
    seen.add(title);
    const texts = readdirSync(path)
      .filter((name) => LEGAL.test(name) && /^[^.]+(?:\.(?:md|txt|\w+))?$/.test(name) && !/\.[cm]?[jt]s$/.test(name))
      .sort()
      .map((name) => readFileSync(join(path, name), 'utf8').trim());
    parts.push([title, ...texts].join('\n\n'));
  }
  return `${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
};
