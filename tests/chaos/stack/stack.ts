import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readOrCreateSecret } from '@jaanch/infra/local/data-dir'
import { loadDemo } from '@jaanch/infra/local/demo/load'
import { migrate } from '@jaanch/infra/local/migrations/migrate'
import { ensureServiceLogin, serviceUrl } from '@jaanch/infra/local/migrations/service-login'
import { inRepository, toolEnvironment } from '@jaanch/infra/local/paths'
import { withParentDeathSignal } from '@jaanch/infra/local/process/child'
import { findFreePort } from '@jaanch/infra/local/process/ports'
import { supervise } from '@jaanch/infra/local/supervisor'
import { startMailServer } from '@jaanch/tests/support/mail-server'
import { startProxy, type TcpProxy } from '@jaanch/tests/support/proxy'
import { startSmsGateway } from '@jaanch/tests/support/sms-gateway'
import type { Delivery } from '../oracle/check-messages.ts'
import { startNginx } from './nginx.ts'
import { startLosableRedis, startPostgresPair } from './servers.ts'

export type ServiceProcess = {
  /** Sends a signal to it; nothing happens between two runs. @returns its pid */
  signal(signal: NodeJS.Signals): number | undefined
  /** Ends it in order; its next run has a clock that is ahead by so many ms. */
  restartWithClock(aheadMs: number): void
}

export type StackOptions = {
  /** Processes of each service */
  counts: Record<'api' | 'workers' | 'projector', number>
  /** The entrance that clients connect to */
  front: 'balancer' | 'nginx'
  /** false: the standby acknowledges late, so that a failover loses what it lacks */
  isSynchronous: boolean
  /** Receives a sentence when a process ends and starts again */
  onExit: (line: string) => void
}

export type Stack = Awaited<ReturnType<typeof startStack>>

const readyWithinMs = 180_000
const clockSkew = pathToFileURL(join(import.meta.dirname, 'clock-skew.ts')).href

/** Starts processes of each service with Postgres, Redis, a mail server and an SMS gateway, all on this machine. */
export async function startStack({ counts, front, isSynchronous, onExit }: StackOptions) {
  const directory = await mkdtemp(join(tmpdir(), 'jaanch-chaos-'))
  /** In the order of the start; they run in reverse */
  const stops: (() => Promise<unknown>)[] = [
    () => rm(directory, { recursive: true, force: true, maxRetries: 5 }),
  ]
  async function stop(): Promise<void> {
    for (const each of stops.splice(0).toReversed())
      await each().catch((error) => console.error('A part of the stack did not stop:', error))
  }
  const links = new Map<string, TcpProxy>()
  /** @returns the address of the target through a link that can be cut; its own behind nginx, where no link is cut */
  async function link(name: string, target: string): Promise<string> {
    // a proxy would share this process with the people, who are many there
    if (front === 'nginx') return target
    const proxy = await startProxy(target)
    stops.push(proxy.close)
    links.set(name, proxy)
    return proxy.url
  }

  try {
    const [dataDir, postgresDir] = [join(directory, 'data'), join(directory, 'postgres')]
    for (const each of [dataDir, postgresDir]) await mkdir(each)
    const mail = await startMailServer()
    stops.push(mail.close)
    const sms = await startSmsGateway()
    stops.push(sms.close)
    const postgres = await startPostgresPair(postgresDir, isSynchronous)
    stops.push(postgres.stop)
    const redis = await startLosableRedis(join(directory, 'redis'))
    stops.push(redis.stop)
    await migrate(postgres.url)
    const databaseUrl = serviceUrl(postgres.url, readOrCreateSecret(join(directory, 'service-password')))
    await ensureServiceLogin(postgres.url, databaseUrl)
    await loadDemo({ databaseUrl: postgres.url })

    const ports = await Promise.all(Array.from({ length: counts.api }, findFreePort))
    const addresses: string[] = []
    for (const [n, port] of ports.entries())
      addresses.push(await link(`clients api-${n + 1}`, `http://127.0.0.1:${port}`))
    const [first = '', ...rest] = addresses
    let url: string
    if (front === 'nginx') {
      const apiPorts = addresses.map((address) => Number(new URL(address).port))
      const nginx = await startNginx(join(directory, 'nginx'), apiPorts)
      stops.push(nginx.stop)
      url = nginx.url
    } else {
      const balancer = await startProxy(first, ...rest)
      stops.push(balancer.close)
      url = new URL(balancer.url).origin
    }
    const env = {
      ...toolEnvironment(),
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PUBLIC_URL: url,
      DEMO: '0',
      LIMIT_SCALE: '100000',
      JWT_SECRET: readOrCreateSecret(join(directory, 'jwt-secret')),
      SMTP_URL: mail.url,
      SMS_GATEWAY: sms.url,
      DRAIN_SECONDS: '1',
      ...(front === 'nginx' && { TRUST_PROXY: '1' }),
    }

    const processes = new Map<string, ServiceProcess>()
    /** Starts one process of a service with connections of its own, and again whenever it dies. */
    async function startService(service: string, title: string, port: number | undefined) {
      const own: NodeJS.ProcessEnv = {
        ...env,
        DATABASE_URL: await link(`${title} postgres`, databaseUrl),
        // a projector does not use Redis
        REDIS_URL: service === 'projector' ? redis.url : await link(`${title} redis`, redis.url),
        ...(port !== undefined && { PORT: String(port) }),
      }
      const supervised = supervise({
        name: title,
        // a frozen process does not notice that we have died: the kernel ends it
        ...withParentDeathSignal({
          command: process.execPath,
          args: ['--import', clockSkew, inRepository('services', service, 'src', 'main.ts')],
          parentDeathSignal: 'SIGKILL',
        }),
        env: own,
        cwd: inRepository(),
        logFile: join(dataDir, 'logs', `${title}.log`),
        readyWithinMs,
        log: onExit,
      })
      stops.push(supervised.stop)
      function signal(name: NodeJS.Signals): number | undefined {
        const pid = supervised.pid()
        if (pid !== undefined) process.kill(pid, name)
        return pid
      }
      processes.set(title, {
        signal,
        restartWithClock(aheadMs) {
          // the supervisor reads it at the next start
          own.CLOCK_SKEW_MS = String(aheadMs)
          signal('SIGTERM')
        },
      })
      return supervised.ready
    }
    const ready: Promise<void>[] = []
    for (const service of ['projector', 'workers', 'api'] as const)
      for (let n = 0; n < counts[service]; n += 1) {
        const port = service === 'api' ? ports[n] : undefined
        ready.push(startService(service, `${service}-${n + 1}`, port))
      }
    await Promise.all(ready)
    return {
      url,
      directory,
      postgres,
      redis,
      processes,
      links,
      listDeliveries: (): Delivery[] => [
        ...mail.taken.map(({ to, messageId }) => ({ id: messageId, to })),
        ...sms.calls.map(({ key, body }) => ({ id: key, to: /\+91\d{10}/.exec(body)?.[0] ?? '' })),
      ],
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
