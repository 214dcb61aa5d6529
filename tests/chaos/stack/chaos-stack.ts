import { readdirSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { readOrCreateSecret } from '@jaanch/infra/local/data-dir'
import { loadDemo } from '@jaanch/infra/local/demo/load'
import { migrate } from '@jaanch/infra/local/migrations/migrate'
import { ensureServiceLogin, serviceUrl } from '@jaanch/infra/local/migrations/service-login'
import { findFreePort } from '@jaanch/infra/local/process/ports'
import { startRedis } from '@jaanch/infra/local/redis'
import { sendCommand } from '@jaanch/infra/local/redis/config'
import { startProxy, type TcpProxy } from '@jaanch/tests/support/proxy'
import { startReplicatedPostgres } from '@jaanch/tests/support/replicated-postgres'
import { type MessageReceivers, startMessageReceivers } from '../message-receivers.ts'
import { withDatabase } from '../oracle/outcome.ts'
import { type ProcessTitle, serviceProcesses } from '../schedule.ts'
import { type Disk, mountDisk } from './disk.ts'
import { type ServiceProcess, startServiceProcess } from './service-process.ts'

type ChaosPostgres = {
  /** Its address, also after a failover */
  url: string
  /** kill -9 of the primary; it starts again with what it has acknowledged. */
  crash(): Promise<void>
  /** Kills the primary, promotes the standby, and makes a new standby while the services go on. */
  failOver(): Promise<void>
  /** Waits until a standby has all that is acknowledged: only then may the primary be lost. */
  waitUntilWhole(): Promise<void>
  stop(): Promise<void>
}

/** Events that a standby that is not synchronous lacks when the primary dies, at least */
const lostEvents = 50

/** Small, so that little has to be filled until the disk is full. */
const settings = { max_wal_size: '256MB', min_wal_size: '64MB', shared_buffers: '128MB' }

/** Starts a primary and a standby behind one address. @param isSynchronous false: a failover loses what the standby lacks */
async function startChaosPostgres(dataDir: string, isSynchronous: boolean): Promise<ChaosPostgres> {
  const pair = await startReplicatedPostgres({ dataDir, isSynchronous, settings })
  let rebuilding: Promise<void> = Promise.resolve()

  async function waitUntilWhole(): Promise<void> {
    await rebuilding
    await pair.waitForStandby()
  }
  const readHead = () =>
    withDatabase(pair.url, async (db) => {
      const { rows } = await db.query<{ head: number }>(
        'select max(position)::float8 as head from log.events',
      )
      return rows[0]?.head ?? 0
    })
  /** From now on the standby gets nothing. Resolves when the primary has acknowledged so many events more. */
  async function loseWrites(): Promise<void> {
    const head = await readHead()
    pair.replication.silence()
    while ((await readHead()) < head + lostEvents) await setTimeout(50)
  }
  return {
    url: pair.url,
    async crash() {
      await waitUntilWhole()
      pair.crashPrimary()
      // it answers again after its recovery
      await setTimeout(1_000)
      await waitUntilWhole()
    },
    async failOver() {
      await waitUntilWhole()
      if (!isSynchronous) await loseWrites()
      await pair.killPrimary()
      await pair.promoteStandby()
      await pair.replication.restore()
      rebuilding = pair.addStandby()
      await rebuilding
    },
    waitUntilWhole,
    stop: pair.stop,
  }
}

export type ChaosStack = {
  /** The address of both APIs, as behind a balancer: each connection goes to the next one */
  url: string
  /** Temporary; everything of the run is in it */
  directory: string
  processes: ReadonlyMap<ProcessTitle, ServiceProcess>
  /** What the balancer reaches the APIs through */
  clientLinks: ReadonlyMap<string, TcpProxy>
  postgres: ChaosPostgres
  redis: ChaosRedis
  /** undefined where file systems cannot be mounted */
  disks: { dataDir: Disk | undefined; postgres: Disk | undefined }
  receivers: MessageReceivers
  /** What a fault itself found, one sentence each */
  problems: string[]
  stop(): Promise<void>
}

type Options = {
  /** Receives a sentence when a process ends and starts again */
  log: (line: string) => void
  /** Default: a commit is acknowledged when the standby has it */
  isSynchronous?: boolean
  /** The services reach the servers, and the clients the APIs, without proxies, which would share this process with a load */
  isDirect?: boolean
}

const dataDirMegabytes = 64
/** Of a primary, a standby, and the write-ahead log that the standby has not taken yet */
const postgresMegabytes = 1_536

/**
 * Starts two processes of each service (one, if it is direct) with Postgres, Redis, a mail server and an SMS gateway, all on this
 * machine.
 */
export async function startChaosStack({
  log,
  isSynchronous = true,
  isDirect = false,
}: Options): Promise<ChaosStack> {
  const directory = await mkdtemp(join(tmpdir(), 'jaanch-chaos-'))
  /** In the order of their start; stopped in reverse */
  const parts: { stop(): Promise<void> }[] = [
    { stop: () => rm(directory, { recursive: true, force: true, maxRetries: 5 }) },
  ]
  async function stop(): Promise<void> {
    for (const part of parts.splice(0).toReversed()) {
      await part.stop().catch((error) => console.error('A part of the stack did not stop:', error))
    }
  }
  function keep<Part extends { stop(): Promise<void> }>(part: Part): Part {
    parts.push(part)
    return part
  }
  async function mount(name: string, megabytes: number): Promise<Disk | undefined> {
    const disk = await mountDisk(join(directory, name), megabytes)
    if (disk) parts.push({ stop: disk.unmount })
    return disk
  }

  try {
    const disks = {
      dataDir: await mount('data', dataDirMegabytes),
      postgres: await mount('postgres', postgresMegabytes),
    }
    const dataDir = join(directory, 'data')
    const receivers = await startMessageReceivers()
    parts.push({ stop: receivers.close })
    const postgres = keep(await startChaosPostgres(join(directory, 'postgres'), isSynchronous))
    const redis = keep(await startChaosRedis(join(directory, 'redis')))
    await migrate(postgres.url)
    const databaseUrl = serviceUrl(postgres.url, readOrCreateSecret(join(directory, 'service-password')))
    await ensureServiceLogin(postgres.url, databaseUrl)
    await loadDemo({ databaseUrl: postgres.url })

    const ports = { 'api-1': await findFreePort(), 'api-2': await findFreePort() }
    const apiLinks = await Promise.all(
      Object.entries(ports).map(
        async ([title, port]) => [`clients ${title}`, await startProxy(`http://127.0.0.1:${port}`)] as const,
      ),
    )
    const [[, first], ...rest] = apiLinks as [(typeof apiLinks)[0], ...typeof apiLinks]
    const balancer = await startProxy(first.url, ...rest.map(([, { url }]) => url))
    for (const proxy of [...apiLinks.map(([, link]) => link), balancer]) parts.push({ stop: proxy.close })

    const url = isDirect ? `http://127.0.0.1:${ports['api-1']}` : new URL(balancer.url).origin
    const env = {
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PUBLIC_URL: url,
      DEMO: '0',
      LIMIT_SCALE: '100000',
      JWT_SECRET: readOrCreateSecret(join(directory, 'jwt-secret')),
      SMTP_URL: receivers.smtpUrl,
      SMS_GATEWAY: receivers.smsUrl,
    }
    const processes = new Map<ProcessTitle, ServiceProcess>()
    const titles = serviceProcesses.filter((title) => !isDirect || title.endsWith('1'))
    for (const title of titles.toReversed()) {
      const port = title === 'api-1' || title === 'api-2' ? { PORT: String(ports[title]) } : {}
      const options = { title, env: { ...env, ...port }, directory: dataDir, log, isDirect }
      processes.set(title, keep(await startServiceProcess({ ...options, databaseUrl, redisUrl: redis.url })))
    }
    await Promise.all([...processes.values()].map(({ ready }) => ready))
    const clientLinks = new Map(apiLinks)
    return { url, directory, processes, clientLinks, postgres, redis, disks, receivers, problems: [], stop }
  } catch (error) {
    await stop()
    throw error
  }
}

type ChaosRedis = {
  url: string
  flush(): Promise<void>
  /** Kills it; it starts again without its data. */
  loseAll(): void
  stop(): Promise<void>
}

async function startChaosRedis(dataDir: string): Promise<ChaosRedis> {
  const server = await startRedis({ dataDir })
  const { port, password } = new URL(server.url)
  const directory = join(dataDir, 'redis')
  return {
    url: server.url,
    async flush() {
      await sendCommand({ port: Number(port), password }, 'FLUSHALL')
    },
    loseAll() {
      const pid = server.pid()
      if (pid === undefined) return
      process.kill(pid, 'SIGKILL')
      // the supervisor waits at least 200 ms until it starts it again
      for (const name of readdirSync(directory)) {
        if (name !== 'redis.conf') rmSync(join(directory, name), { recursive: true, force: true })
      }
    },
    stop: server.stop,
  }
}
