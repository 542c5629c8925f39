import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cacheDirectory, inRoot } from '../paths.mjs';

// Runs Vitest on a small project of its own, with the reporter of the test commands.

let folder: string;
beforeAll(async () => {
  await mkdir(cacheDirectory, { recursive: true });
  folder = await mkdtemp(join(cacheDirectory, 'reporter-'));
  await writeFile(
    join(folder, 'vitest.config.mjs'),
    `export default { test: { name: 'small', include: ['*.test.mjs'], exclude: [], pool: 'forks', testTimeout: 500, setupFiles: ['${inRoot('scripts/tests/count-assertions.ts')}'] } };\n`,
  );
});
afterAll(() => rm(folder, { recursive: true }));

const runSmallProject = async (source: string) => {
  await writeFile(join(folder, 'small.test.mjs'), `import { expect, test } from 'vitest';\n${source}`);
  const reportPath = join(folder, 'report.json');
  await rm(reportPath, { force: true });
  const child = spawn(
    process.execPath,
    [inRoot('node_modules/vitest/vitest.mjs'), 'run', `--root=${folder}`, `--reporter=${inRoot('scripts/tests/reporter.mjs')}`],
    { env: { ...process.env, TEST_REPORT_PATH: reportPath, TEST_GRACE_MS: '1000' }, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const [output, code] = await Promise.all([
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('exit', (exitCode) => resolve(exitCode))),
  ]);
  const report = await readFile(reportPath, 'utf8').then(
    (written) => JSON.parse(written) as { files: { project: string; tests: { name: string; state: string; assertions: number }[] }[] },
    () => undefined,
  );
  return { output, code, report };
};

test('reports project, state and assertions of each test', async () => {
  const { code, report } = await runSmallProject(
    `test('adds', () => { expect(1 + 1).toBe(2); expect(2 + 2).toBe(4); });\ntest('fails', () => expect(1).toBe(2));`,
  );
  expect(code).toBe(1);
  expect(report?.files).toMatchObject([
    {
      project: 'small',
      tests: [
        { name: 'adds', state: 'passed', assertions: 2 },
        { name: 'fails', state: 'failed', assertions: 1 },
      ],
    },
  ]);
});

test('names a test that waits for ever', async () => {
  const { code, report } = await runSmallProject(`test('waits', () => new Promise(() => {}));`);
  expect(code).toBe(1);
  expect(report?.files[0]?.tests).toMatchObject([{ name: 'waits', state: 'failed', error: expect.stringContaining('500ms') as string }]);
});

test('ends a run whose test blocks its process, and names the test', async () => {
  const { code, output, report } = await runSmallProject(
    `test('blocks', async () => { await new Promise((resolve) => setTimeout(resolve, 300)); for (;;); });`,
  );
  expect(code).toBe(1);
  expect(output).toContain('small.test.mjs > blocks');
  expect(report).toBeUndefined();
});
