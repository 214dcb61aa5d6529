import { existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findDataDirProblem } from './data-dir/check.mjs'
import { installPackages } from './install.mjs'
import { isProgram, readOptions } from './options.mjs'
import { findPortProblem } from './port.mjs'
import { findMissingPrerequisite } from './prerequisites.mjs'
import { repository, runProgram } from './run-program.mjs'

const node = join(repository, 'node_modules', '.bin', 'node')

/**
 * Programs for an installation that is there, which take their options themselves
 *
 * @type {Record<string, string>}
 */
const tools = {
  help: 'infra/local/help.ts',
  migrate: 'infra/local/migrations/migrate.ts',
  ops: 'infra/ops/main.ts',
}

/**
 * Checks the arguments, the machine and the settings, installs the packages, then runs the TypeScript program with the Node 24
 * that was installed.
 *
 * @param {string | undefined} name `start`, `test` or `reset`; or a tool, for which nothing is checked or installed
 * @param {string[]} args the options of the program
 */
export async function main(name, args) {
  const tool = tools[name ?? '']
  if (tool) {
    if (!existsSync(node))
      return fail('Jaanch is not installed here: run npm start, which installs and starts it.')
    process.exit(await runProgram(node, [join(repository, tool), ...args]))
  }
  if (!isProgram(name)) return fail('Usage: node infra/local/bootstrap.mjs start|test|reset|help|migrate|ops')
  const options = readOptions(name, args)
  if ('problem' in options) return fail(options.problem)
  if (options.help) return console.log(options.help)
  // First of all, so that a failure below does not leave the results of an earlier run.
  if (name === 'test') rmSync(join(repository, 'test-results'), { recursive: true, force: true })
  const problem = findMissingPrerequisite() ?? (await findUnusableSetting(name)) ?? (await installPackages())
  if (problem) return fail(problem)
  process.exit(await runProgram(node, [join(repository, 'infra', 'local', `${name}.ts`), ...args]))
}

/**
 * What can be known without packages is told before they are installed, which takes a minute. The program checks all settings.
 *
 * @param {import('./options.mjs').Program} name
 * @returns {Promise<string | undefined>} a sentence
 */
async function findUnusableSetting(name) {
  if (name !== 'start') return undefined
  const { DATA_DIR, DATABASE_URL, DATABASE_OWNER_URL, PORT } = process.env
  const port = Number(PORT || 3000)
  // a number that is no port, and variables that are files, are for the program
  const portProblem =
    port >= 0 && port < 65_536 && Number.isInteger(port) ? await findPortProblem(port) : undefined
  if (portProblem || process.env.DATA_DIR_FILE) return portProblem
  return findDataDirProblem(resolve(repository, DATA_DIR || '.data'), {
    ownPostgres: !DATABASE_URL && !DATABASE_OWNER_URL,
  })
}

/** @param {string} message */
function fail(message) {
  console.error(message)
  process.exit(1)
}
