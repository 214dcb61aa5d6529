import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { installPackages } from './install.mjs'
import { missingPrerequisite } from './prerequisites.mjs'
import { repository } from './repository.mjs'
import { runToEnd } from './run-to-end.mjs'

const programs = { start: 'start.ts', test: 'test.ts' }

/**
 * Checks the machine, installs the packages, then becomes (as nearly as one process can become another)
 * the TypeScript program, run by the Node 24 that was installed.
 *
 * @param {string | undefined} name `start` or `test`
 */
export async function main(name) {
  const program = programs[name]
  if (!program) return fail('Usage: node infra/local/bootstrap.mjs start|test')
  // Before anything can fail: the results of an earlier run must not be taken for those of this one.
  if (name === 'test') rmSync(join(repository, 'test-results'), { recursive: true, force: true })
  const missing = missingPrerequisite()
  if (missing) return fail(missing)
  const trouble = await installPackages()
  if (trouble) return fail(trouble)
  const node = join(repository, 'node_modules', '.bin', 'node')
  process.exit(await runToEnd(node, [join(repository, 'infra', 'local', program)]))
}

/** @param {string} sentence */
function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
