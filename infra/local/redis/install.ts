import { Problem } from '../problem.ts'
import { canInstallPackages, findOnPath } from '../process/commands.ts'
import { installProgram } from '../process/install-program.ts'

/**
 * Finds the Redis server of this machine: `redis-server` or `valkey-server` on the PATH, else installs Debian's package
 * (about 5 s). Only its program is needed, so its service is not started.
 *
 * @param log receives one sentence if something is installed
 * @returns the full path of the program
 * @throws Problem if there is none and none can be installed
 */
export async function ensureRedis(log: (line: string) => void = () => {}): Promise<string> {
  const present = findServer()
  if (present) return present
  if (!canInstallPackages()) {
    throw new Problem(`Jaanch needs a Redis server: ${advice()}, or set REDIS_URL, and start again.`)
  }
  log('Installing Redis (the Debian package redis-server) …')
  const outcome = await installProgram('redis-server')
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
