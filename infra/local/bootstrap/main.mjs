import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { installPackages } from './install.mjs'
import { isProgram, readOptions } from './options.mjs'
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
 * Checks the arguments and the machine, installs the packages, then runs the TypeScript program with the Node 24
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
  const problem = findMissingPrerequisite() ?? (await installPackages())
  if (problem) return fail(problem)
  process.exit(await runProgram(node, [join(repository, 'infra', 'local', `${name}.ts`), ...args]))
}

/** @param {string} message */
function fail(message) {
  console.error(message)
  process.exit(1)
}

const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']

/** @returns {string | undefined} one sentence if the programs from npm do not run on this machine */
function findMissingPrerequisite() {
  const platform = `${process.platform}-${process.arch}`
  if (platforms.includes(platform) && (process.platform !== 'linux' || usesGlibc())) return undefined
  return `Jaanch runs on macOS and on Linux with glibc, such as Debian, on x64 and arm64 processors, and this is another ${platform}: use Docker.`
}

/** The servers and the Node 24 from npm are built for glibc. */
function usesGlibc() {
  const { report } = process
  // its types lack both
  Object.assign(report, { excludeNetwork: true })
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (report.getReport())
  return header.glibcVersionRuntime !== undefined
}
