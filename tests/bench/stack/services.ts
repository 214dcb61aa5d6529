import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { inRepository } from '@jaanch/infra/local/paths'
import getPort from 'get-port'

type ServiceName = 'api' | 'workers' | 'projector'

export type Services = {
  url: string
  databaseUrl: string
  pidOf(service: ServiceName): number
  /** Ends one of them as an operator does, and waits for its end */
  stop(service: ServiceName): Promise<void>
  start(service: ServiceName): void
  close(): Promise<void>
}

type Options = {
  databaseUrl: string
  redisUrl: string
  /** For their logs and the outbox */
  directory: string
  /** Default: all */
  services?: readonly ServiceName[]
  /** Arguments of Node, by service */
  nodeArgs?: Partial<Record<ServiceName, readonly string[]>>
}

const entries: Record<ServiceName, string> = {
  // with bounds that admit the load generator
  api: inRepository('tests', 'bench', 'stack', 'api.ts'),
  workers: inRepository('services', 'workers', 'src', 'main.ts'),
  projector: inRepository('services', 'projector', 'src', 'main.ts'),
}
const all: readonly ServiceName[] = ['projector', 'workers', 'api']

/** Starts the services as processes of their own, without supervision. Resolves before they are ready: see `untilReady`. */
export async function startServices(options: Options): Promise<Services> {
  const { databaseUrl, redisUrl, directory, services = all, nodeArgs = {} } = options
  const port = await getPort()
  const processes = new Map<ServiceName, ChildProcess>()
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    DATA_DIR: directory,
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    JWT_SECRET: randomBytes(32).toString('hex'),
    LIMIT_SCALE: '1000000',
    // without the files of messages that developers open: creating a file takes 0.5 ms
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
  }
  function start(service: ServiceName): void {
    const args = [...(nodeArgs[service] ?? []), entries[service]]
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const log = createWriteStream(join(directory, `${service}.log`), { flags: 'a' })
    child.stdout.pipe(log, { end: false })
    child.stderr.pipe(log, { end: false })
    processes.set(service, child)
  }
  async function stop(service: ServiceName): Promise<void> {
    const child = processes.get(service)
    processes.delete(service)
    if (!child || child.exitCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }
  for (const service of services) start(service)
  return {
    url: `http://127.0.0.1:${port}`,
    databaseUrl,
    pidOf: (service) => processes.get(service)?.pid ?? 0,
    start,
    stop,
    async close() {
      for (const service of ['api', 'workers', 'projector'] as const) await stop(service)
    },
  }
}

/** Waits until the API answers from read tables that contain the log, which a new database has to fill first. */
export async function untilReady({ url, pidOf }: Services, withinMs = 1_800_000): Promise<void> {
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await setTimeout(50)) {
    const ready = await fetch(`${url}/api/ready`).catch(() => undefined)
    if (ready?.ok) return
    if (!isRunning(pidOf('api'))) throw new Error('The API ended before it was ready')
  }
  throw new Error('The API was not ready in time')
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
