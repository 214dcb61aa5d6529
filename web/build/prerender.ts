import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type Rolldown } from 'vite'

const landing = 'src/features/landing/landing.tsx'

/**
 * Writes landing.html beside index.html: the same page with the landing already rendered in it, and with the
 * landing's chunks announced, so that a visitor reads before a script has run.
 *
 * @param shell is told the assets that this page needs
 */
export function prerenderLanding(shell: Set<string>): Plugin {
  let web = ''
  return {
    name: 'jaanch:prerender-landing',
    apply: 'build',
    configResolved(config) {
      web = config.root
    },
    writeBundle: {
      sequential: true,
      order: 'post',
      async handler({ dir }, bundle) {
        if (!dir) return
        const page = readFileSync(join(dir, 'index.html'), 'utf8')
        const rendered = await renderLanding(web)
        const needed = chunksOf(bundle, join(web, landing))
        for (const file of Object.keys(bundle)) {
          if (page.includes(file) || needed.includes(file) || file.endsWith('.woff2')) shell.add(file)
        }
        const preloads = needed
          .filter((file) => !page.includes(file))
          .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
        writeFileSync(
          join(dir, 'landing.html'),
          page
            .replace('</head>', `${preloads.join('')}</head>`)
            .replace('<div id="root"></div>', `<div id="root" data-prerendered>${rendered}</div>`),
        )
      },
    },
  }
}

async function renderLanding(web: string): Promise<string> {
  const aside = join(web, 'node_modules', `.prerender-${process.pid}`)
  try {
    await build({
      root: web,
      configFile: false,
      logLevel: 'error',
      plugins: [react()],
      resolve: { alias: { '@': join(web, 'src') } },
      build: {
        ssr: 'src/prerender.tsx',
        outDir: aside,
        emptyOutDir: true,
        minify: false,
        copyPublicDir: false,
      },
    })
    const { landingHtml } = await import(pathToFileURL(join(aside, 'prerender.js')).href)
    const html: string = await landingHtml()
    // The content-security-policy would refuse it, and the page would stay half.
    if (html.includes('<script')) throw new Error('The prerendered landing page holds an inline script')
    return html
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
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
  if (found.size === 0) throw new Error('There is no chunk of the landing page to announce')
  return [...found]
}
