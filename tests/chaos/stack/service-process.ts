import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inRepository, toolEnvironment } from '@jaanch/infra/local/paths'
import { withParentDeathSignal } from '@jaanch/infra/local/process/parent-death-signal'
import { supervise } from '@jaanch/infra/local/supervisor'
import { startProxy, type TcpProxy } from '@jaanch/tests/support/proxy'
import type { ProcessTitle } from '../schedule.ts'

export type ServiceProcess = {
  title: ProcessTitle
  /** What it reaches the servers through */
  links: { postgres: TcpProxy; redis: TcpProxy }
  ready: Promise<void>
  /** Sends a signal to it; nothing happens between two runs. @returns its pid */
  signal(signal: NodeJS.Signals): number | undefined
  /** Ends it in order; its next run has a clock that is ahead by so many ms. */
  restartWithClock(aheadMs: number): void
  stop(): Promise<void>
}

export type ServiceOptions = {
  title: ProcessTitle
  env: Record<string, string>
  databaseUrl: string
  redisUrl: string
  /** Of the logs */
  directory: string
  /** Receives a sentence at every restart */
  log: (line: string) => void
  /** It reaches the servers without the links */
  isDirect: boolean
}

const clockSkew = pathToFileURL(join(import.meta.dirname, 'clock-skew.ts')).href

/** Starts one process of a service with connections of its own, and again whenever it dies. */
export async function startServiceProcess(options: ServiceOptions): Promise<ServiceProcess> {
  const { title, directory, log } = options
  const [service = ''] = title.split('-')
  const [postgres, redis] = await Promise.all([startProxy(options.databaseUrl), startProxy(options.redisUrl)])
  const links = { postgres, redis }
  const env: NodeJS.ProcessEnv = {
    ...toolEnvironment(),
    ...options.env,
    DATABASE_URL: options.isDirect ? options.databaseUrl : postgres.url,
    REDIS_URL: options.isDirect ? options.redisUrl : redis.url,
  }
  const main = inRepository('services', service, 'src', 'main.ts')
  const supervised = supervise({
    name: title,
    // a frozen process does not notice that we have died: the kernel ends it
    ...withParentDeathSignal({
      command: process.execPath,
      args: ['--import', clockSkew, main],
      parentDeathSignal: 'SIGKILL',
    }),
    env,
    cwd: inRepository(),
    logFile: join(directory, 'logs', `${title}.log`),
    log,
  })

  function signal(name: NodeJS.Signals): number | undefined {
    const pid = supervised.pid()
    if (pid !== undefined) process.kill(pid, name)
    return pid
  }

  return {
    title,
    links,
    ready: supervised.ready,
    signal,
    restartWithClock(aheadMs) {
      // the supervisor reads it at the next start
      env.CLOCK_SKEW_MS = String(aheadMs)
      signal('SIGTERM')
    },
    async stop() {
      await supervised.stop()
      await Promise.all([postgres.close(), redis.close()])
    },
  }
}
