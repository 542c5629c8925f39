import type { Plugin } from 'vite';

const IMPORT = /import\s*\{([^}]*)\}\s*from\s*'@tabler\/icons-react';/g;

/**
 * Imports each icon from its own file. Through the package's index every build would parse six thousand
 * modules only to drop nearly all of them.
 */
export const iconImports = (): Plugin => ({
  name: 'stagedoor:icon-imports',
  enforce: 'pre',
  // In development the index is bundled once; with single icons every new one would trigger another bundling.
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
          // Keeps line numbers unchanged for error messages.
          .join(' '),
      );
      return { code: rewritten, map: null };
    },
  },
});
