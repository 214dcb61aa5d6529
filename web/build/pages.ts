import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, type Plugin, type Rolldown } from 'vite'
import { renderPages } from './render.ts'

type Known = { chunks: string[]; asks: readonly string[] }

/** What src/before-paint.js is told */
type PageNotes = {
  /** By path, chunks to announce to who is not signed in */
  visitor: Record<string, Known>
  /** The same, with what is asked, for who is; '*' where the path is not named */
  signedIn: Record<string, Known>
  /** Scripts that come after the first paint, the one to run first */
  late: string[]
  /** The chunks of what the page holds already */
  rendered: string[]
  /** Style sheets that stand in the page */
  styles: string[]
}

const nothing: PageNotes = { visitor: {}, signedIn: {}, late: [], rendered: [], styles: [] }

const landing = 'src/features/landing/landing.tsx'
const shell = 'src/app/shell/shell.tsx'

type Opened = {
  /** The modules behind the path */
  modules: readonly string[]
  /** What they ask first, to the letter: a call that nobody takes is a call too many (tests/e2e/first-load.spec.ts) */
  asks?: readonly string[]
}

/** The paths that people open first: their chunks, and what they show, are on the way before a script has run. */
const visitorPages: Readonly<Record<string, Opened>> = {
  '/user': { modules: ['src/features/auth/customer-auth.tsx'] },
  '/lab': { modules: ['src/features/auth/lab-auth.tsx'] },
  '/admin': { modules: ['src/features/auth/admin-auth.tsx'] },
}
const home: Opened = { modules: [shell, 'src/features/home/home.tsx'], asks: ['/api/packages/popular'] }
const signedInPages: Readonly<Record<string, Opened>> = {
  '*': { modules: [shell] },
  // where a customer is sent from here
  '/': home,
  '/home': home,
  '/tests': { modules: [shell, 'src/features/browse-tests/browse-tests.tsx'], asks: ['/api/packages'] },
  '/booking': {
    modules: [shell, 'src/features/my-bookings/my-bookings.tsx'],
    asks: ['/api/bookings/counts', '/api/bookings?limit=50&tab=upcoming', '/api/prescriptions?limit=500'],
  },
  '/reports': { modules: [shell, 'src/features/reports/reports.tsx'] },
  '/profile': { modules: [shell, 'src/features/profile/profile.tsx'] },
  // before-paint.js shortens the address of every wizard to this
  '/book/': { modules: ['src/features/booking-wizard/wizard-page.tsx'] },
  '/lab/bookings': { modules: [shell, 'src/features/lab/lab-bookings.tsx'] },
}

const beforePaint = '<!-- before-paint -->'
const place = '<div id="root"></div>'

/**
 * Finishes index.html, which serves every path, and writes landing.html beside it, in which the landing is already
 * rendered. Style and first script stand in the page itself: it is painted as soon as it has come.
 *
 * @param firstAssets is told the assets that a visitor's first page needs
 */
export function pages(firstAssets: Set<string>): Plugin {
  let web = ''
  return {
    name: 'jaanch:pages',
    configResolved(config) {
      web = config.root
    },
    transformIndexHtml(page, { bundle }) {
      return bundle ? page : page.replace(beforePaint, () => firstScript(web, nothing))
    },
    writeBundle: {
      sequential: true,
      order: 'post',
      async handler({ dir }, bundle) {
        if (!dir) return
        const { styled: page, styles } = withStyle(readFileSync(join(dir, 'index.html'), 'utf8'), bundle)
        const rendered = await renderPages(web)
        const { bare, scripts } = withoutScripts(page)
        function chunksBehind(modules: readonly string[]): string[] {
          const files = modules.flatMap((module) => chunksOf(bundle, join(web, module)))
          return addressesOf(files).filter((address) => !scripts.includes(address))
        }
        function known(opened: Readonly<Record<string, Opened>>): Record<string, Known> {
          return Object.fromEntries(
            Object.entries(opened).map(([path, { modules, asks = [] }]) => [
              path,
              { chunks: chunksBehind(modules), asks },
            ]),
          )
        }
        const notes = { ...nothing, signedIn: known(signedInPages), styles }
        const landingChunks = chunksBehind([landing])
        for (const file of Object.keys(bundle)) {
          const isFirst = [...scripts, ...landingChunks].includes(`/${file}`)
          if (isFirst || file.endsWith('.woff2')) firstAssets.add(file)
        }
        write(
          dir,
          'index.html',
          page,
          { ...notes, visitor: known(visitorPages) },
          `<div id="root">${rendered.splash}</div>`,
        )
        write(
          dir,
          'landing.html',
          bare,
          { ...notes, late: scripts, rendered: landingChunks },
          `<div id="root" data-prerendered>${rendered.landing}</div>`,
        )
      },
    },
  }

  function write(dir: string, name: string, page: string, notes: PageNotes, root: string): void {
    const finished = page.replace(beforePaint, () => firstScript(web, notes)).replace(place, () => root)
    if (finished === page) throw new Error(`Nothing of ${name} was finished`)
    writeFileSync(join(dir, name), finished)
  }
}

function firstScript(web: string, notes: PageNotes): string {
  const source = readFileSync(join(web, 'src/before-paint.js'), 'utf8')
  const { code } = minifySync('before-paint.js', source)
  return `<script>${code.replace('__PAGE__', () => JSON.stringify(notes))}</script>`
}

/** The style sheet is small enough (10 kB gzip) to come with each page, and the first paint waits for it in any case. */
function withStyle(page: string, bundle: Rolldown.OutputBundle): { styled: string; styles: string[] } {
  const styles: string[] = []
  const styled = page.replace(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g, (_link, file: string) => {
    const style = bundle[file]
    if (style?.type !== 'asset') throw new Error(`There is no style sheet ${file}`)
    styles.push(`/${file}`)
    return `<style>${style.source}</style>`
  })
  return { styled, styles }
}

/** @returns the page without its module scripts, and their addresses, the one to run first */
function withoutScripts(page: string): { bare: string; scripts: string[] } {
  const scripts: string[] = []
  const bare = page.replace(
    /\s*<(?:script type="module"|link rel="modulepreload")[^>]*(?:src|href)="([^"]+)"[^>]*>(?:<\/script>)?/g,
    (_tag, address: string) => {
      scripts.push(address)
      return ''
    },
  )
  if (scripts.length === 0) throw new Error('The page has no script to start late')
  return { bare, scripts }
}

function addressesOf(files: readonly string[]): string[] {
  return [...new Set(files)].map((file) => `/${file}`)
}

/** A module's chunk and all that it imports. */
function chunksOf(bundle: Rolldown.OutputBundle, module: string): string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const found = new Set<string>()
  function add(fileName: string | undefined): void {
    const chunk = chunks.find((one) => one.fileName === fileName)
    if (!chunk || found.has(chunk.fileName)) return
    found.add(chunk.fileName)
    for (const imported of chunk.imports) add(imported)
  }
  add(chunks.find(({ facadeModuleId }) => facadeModuleId === module)?.fileName)
  if (found.size === 0) throw new Error(`${module} has no chunk to announce`)
  return [...found]
}
