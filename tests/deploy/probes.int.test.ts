import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { inRepository } from '@jaanch/infra/local/paths'
import { readRelease, releaseName } from '@jaanch/platform/release'
import { useTestDatabase } from '@jaanch/tests/support/database'
import { startProxy, type TcpProxy } from '@jaanch/tests/support/proxy'
import { type Service, type ServiceProcess, startService } from '@jaanch/tests/support/service-process'
import { testSecret } from '@jaanch/tests/support/stack'
import getPort from 'get-port'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, inject, it, onTestFinished } from 'vitest'

const database = useTestDatabase()
let postgres: TcpProxy
let redis: TcpProxy

beforeAll(async () => {
  postgres = await startProxy(database.serviceUrl)
  redis = await startProxy(inject('redisUrl'))
})
async function restore(): Promise<void> {
  await postgres.restore()
  await redis.restore()
}
afterEach(restore)
afterAll(async () => {
  await postgres.close()
  await redis.close()
})

type Probed = ServiceProcess & {
  /** @returns the status of a probe and the reasons that it gives */
  ask(probe: 'live' | 'ready'): Promise<{ status: number; reasons: string[] }>
  /** Runs the health check of the image beside it. @returns its exit code and what it printed */
  checkHealth(...args: string[]): Promise<{ code: number; output: string }>
}

/** Starts the program of a service, as an image does, and waits until it serves its probes. */
async function start(service: Service, port = 0): Promise<Probed> {
  const env = {
    ...{ DATABASE_URL: postgres.url, REDIS_URL: redis.url, HOST: '127.0.0.1', JWT_SECRET: testSecret },
    ...{ ALLOW_KNOWN_SECRETS: '1', NODE_ENV: 'production', METRICS_PORT: '0' },
  }
  const started = await startService(service, env, { port, isReady: false })
  onTestFinished(() => started.kill())
  const probes = started.lines.find(({ msg }) => msg === 'measuring')?.port
  return {
    ...started,
    async ask(probe) {
      const response = await fetch(`http://127.0.0.1:${probes}/${probe}`)
      const { reasons = [] } = (await response.json()) as { reasons?: string[] }
      return { status: response.status, reasons }
    },
    async checkHealth(...args) {
      const script = inRepository('infra', 'deploy', 'compose', 'healthcheck.ts')
      const env = { PATH: process.env.PATH, METRICS_PORT: `0.0.0.0:${probes}` }
      const check = spawn(process.execPath, [script, ...args], { env })
      const [out, err, [code]] = await Promise.all([
        text(check.stdout),
        text(check.stderr),
        once(check, 'exit'),
      ])
      return { code, output: out + err }
    },
  }
}

const isReady = { status: 200, reasons: [] }
const unready = (...reasons: string[]) => ({ status: 503, reasons: expect.arrayContaining(reasons) })
const untilReady = (service: Probed) => expect.poll(() => service.ask('ready')).toEqual(isReady)

/** It stops on SIGTERM, and every line of its log has named the release. */
async function expectGoodEnd(service: Probed): Promise<void> {
  await service.terminate()
  expect(service.hasLogged('stopped')).toBe(true)
  const release = releaseName(readRelease())
  expect(service.lines.filter(({ version }) => version !== release)).toEqual([])
}

it('A worker is ready while Postgres and Redis answer, need not be started again when they are away, and is found by the health check of the image when it is frozen', async () => {
  const worker = await start('workers')
  await untilReady(worker)
  for (const [server, reason] of [
    [redis, 'Redis does not answer'],
    [postgres, 'Postgres does not answer'],
  ] as const) {
    await server.cut()
    await expect.poll(() => worker.ask('ready')).toEqual(unready(reason))
    expect(await worker.ask('live')).toEqual(isReady)
    await server.restore()
    await untilReady(worker)
  }
  // connected to servers that are silent
  postgres.silence()
  redis.silence()
  const both = unready('Redis does not answer', 'Postgres does not answer')
  await expect.poll(() => worker.ask('ready')).toEqual(both)
  await restore()
  await untilReady(worker)

  const isHealthy = { code: 0, output: '{"status":"ok"}\n' }
  await expect.poll(() => worker.checkHealth()).toEqual(isHealthy)
  await expect.poll(() => worker.checkHealth('live')).toEqual(isHealthy)
  worker.child.kill('SIGSTOP')
  const frozen = { code: 1, output: expect.stringMatching(/\/live: no answer for 4 s\n$/) }
  expect(await worker.checkHealth('live')).toEqual(frozen)
  worker.child.kill('SIGCONT')
  await expectGoodEnd(worker)
})

it('An active projector and its standby are ready while they reach Postgres', async () => {
  const both = await Promise.all([start('projector'), start('projector')])
  const ask = () => Promise.all(both.map((each) => each.ask('ready')))
  await expect.poll(ask).toEqual([isReady, isReady])
  await expect.poll(() => both.filter((each) => each.hasLogged('projecting'))).toHaveLength(1)
  await postgres.cut()
  const away = unready('Postgres does not answer')
  await expect.poll(ask).toEqual([away, away])
  await postgres.restore()
  await expect.poll(ask).toEqual([isReady, isReady])
  for (const each of both) await expectGoodEnd(each)
})

it('An API is ready without Redis and not without Postgres, and says that it stops while a request keeps it from ending', async () => {
  const api = await start('api', await getPort())
  await untilReady(api)
  expect(await (await fetch(`${api.url}/api/health`)).json()).toEqual({ status: 'ok', ...readRelease() })
  await redis.cut()
  await untilReady(api)
  await postgres.cut()
  await expect.poll(() => api.ask('ready')).toEqual(unready('/api/ready answers 503'))
  expect(await api.ask('live')).toEqual(isReady)
  await restore()
  await untilReady(api)

  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  onTestFinished(() => owner.end())
  await owner.query('begin; lock table packages in access exclusive mode')
  const answered = fetch(`${api.url}/api/packages/popular`)
  const waiting =
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  await expect.poll(async () => (await database.asOwner(waiting)).rowCount).toBeGreaterThan(0)
  const ended = expectGoodEnd(api)
  await expect.poll(() => api.ask('ready')).toEqual(unready('stopping'))
  expect(await api.ask('live')).toEqual(isReady)
  await owner.query('commit')
  await (await answered).body?.cancel()
  await ended
})
