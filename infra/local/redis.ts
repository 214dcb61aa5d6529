/** The Redis of the stack: the server program of this machine, with our own port and directory. */
import { randomBytes } from 'node:crypto'
import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem } from './problem.ts'
import { withParentDeathSignal } from './process/child.ts'
import { waitFor } from './process/inspect.ts'
import { ensureProgram } from './process/install-program.ts'
import { findFreePort, fitsSocket } from './process/ports.ts'
import { readConfig, sendCommand, writeConfig } from './redis/config.ts'
import { type LocalServer, supervise } from './supervisor.ts'

const READY_WITHIN_MS = 60_000

export type RedisOptions = {
  /** the data directory of the stack: the data of Redis is in `<dataDir>/redis`, its log is `<dataDir>/logs/redis.log` */
  dataDir: string
  /** receives one sentence at an installation and at every restart */
  log?: (line: string) => void
}

/** Finds `redis-server` or `valkey-server`, or installs Debian's. */
export const ensureRedis = (log?: (line: string) => void) =>
  ensureProgram(
    { names: ['redis-server', 'valkey-server'], debian: 'redis-server', advice: ', or set REDIS_URL' },
    log,
  )

/**
 * Starts Redis on a free port of 127.0.0.1 and on a Unix socket, with a new password; it takes about 0.1 s. If it dies, it is
 * started again on the same port.
 *
 * @throws Problem
 */
export async function startRedis(options: RedisOptions): Promise<LocalServer> {
  const program = await ensureRedis(options.log)
  await mkdir(join(options.dataDir, 'redis'), { recursive: true, mode: 0o700 })
  const dataDir = await realpath(options.dataDir)
  const directory = join(dataDir, 'redis')
  await stopLeftoverRedis(directory)

  const address = { port: await findFreePort(), password: randomBytes(24).toString('base64url') }
  const path = join(directory, 'redis.sock')
  const socket = fitsSocket(path) ? path : undefined
  const config = writeConfig(directory, address, socket)
  const server = supervise({
    name: 'Redis',
    ...withParentDeathSignal({ command: program, args: [config], parentDeathSignal: 'SIGTERM' }),
    env: { PATH: process.env.PATH },
    logFile: join(dataDir, 'logs', 'redis.log'),
    isReady: (_pid, signal) =>
      waitFor(async () => (await sendCommand(address, 'PING')) === '+PONG', {
        withinMs: READY_WITHIN_MS,
        signal,
      }),
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
  const socketUrl = socket ? `${url}?path=${encodeURIComponent(socket)}` : url
  return { url, socketUrl, pid: server.pid, stop: server.stop, kill: server.kill }
}

/**
 * Shuts down the server of an earlier start if it still runs, because two servers would damage one directory. It is
 * ours if it accepts the password that the earlier start stored.
 * @param directory of its data
 * @throws Problem if it does not end within 10 s
 */
export async function stopLeftoverRedis(directory: string) {
  const earlier = readConfig(directory)
  if (!earlier || (await sendCommand(earlier, 'SHUTDOWN')) === undefined) return
  if (await waitFor(async () => (await sendCommand(earlier, 'PING')) === undefined, { withinMs: 10_000 }))
    return
  throw new Problem(`An earlier Redis still runs on port ${earlier.port}: end it, and start again.`)
}
