import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { repository } from './repository.mjs'
import { onWishToStop } from './wish-to-stop.mjs'

const modules = join(repository, 'node_modules')
// Written last: an install that is killed leaves none.
const stamp = join(modules, '.jaanch-installed')

// What the environment may say otherwise (NODE_ENV=production leaves out tools that `npm start` needs).
const ARGS = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']

/**
 * Installs the packages of package-lock.json, unless they are there.
 *
 * @returns {Promise<string | undefined>} what went wrong, with npm's words; undefined when all is well
 */
export async function installPackages() {
  const wanted = fingerprint()
  if (readStamp() === wanted && existsSync(join(modules, '.bin', 'node'))) return undefined
  console.log('Installing packages (takes a minute, once) …')
  rmSync(stamp, { force: true })
  const { ok, output } = await npm(ARGS)
  if (!ok) return `The packages could not be installed (npm ci):\n${output}`
  writeFileSync(stamp, wanted)
  return undefined
}

/** The lock file, and the platform: packages with programs in them differ from one to the next. */
function fingerprint() {
  const lock = readFileSync(join(repository, 'package-lock.json'))
  return createHash('sha256').update(lock).update(`${process.platform}-${process.arch}`).digest('hex')
}

function readStamp() {
  try {
    return readFileSync(stamp, 'utf8')
  } catch {
    return undefined
  }
}

/**
 * Runs npm on the machine's own Node: under `npm start` the PATH begins with node_modules/.bin, where the
 * Node 24 lies that `npm ci` is about to delete.
 *
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
function npm(args) {
  const path = (process.env.PATH ?? '').split(delimiter).filter((directory) => !directory.startsWith(modules))
  const env = { ...process.env, PATH: path.join(delimiter) }
  return new Promise((resolve) => {
    let output = ''
    const gather = (chunk) => {
      output += chunk
    }
    const child = spawn('npm', args, { cwd: repository, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const stopListening = onWishToStop((signal) => {
      // npm itself would carry on to the end of the install.
      child.kill('SIGKILL')
      process.exit(128 + constants.signals[signal])
    })
    child.stdout.on('data', gather)
    child.stderr.on('data', gather)
    child.on('error', (error) => resolve({ ok: false, output: error.message }))
    child.on('close', (code) => {
      stopListening()
      resolve({ ok: code === 0, output: output.trim() })
    })
  })
}
