import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Release } from './earlier-release.ts'

/**
 * Replaces the bundler of a checked-out release: its client is not what is tested, and a build takes half of the time that the test
 * may take.
 */
export function skipClientBuild({ root }: Release): void {
  const vite = join(root, 'node_modules', 'vite')
  // a link to the package of this repository
  rmSync(vite, { recursive: true, force: true })
  mkdirSync(join(vite, 'bin'), { recursive: true })
  writeFileSync(join(vite, 'package.json'), '{"type":"module"}')
  writeFileSync(
    join(vite, 'bin', 'vite.js'),
    `import { mkdirSync, writeFileSync } from 'node:fs'
const outDir = process.argv[process.argv.indexOf('--outDir') + 1]
mkdirSync(outDir, { recursive: true })
writeFileSync(outDir + '/index.html', '<!doctype html><title>Jaanch</title>')
`,
  )
}
