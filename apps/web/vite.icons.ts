import type { Plugin } from 'vite';

const IMPORT = /import\s*\{([^}]*)\}\s*from\s*'@tabler\/icons-react';/g;

/**
 * Imports each icon from its own file. Through the package's index every build would read six thousand
 * modules to drop nearly all of them again.
 */
export const iconImports = (): Plugin => ({
  name: 'stagedoor:icon-imports',
  enforce: 'pre',
  // In development the index is bundled once; icon by icon it would be bundled again with each new one.
  apply: 'build',
  transform: {
    filter: { id: /\/src\/.*\.tsx$/, code: '@tabler/icons-react' },
    handler(code) {
      const rewritten = code.replaceAll(IMPORT, (_whole, names: string) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name.startsWith('Icon'))
          .map((name) => `import ${name} from '@tabler/icons-react/dist/esm/icons/${name}.mjs';`)
          // One line stays one line, so that the lines of errors stay true.
          .join(' '),
      );
      return { code: rewritten, map: null };
    },
  },
});
