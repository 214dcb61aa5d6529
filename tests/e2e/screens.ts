import { globSync } from 'node:fs'
import { resolve } from 'node:path'

const features = resolve(import.meta.dirname, '../../web/src/features')
const modules = await Promise.all(
  globSync('**/screen.ts', { cwd: features }).map(
    (file): Promise<{ screens: readonly { path: string; inShell?: boolean }[] }> =>
      import(resolve(features, file)),
  ),
)

/** The paths of the features' screens with a header and a menu, as their screen.ts declares them */
export const shellPaths = modules
  .flatMap(({ screens }) => screens)
  .filter(({ inShell }) => inShell)
  .map(({ path }) => path.replace('/*', ''))
