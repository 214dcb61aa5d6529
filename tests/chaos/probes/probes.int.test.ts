import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { inRepository } from '@jaanch/infra/local/paths'
import { readRelease, releaseName } from '@jaanch/platform/release'
import { useTestDatabase } from '@jaanch/tests/support/database'
import { startProxy, type TcpProxy } from '@jaanch/tests/support/proxy'
import { type Service, type ServiceProcess, startService } from '@jaanch/tests/support/service-process'
import { testSecret } from '@jaanch/tests/support/stack'
import getPort from 'get-port'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'

const database = useTestDatabase()
let postgres: TcpProxy
let redis: TcpProxy

beforeAll(async () => {
  postgres = await startProxy(database.serviceUrl)
  redis = await startProxy(inject('redisUrl'))
})
afterEach(async () => {
  await postgres.restore()
  await redis.restore()
})
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
async function start(service: Service, { PORT, ...variables }: Record<string, string> = {}): Promise<Probed> {
  const started = await startService(
    service,
    {
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      ALLOW_KNOWN_SECRETS: '1',
      NODE_ENV: 'production',
      METRICS_PORT: '0',
      ...variables,
    },
    { port: Number(PORT ?? 0), isReady: false },
  )
  const port = started.lines.find(({ msg }) => msg === 'measuring')?.port
  return {
    ...started,
    async ask(probe) {
      const response = await fetch(`http://127.0.0.1:${port}/${probe}`)
      const { reasons = [] } = (await response.json()) as { reasons?: string[] }
      return { status: response.status, reasons }
    },
    async checkHealth(...args) {
      const check = spawn(
        process.execPath,
        [inRepository('infra', 'deploy', 'compose', 'healthcheck.ts'), ...args],
        {
          env: { PATH: process.env.PATH, METRICS_PORT: `0.0.0.0:${port}` },
        },
      )
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

describe('a worker', () => {
  let worker: Probed
  beforeAll(async () => {
    worker = await start('workers')
  })
  afterAll(() => worker.kill())

  it('is ready while it reaches Postgres and Redis, and need not be started again when they are away', async () => {
    await untilReady(worker)
    await redis.cut()
    await expect.poll(() => worker.ask('ready')).toEqual(unready('Redis does not answer'))
    expect(await worker.ask('live')).toEqual(isReady)
    await redis.restore()
    await untilReady(worker)
    await postgres.cut()
    await expect.poll(() => worker.ask('ready')).toEqual(unready('Postgres does not answer'))
    expect(await worker.ask('live')).toEqual(isReady)
    await postgres.restore()
    await untilReady(worker)
  })

  it('is not ready while servers are silent that it is connected to', async () => {
    postgres.silence()
    redis.silence()
    await expect
      .poll(() => worker.ask('ready'))
      .toEqual(unready('Redis does not answer', 'Postgres does not answer'))
    await postgres.restore()
    await redis.restore()
    await untilReady(worker)
  })

  it('is found by the health check of the image when it is frozen', async () => {
    const isHealthy = { code: 0, output: '{"status":"ok"}\n' }
    await expect.poll(() => worker.checkHealth()).toEqual(isHealthy)
    await expect.poll(() => worker.checkHealth('live')).toEqual(isHealthy)
    worker.child.kill('SIGSTOP')
    expect(await worker.checkHealth('live')).toEqual({
      code: 1,
      output: expect.stringMatching(/\/live: no answer for 4 s\n$/),
    })
    worker.child.kill('SIGCONT')
    await expect.poll(async () => (await worker.checkHealth()).code).toBe(0)
  })

  it('stops, and every line of its log names the release', () => expectGoodEnd(worker))
})

describe('the projectors and an API', () => {
  let both: Probed[]
  beforeAll(async () => {
    both = await Promise.all([start('projector'), start('projector')])
  })
  afterAll(() => Promise.all(both.map((each) => each.kill())))

  it('are ready, the one that works and the one that stands by, while they reach Postgres', async () => {
    const ask = () => Promise.all(both.map((each) => each.ask('ready')))
    await expect.poll(ask).toEqual([isReady, isReady])
    await expect.poll(() => both.filter((each) => each.hasLogged('projecting'))).toHaveLength(1)
    await postgres.cut()
    const away = unready('Postgres does not answer')
    await expect.poll(ask).toEqual([away, away])
    await postgres.restore()
    await expect.poll(ask).toEqual([isReady, isReady])
  })

  it('are as ready as its own answer says: without Postgres it is not, without Redis it is', async () => {
    const port = await getPort()
    const api = await start('api', { PORT: String(port), HOST: '127.0.0.1', JWT_SECRET: testSecret })
    onTestFinished(() => api.kill())
    await untilReady(api)
    expect(await (await fetch(`${api.url}/api/health`)).json()).toEqual({ status: 'ok', ...readRelease() })
    await redis.cut()
    await untilReady(api)
    await redis.restore()
    await postgres.cut()
    await expect.poll(() => api.ask('ready')).toEqual(unready('/api/ready answers 503'))
    expect(await api.ask('live')).toEqual(isReady)
    await postgres.restore()
    await untilReady(api)

    // a request that waits keeps it from ending at once
    const owner = new pg.Client({ connectionString: database.url })
    await owner.connect()
    await owner.query('begin; lock table packages in access exclusive mode')
    const answered = once(get({ port, path: '/api/packages/popular' }), 'response')
    const countWaiting = async () =>
      (
        await database.asOwner(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
      ).rowCount
    await expect.poll(countWaiting).toBeGreaterThan(0)
    const ended = expectGoodEnd(api)
    await expect.poll(() => api.ask('ready')).toEqual(unready('stopping'))
    expect(await api.ask('live')).toEqual(isReady)
    await owner.query('commit')
    // shutdown.int.test.ts proves that it is answered with 200, unless it waits too long
    const [response] = (await answered) as [IncomingMessage]
    response.resume()
    await owner.end()
    await ended
  })

  it('stop, and every line of the log of a projector names the release', async () => {
    for (const each of both) await expectGoodEnd(each)
  })
})
