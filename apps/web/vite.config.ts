import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';
import { iconImports } from './vite.icons.ts';
import { themeVariables } from './vite.theme.ts';

const COMPRESSIBLE = /\.(?:js|css|svg|json)$/;

/** Writes `.br` and `.gz` beside every text asset, so that no request pays for compression. */
const precompress = (): Plugin => ({
  name: 'stagedoor:precompress',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const [fileName, file] of Object.entries(bundle)) {
        if (!COMPRESSIBLE.test(fileName)) continue;
        const content = Buffer.from(file.type === 'chunk' ? file.code : file.source);
        if (content.length < 1024) continue;
        const brotli = brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } });
        this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: brotli });
        this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: gzipSync(content, { level: 9 }) });
      }
    },
  },
});

export default defineConfig(({ command }) => ({
  plugins: [iconImports(), themeVariables(), reactRouter(), precompress()],
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: { target: 'es2023', assetsInlineLimit: 0, cssMinify: 'lightningcss', reportCompressedSize: false },
  // The server's bundle carries its libraries: React's production build is then used whatever NODE_ENV says.
  ...(command === 'build'
    ? { ssr: { noExternal: true }, environments: { ssr: { define: { 'process.env.NODE_ENV': '"production"' } } } }
    : {}),
}));
