/** Commands of this machine: run one, find one, install one. */
import { type SpawnOptions, spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** How a command ended. `output` is its stdout and stderr in order, the last 64 KB of them. */
export type Outcome = { ok: boolean; output: string }

/** Runs a command to its end and prints nothing. A command that cannot be started is an outcome too. */
export function run(command: string, args: string[], options: SpawnOptions = {}): Promise<Outcome> {
  return new Promise((resolve) => {
    let output = ''
    const collect = (chunk: Buffer) => {
      output = (output + chunk).slice(-65_536)
    }
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('error', (error) => resolve({ ok: false, output: `${output}${error.message}` }))
    child.on('close', (code) => resolve({ ok: code === 0, output: output.trim() }))
  })
}

/** The full path of the first of these programs that is on the PATH; undefined if none is. */
export function findOnPath(...names: string[]): string | undefined {
  // On Debian the PATH of an ordinary user lacks the directories of system programs.
  const directories = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin']
  const candidates = names.flatMap((name) => directories.filter(Boolean).map((dir) => join(dir, name)))
  return candidates.find(isExecutable)
}

/** Whether Debian packages can be installed: apt exists and we are root. */
export function canInstallPackages(): boolean {
  return process.getuid?.() === 0 && findOnPath('apt-get') !== undefined
}

/** Installs one Debian package without the packages that it only recommends. */
export async function installPackage(name: string): Promise<Outcome> {
  // waits up to two minutes for another apt
  const options = ['-q', '-o', 'DPkg::Lock::Timeout=120']
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  // Its outcome is ignored: an update that fails in part (one of many mirrors is down) may be enough to install.
  await run('apt-get', ['update', ...options], { env })
  return run('apt-get', ['install', '-y', ...options, '--no-install-recommends', name], { env })
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
