import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { ownLocale } from '@jaanch/infra/local/migrations/migrate'
import { inRepository, toolEnvironment } from '@jaanch/infra/local/paths'
import { run } from '@jaanch/infra/local/process/commands'
import { findFreePort } from '@jaanch/infra/local/process/ports'
import { withClient } from '@jaanch/platform/postgres'
import pg from 'pg'
import { type Sample, takeSample } from './hot-calls.ts'
import { type Service, type ServiceProcess, startService } from './service-process.ts'

export type GeneratedStack = {
  url: string
  databaseUrl: string
  sample: Sample
  query<Row>(text: string): Promise<Row[]>
  /** Runs a script of the checkout's package.json on this database. @returns what it printed. @throws Error if it fails */
  npm(script: string, ...args: string[]): Promise<string>
  start(service: Service): Promise<void>
  terminate(service: Service): Promise<void>
  pidOf(service: Service): number | undefined
  /** Stops its processes where they are, so that they use nothing while something else is measured; `resume` continues them */
  pause(): void
  resume(): void
  /** Waits until the read tables contain all of the log */
  untilProjected(): Promise<void>
  /** Waits until nothing is left to do after the last event: relayed, handled, projected, and sent */
  untilSettled(): Promise<void>
  close(): Promise<void>
}

type Options = {
  /** A checkout with its packages; default: this one */
  root?: string
  /** The URL of a server; the stack gets a new database there */
  serverUrl: string
  redisUrl: string
  dataDir: string
  name: string
  bookings: number
}

/** One process of each service of a checkout, on a database with generated bookings, a tenth as many customers, and 500 labs. */
export async function startGeneratedStack(options: Options): Promise<GeneratedStack> {
  const { root = inRepository(), serverUrl, redisUrl, dataDir, name, bookings } = options
  await withClient(serverUrl, (owner) =>
    owner.query(`create database ${pg.escapeIdentifier(name)} ${ownLocale}`),
  )
  const databaseUrl = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
  const db = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const processes = new Map<Service, ServiceProcess>()
  const env = {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    JWT_SECRET: randomBytes(32).toString('hex'),
    LIMIT_SCALE: '1000000',
    // without a provider its messages become files of DATA_DIR: in production they would wait for one
    NODE_ENV: 'development',
    LOG_LEVEL: 'warn',
  }

  async function npm(script: string, ...args: string[]): Promise<string> {
    const all = { ...toolEnvironment(), DATABASE_URL: databaseUrl, REDIS_URL: redisUrl }
    const { ok, output } = await run('npm', ['run', '--silent', script, '--', ...args], {
      cwd: root,
      env: all,
    })
    if (!ok) throw new Error(`npm run ${script} failed in ${root}:\n${output}`)
    return output
  }
  const query = async <Row>(text: string) => (await db.query(text)).rows as Row[]
  async function start(service: Service): Promise<void> {
    // a new database fills its read tables first
    const readyWithinMs = 1_800_000
    processes.set(
      service,
      await startService(service, env, { root, port: service === 'api' ? port : 0, readyWithinMs }),
    )
  }
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const { child } of processes.values()) child.kill(name)
  }
  async function close(): Promise<void> {
    signal('SIGCONT')
    await Promise.all([...processes.values()].map((process) => process.isRunning() && process.terminate()))
    await db.end()
  }
  try {
    const labs = bookings < 10_000 ? 50 : 500
    const customers = Math.max(1_000, Math.ceil(bookings / 10))
    await npm('generate', ...['--bookings', bookings, '--customers', customers, '--labs', labs].map(String))
    await Promise.all((['projector', 'workers', 'api'] as const).map(start))
    await query('vacuum (analyze)')
    return {
      url,
      databaseUrl,
      sample: await takeSample(url),
      query,
      npm,
      start,
      terminate: async (service) => void (await processes.get(service)?.terminate()),
      pause: () => signal('SIGSTOP'),
      resume: () => signal('SIGCONT'),
      pidOf: (service) => processes.get(service)?.child.pid,
      async untilSettled() {
        const isLeft = `select from (select max(position) as head from log.events) log
          where exists (select from work where not is_dead)
             or exists (select from outbox where outcome is null and due_at <= clock_timestamp())
             or (select min(cursor) from work_consumers) < head
             or (select max(position) from read_generations where state = 'live') < head`
        while ((await query(isLeft)).length > 0) await setTimeout(20)
      },
      async untilProjected() {
        const isBehind = `select from read_generations where state = 'live' having max(position) < (select max(position) from log.events)`
        while ((await query(isBehind)).length > 0) await setTimeout(10)
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
