import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { onShutdown, repository } from './run-program.mjs'

const modules = join(repository, 'node_modules')
// Written last, so an install that is killed leaves none.
const stamp = join(modules, '.jaanch-installed')

// Explicit, because the environment can change the defaults: NODE_ENV=production omits tools that `npm start` needs.
const ARGS = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']

/**
 * Installs the packages of package-lock.json, unless they are installed.
 *
 * @returns {Promise<string | undefined>} what failed, with npm's output; undefined if nothing did
 */
export async function installPackages() {
  const expected = fingerprint()
  if (readStamp() === expected && existsSync(join(modules, '.bin', 'node'))) return undefined
  console.log('Installing packages (takes a minute, once) …')
  rmSync(stamp, { force: true })
  const { ok, output } = await npm(ARGS)
  if (!ok) return `The packages could not be installed (npm ci):\n${output}`
  writeFileSync(stamp, expected)
  return undefined
}

/** The lock file and the platform: packages that contain programs differ between platforms. */
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
 * Runs npm with the machine's own Node: under `npm start` the PATH begins with node_modules/.bin, which contains the
 * Node 24 that `npm ci` deletes.
 *
 * @param {string[]} args
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
function npm(args) {
  const path = (process.env.PATH ?? '').split(delimiter).filter((directory) => !directory.startsWith(modules))
  const env = { ...process.env, PATH: path.join(delimiter) }
  return new Promise((resolve) => {
    let output = ''
    const collect = (/** @type {Buffer} */ chunk) => {
      output += chunk
    }
    const child = spawn('npm', args, { cwd: repository, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const stopListening = onShutdown((signal) => {
      // npm itself would continue to the end of the install.
      child.kill('SIGKILL')
      process.exit(128 + constants.signals[signal])
    })
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('error', (error) => resolve({ ok: false, output: error.message }))
    child.on('close', (code) => {
      stopListening()
      resolve({ ok: code === 0, output: output.trim() })
    })
  })
}
