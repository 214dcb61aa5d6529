/** The Redis of the stack: a server program of this machine, run by us on a port and directory of our own. */
import { randomBytes } from 'node:crypto'
import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem } from './problem.ts'
import { leashed } from './process/leash.ts'
import { freePort } from './process/ports.ts'
import { waitFor } from './process/wait-for.ts'
import { ask } from './redis/ask.ts'
import { readConfig, writeConfig } from './redis/config-file.ts'
import { ensureRedis } from './redis/install.ts'
import { type LocalServer, supervise } from './supervisor.ts'

const READY_WITHIN_MS = 60_000

export type RedisOptions = {
  /** the data directory of the stack: Redis keeps its own in `<dataDir>/redis`, its log is `<dataDir>/logs/redis.log` */
  dataDir: string
  /** told, in a sentence, of an installation and of every restart */
  log?: (line: string) => void
}

/**
 * Starts Redis on a free port of 127.0.0.1, with a new password; it takes about 0.1 s. Should it die, it is
 * started again on the same port.
 *
 * @throws Problem
 */
export async function startRedis(options: RedisOptions): Promise<LocalServer> {
  const program = await ensureRedis(options.log)
  await mkdir(join(options.dataDir, 'redis'), { recursive: true, mode: 0o700 })
  const dataDir = await realpath(options.dataDir)
  const directory = join(dataDir, 'redis')
  await endLeftover(directory)

  const address = { port: await freePort(), password: randomBytes(24).toString('base64url') }
  const config = writeConfig(directory, address)
  const server = supervise({
    name: 'Redis',
    ...leashed({ command: program, args: [config], whenWeDie: 'SIGTERM' }),
    env: { PATH: process.env.PATH },
    logFile: join(dataDir, 'logs', 'redis.log'),
    isReady: (_pid, signal) =>
      waitFor(async () => (await ask(address, 'PING')) === '+PONG', { withinMs: READY_WITHIN_MS, signal }),
    readyWithinMs: READY_WITHIN_MS,
    ...(options.log && { log: options.log }),
  })
  try {
    await server.ready
  } catch (error) {
    await server.stop()
    throw error
  }
  const url = `redis://:${address.password}@127.0.0.1:${address.port}`
  return { url, pid: server.pid, stop: server.stop, kill: server.kill }
}

/**
 * Two servers on one directory would spoil it, so the one of an earlier start, should it still run, is shut
 * down first. That it takes the password of its time is the proof that it is ours.
 */
async function endLeftover(directory: string) {
  const earlier = readConfig(directory)
  if (!earlier || (await ask(earlier, 'SHUTDOWN')) === undefined) return
  if (await waitFor(async () => (await ask(earlier, 'PING')) === undefined, { withinMs: 10_000 })) return
  throw new Problem(`An earlier Redis still runs on port ${earlier.port}: end it, and start again.`)
}
