/**
 * `npm run structure`, a step of `npm test`: the direction of imports (import-rules.ts), circles, files that only tests use, and
 * what knip finds (knip.jsonc). Exits with 1 and one line per problem.
 */
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { readImportGraph } from './import-graph.ts'
import { findCircles, findForbiddenImports, findUnreachedFiles } from './import-rules.ts'

const repository = resolve(import.meta.dirname, '../../..')
const { files, imports } = readImportGraph(repository)
const problems = [
  ...findForbiddenImports(imports),
  ...findCircles(imports),
  ...findUnreachedFiles(files, imports).map((file) => `${file} is reached by no program, or by tests only`),
]
for (const problem of problems) console.error(problem)

const knip = spawnSync(resolve(repository, 'node_modules/.bin/knip'), ['--no-progress'], {
  cwd: repository,
  stdio: 'inherit',
})
if (knip.error) console.error(`knip could not be started: ${knip.error.message}`)
if (problems.length === 0 && knip.status === 0)
  console.log(`${files.length} files, ${imports.length} imports`)
process.exitCode = problems.length > 0 || knip.status !== 0 ? 1 : 0
