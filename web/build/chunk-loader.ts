import type { Plugin } from 'vite'

/** The function that vite calls for each `import()`, with the files that the chunk needs */
const viteHelper = '\0vite/preload-helper.js'

/**
 * Makes `loadChunk` load what is imported on demand: vite's own helper lets the browser import a chunk whose file may not arrive, and
 * Chromium keeps such a failure for as long as the page is open (tests/e2e/parts.spec.ts).
 */
export function chunkLoader(): Plugin {
  let loader = ''
  return {
    name: 'jaanch:chunk-loader',
    config: () => ({
      build: {
        modulePreload: {
          // vite omits the chunk itself if it imports no other one
          resolveDependencies: (file, files, { hostType }) =>
            hostType === 'js' && files.length === 0 ? [file] : files,
        },
      },
    }),
    configResolved({ root }) {
      loader = JSON.stringify(`${root}/src/lib/parts/load-chunk.ts`)
    },
    transform: {
      order: 'pre',
      filter: { id: /vite\/preload-helper\.js$/ },
      handler: (_code, id) =>
        id === viteHelper
          ? { code: `export { loadChunk as __vitePreload } from ${loader}`, map: null }
          : null,
    },
    generateBundle(_options, bundle) {
      const styles = Object.keys(bundle).filter((file) => file.endsWith('.css'))
      if (styles.length > 1) this.error(`loadChunk loads no style sheets: ${styles.join(', ')}`)
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      if (chunks.some(({ code }) => code.includes('vite:preloadError')))
        this.error('loadChunk does not replace the helper of vite')
    },
  }
}
