import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { Problem } from '../problem.ts'
import { canInstallPackages, installPackage } from '../process/apt.ts'
import { findOnPath } from '../process/find-on-path.ts'
import { type Outcome, run } from '../process/run.ts'

/** Programs in /usr/sbin/policy-rc.d are asked before a package starts a service; 101 means no. */
const POLICY = '/usr/sbin/policy-rc.d'

/**
 * The Redis server of this machine: `redis-server` or `valkey-server` from PATH, else Debian's package,
 * installed now (about 5 s). Only the program is wanted: no service of the package starts.
 *
 * @param log told, in a sentence, when something is installed
 * @returns the full path of the program
 * @throws Problem when there is none and none can be installed
 */
export async function ensureRedis(log: (line: string) => void = () => {}): Promise<string> {
  const present = findServer()
  if (present) return present
  if (!canInstallPackages()) {
    throw new Problem(`Jaanch needs a Redis server: ${advice()}, or set REDIS_URL, and start again.`)
  }
  log('Installing Redis (the Debian package redis-server) …')
  const outcome = await withoutServiceStart(() => installPackage('redis-server'))
  const installed = findServer()
  if (installed) return installed
  throw new Problem(`Redis could not be installed with apt-get:\n${outcome.output}`)
}

function findServer(): string | undefined {
  return findOnPath('redis-server', 'valkey-server')
}

function advice(): string {
  if (process.platform === 'darwin') return 'install one with "brew install redis"'
  return findOnPath('apt-get')
    ? 'install one with "sudo apt-get install redis-server"'
    : 'install redis-server or valkey-server'
}

/** RUNLEVEL=1 keeps sysvinit from starting the service, policy-rc.d systemd; `disable` the next boot. */
async function withoutServiceStart(install: () => Promise<Outcome>): Promise<Outcome> {
  const hadPolicy = existsSync(POLICY)
  if (!hadPolicy) await writeFile(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    return await install()
  } finally {
    if (!hadPolicy) await rm(POLICY, { force: true })
    if (existsSync('/run/systemd/system')) await run('systemctl', ['disable', 'redis-server'])
  }
}
