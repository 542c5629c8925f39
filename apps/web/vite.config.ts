import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { chunks, shellRoots } from './vite.chunks.ts';
import { fontSubsets } from './vite.fonts.ts';
import { iconImports } from './vite.icons.ts';
import { pageTable, scopedName } from './vite.names.ts';

/** Every page loads the names of all scripts and style sheets (the router's table): hashes as short as is safe beside the names. */
const FILE_NAMES = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:6][extname]',
};

export default defineConfig(({ command }) => ({
  plugins: [fontSubsets(), shellRoots(), iconImports(), pageTable(), reactRouter()],
  css: { modules: { localsConvention: 'camelCaseOnly', generateScopedName: scopedName } },
  build: { target: 'es2023', assetsInlineLimit: 0, cssMinify: 'lightningcss', reportCompressedSize: false },
  // The server bundle includes its libraries, so React's production build is used whatever NODE_ENV is.
  ...(command === 'build'
    ? {
        ssr: { noExternal: true },
        environments: {
          // Files that both bundles name have one name: under another one, the document would preload fonts that no style sheet uses.
          ssr: {
            define: { 'process.env.NODE_ENV': '"production"' },
            build: { rolldownOptions: { output: { assetFileNames: FILE_NAMES.assetFileNames } } },
          },
          client: { build: { rolldownOptions: { output: { codeSplitting: chunks, ...FILE_NAMES } } } },
        },
      }
    : {}),
}));
