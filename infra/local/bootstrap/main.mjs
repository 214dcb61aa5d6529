import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { installPackages } from './install.mjs'
import { findMissingPrerequisite } from './prerequisites.mjs'
import { repository, runProgram } from './run-program.mjs'

const programs = { start: 'start.ts', test: 'test.ts' }

/**
 * Checks the machine, installs the packages, then runs the TypeScript program with the Node 24 that was installed.
 *
 * @param {string | undefined} name `start` or `test`
 */
export async function main(name) {
  const program = programs[name]
  if (!program) return fail('Usage: node infra/local/bootstrap.mjs start|test')
  // First of all, so that a failure below does not leave the results of an earlier run.
  if (name === 'test') rmSync(join(repository, 'test-results'), { recursive: true, force: true })
  const problem = findMissingPrerequisite() ?? (await installPackages())
  if (problem) return fail(problem)
  const node = join(repository, 'node_modules', '.bin', 'node')
  process.exit(await runProgram(node, [join(repository, 'infra', 'local', program)]))
}

/** @param {string} message */
function fail(message) {
  console.error(message)
  process.exit(1)
}
