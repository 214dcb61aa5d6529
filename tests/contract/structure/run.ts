/**
 * `npm run structure`, a step of `npm test`: what knip finds. Exits with 1 if there is a problem. The layers of the client, and what
 * contracts may import, are rules of biome (biome.json); which packages may depend on each other, a test (packages.test.ts).
 */
import { spawnSync } from 'node:child_process'
import { inRepository, repository } from '@jaanch/infra/local/paths'

const runs = [
  // unused exports and dependencies, and files that import each other in a circle
  ['--include', 'files,dependencies,unlisted,unresolved,binaries,exports,types,duplicates,cycles'],
  // packages that a program loads and its manifest does not list as a dependency; types may come from devDependencies
  ['--production', '--strict', '--include', 'unlisted', '--workspace', '!./tests'],
  // files that nothing imports, or tests only
  ['--production', '--include', 'files', '--config', 'knip.production.jsonc'],
]
const statuses = runs.map((args) => {
  const { status, error } = spawnSync(inRepository('node_modules/.bin/knip'), ['--no-progress', ...args], {
    cwd: repository,
    stdio: 'inherit',
  })
  if (error) console.error(`knip could not be started: ${error.message}`)
  return status
})
process.exitCode = statuses.every((status) => status === 0) ? 0 : 1
