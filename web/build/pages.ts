import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { minifySync, type Plugin, type Rolldown } from 'vite'
import { renderPages } from './render.ts'

type PagePreload = { chunks: string[]; calls: readonly string[] }

/** Input of src/before-paint.js */
type PageNotes = {
  /** By path: chunks to preload for a visitor */
  visitor: Record<string, PagePreload>
  /** By path: chunks and API calls to preload for a signed-in user; '*' for all other paths */
  signedIn: Record<string, PagePreload>
  /** Scripts to load after the first paint; the first one is executed */
  late: string[]
  /** Chunks of the prerendered content */
  rendered: string[]
  /** Style sheets that are inlined in the page */
  styles: string[]
}

const emptyNotes: PageNotes = { visitor: {}, signedIn: {}, late: [], rendered: [], styles: [] }

const landing = 'src/features/catalogue/landing/landing.tsx'
const shell = 'src/app/shell/shell.tsx'
/** It opens without a network on the phones that use it: see src/collector-worker.js. */
const collector = 'src/features/collection/collector/round-page.tsx'
const collectorWorker = 'collector-worker.js'
/** It loads after the page, but a page without connection shows toasts, too. */
const toaster = 'src/ui/toaster.tsx'

const beforePaintMark = '<!-- before-paint -->'
const rootElement = '<div id="root"></div>'

/**
 * Completes index.html, which serves every path, and writes landing.html with the prerendered landing page. Styles and the first
 * script are inlined, so that a page is painted as soon as it arrives.
 *
 * @param firstAssets receives the assets that a visitor's first page and its toasts need
 */
export function pages(firstAssets: Set<string>): Plugin {
  let root = ''
  return {
    name: 'jaanch:pages',
    configResolved(config) {
      root = config.root
    },
    transformIndexHtml(page, { bundle }) {
      return bundle ? page : page.replace(beforePaintMark, () => beforePaintScript(root, emptyNotes))
    },
    writeBundle: {
      sequential: true,
      order: 'post',
      async handler({ dir }, bundle) {
        if (!dir) return
        const { page, styles } = inlineStyles(readFileSync(join(dir, 'index.html'), 'utf8'), bundle)
        const rendered = await renderPages(root)
        const { page: pageWithoutScripts, scripts } = removeScripts(page)
        function chunkUrls(modules: readonly string[]): string[] {
          const files = modules.flatMap((module) => chunksOf(bundle, resolve(root, module)))
          const urls = [...new Set(files)].map((file) => `/${file}`)
          return urls.filter((url) => !scripts.includes(url))
        }
        const notes: PageNotes = {
          ...emptyNotes,
          signedIn: { '*': { chunks: chunkUrls([shell]), calls: [] } },
          styles,
        }
        const visitor: PageNotes['visitor'] = {}
        for (const { path, access, preloads, inShell, module } of rendered.screens) {
          // before-paint.js shortens the paths of the wizard, too
          const shortPath = path.replace(/:.*/, '')
          const preload = { chunks: chunkUrls(inShell ? [shell, module] : [module]), calls: preloads }
          if (typeof access === 'object') visitor[shortPath] = preload
          else notes.signedIn[shortPath] = preload
        }
        // the landing page redirects a customer
        if (notes.signedIn['/home']) notes.signedIn['/'] = notes.signedIn['/home']
        const landingChunks = chunkUrls([landing])
        const shellChunks = [...scripts, ...landingChunks, ...chunkUrls([toaster])]
        for (const file of Object.keys(bundle)) {
          const isFirst = shellChunks.includes(`/${file}`)
          if (isFirst || file.endsWith('.woff2')) firstAssets.add(file)
        }
        const kept = laterFilesOf(bundle, resolve(root, collector), firstAssets)
        const worker = readFileSync(join(root, 'src', collectorWorker), 'utf8')
        writeFileSync(
          join(dir, collectorWorker),
          worker.replace('__ASSETS__', () => JSON.stringify([...kept].map((file) => `/${file}`))),
        )
        writePage(
          join(dir, 'index.html'),
          page,
          { ...notes, visitor },
          `<div id="root">${rendered.splash}</div>`,
        )
        writePage(
          join(dir, 'landing.html'),
          pageWithoutScripts,
          { ...notes, late: scripts, rendered: landingChunks },
          `<div id="root" data-prerendered>${rendered.landing}</div>`,
        )
      },
    },
  }

  function writePage(file: string, page: string, notes: PageNotes, rootHtml: string): void {
    const completed = page
      .replace(beforePaintMark, () => beforePaintScript(root, notes))
      .replace(rootElement, () => rootHtml)
    if (completed === page)
      throw new Error(`${file}: found neither the mark of the script nor the root element`)
    writeFileSync(file, completed)
  }
}

function beforePaintScript(root: string, notes: PageNotes): string {
  const source = readFileSync(join(root, 'src/before-paint.js'), 'utf8')
  const { code } = minifySync('before-paint.js', source)
  return `<script>${code.replace('__PAGE__', () => JSON.stringify(notes))}</script>`
}

/** The style sheet is small (10 kB gzip) and blocks the first paint in any case, so each page contains it. */
function inlineStyles(html: string, bundle: Rolldown.OutputBundle): { page: string; styles: string[] } {
  const styles: string[] = []
  const page = html.replace(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g, (_link, file: string) => {
    const style = bundle[file]
    if (style?.type !== 'asset') throw new Error(`There is no style sheet ${file}`)
    styles.push(`/${file}`)
    return `<style>${style.source}</style>`
  })
  return { page, styles }
}

/** @returns the page without its module scripts, and their URLs, the entry script first */
function removeScripts(html: string): { page: string; scripts: string[] } {
  const scripts: string[] = []
  const page = html.replace(
    /\s*<(?:script type="module"|link rel="modulepreload")[^>]*(?:src|href)="([^"]+)"[^>]*>(?:<\/script>)?/g,
    (_tag, url: string) => {
      scripts.push(url)
      return ''
    },
  )
  if (scripts.length === 0) throw new Error('The page has no script to load after the first paint')
  return { page, scripts }
}

/** @returns the files of a module's chunk and of all chunks that it imports */
function chunksOf(bundle: Rolldown.OutputBundle, module: string): string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const files = new Set<string>()
  function add(fileName: string | undefined): void {
    const chunk = chunks.find((candidate) => candidate.fileName === fileName)
    if (!chunk || files.has(chunk.fileName)) return
    files.add(chunk.fileName)
    for (const imported of chunk.imports) add(imported)
  }
  add(chunks.find(({ facadeModuleId }) => facadeModuleId === module)?.fileName)
  if (files.size === 0) throw new Error(`${module} has no chunk of its own to preload`)
  return [...files]
}

/**
 * @param first files that each page has loaded before
 * @returns all other files that a module may load: its chunks, those that they import on demand, and their assets
 */
function laterFilesOf(
  bundle: Rolldown.OutputBundle,
  module: string,
  first: ReadonlySet<string>,
): Set<string> {
  const files = new Set<string>()
  const open = chunksOf(bundle, module)
  for (let file = open.pop(); file; file = open.pop()) {
    const output = bundle[file]
    if (!output || files.has(file) || first.has(file)) continue
    files.add(file)
    if (output.type === 'chunk')
      open.push(...output.imports, ...output.dynamicImports, ...(output.viteMetadata?.importedAssets ?? []))
  }
  return files
}
