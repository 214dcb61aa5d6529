import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

export type Rendered = { landing: string; splash: string }

/**
 * Renders what the pages show before a script has run.
 *
 * @param web the client's folder
 * @throws Error where the content-security-policy would refuse a part of it, and the page would stay half
 */
export async function renderPages(web: string): Promise<Rendered> {
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
    const { landingHtml, splashHtml } = await import(pathToFileURL(join(aside, 'prerender.js')).href)
    const rendered: Rendered = { landing: await landingHtml(), splash: await splashHtml() }
    if (rendered.landing.includes('<script')) {
      throw new Error('The prerendered landing page holds an inline script')
    }
    return rendered
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}
