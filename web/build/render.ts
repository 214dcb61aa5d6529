import { rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Rolldown } from 'vite'
import type { Screen } from '../src/ui/screen'

/** `module`: the file of the screen's component */
type PreloadedScreen = Required<Pick<Screen, 'path' | 'access' | 'preloads'>> & {
  inShell: boolean
  module: string
}

export type Rendered = { landing: string; splash: string; screens: PreloadedScreen[] }

/**
 * Renders what the pages show before any script has run, and reads which screens are preloaded.
 *
 * @param root the folder web/
 * @throws Error if the content security policy would block a part of it
 */
export async function renderPages(root: string): Promise<Rendered> {
  const outDir = join(root, 'node_modules', `.prerender-${process.pid}`)
  try {
    const built = (await build({
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
    })) as Rolldown.RolldownOutput
    const { landingHtml, splashHtml, screens } = await import(
      pathToFileURL(join(outDir, 'prerender.js')).href
    )
    const rendered: Rendered = {
      landing: await landingHtml(),
      splash: await splashHtml(),
      screens: (screens as Screen[]).flatMap(({ path, access, inShell = false, preloads, load }) =>
        preloads ? [{ path, access, inShell, preloads, module: moduleOf(load, built.output) }] : [],
      ),
    }
    if (rendered.landing.includes('<script')) {
      throw new Error('The prerendered landing page contains an inline script')
    }
    return rendered
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}

/** @returns the file that `load` imports, which its text names as the build has written it */
function moduleOf(load: Screen['load'], output: Rolldown.RolldownOutput['output']): string {
  const [, fileName] = /import\("(.+?)"\)/.exec(load.toString()) ?? []
  const chunk = output.find(
    (file) => file.type === 'chunk' && fileName?.endsWith(`/${basename(file.fileName)}`),
  )
  if (chunk?.type !== 'chunk' || !chunk.facadeModuleId)
    throw new Error(`${load} imports no screen of its own`)
  return chunk.facadeModuleId
}
