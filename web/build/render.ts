import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

export type Rendered = { landing: string; splash: string }

/**
 * Renders what the pages show before any script has run.
 *
 * @param root the folder web/
 * @throws Error if the content security policy would block a part of it
 */
export async function renderPages(root: string): Promise<Rendered> {
  const outDir = join(root, 'node_modules', `.prerender-${process.pid}`)
  try {
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      plugins: [react()],
      resolve: { alias: { '@': join(root, 'src') } },
      build: {
        ssr: 'src/prerender.tsx',
        outDir,
        emptyOutDir: true,
        minify: false,
        copyPublicDir: false,
      },
    })
    const { landingHtml, splashHtml } = await import(pathToFileURL(join(outDir, 'prerender.js')).href)
    const rendered: Rendered = { landing: await landingHtml(), splash: await splashHtml() }
    if (rendered.landing.includes('<script')) {
      throw new Error('The prerendered landing page contains an inline script')
    }
    return rendered
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}
