import { once } from 'node:events'
import { Agent, get, type IncomingMessage, request } from 'node:http'
import { createLog } from '@jaanch/platform/logging'
import type { Closing } from '@jaanch/platform/service'
import { useTestDatabase } from '@jaanch/tests/support/database'
import { patientBounds, testSecret } from '@jaanch/tests/support/stack'
import pg from 'pg'
import { expect, inject, it, onTestFinished, vi } from 'vitest'
import { startApi } from './start.ts'

const database = useTestDatabase()

const startTestApi = (drainSeconds = 0) =>
  startApi({
    drainSeconds,
    databaseUrl: database.url,
    redisUrl: inject('redisUrl'),
    jwtSecret: testSecret,
    publicUrl: 'http://localhost',
    host: '127.0.0.1',
    port: 0,
    bounds: patientBounds,
    log: createLog('test', 'silent'),
  })

it('an API that stops answers the requests under way, and does not wait for clients that keep their connection', async () => {
  const { port, closings } = await startTestApi()
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  await owner.query('begin; lock table packages in access exclusive mode')
  const agent = new Agent({ keepAlive: true })
  const answered = once(get({ port, path: '/api/packages/popular', agent }), 'response')
  const countWaiting = async () =>
    (
      await database.asOwner(
        `select from pg_stat_activity
          where datname = current_database() and application_name = 'api queries' and wait_event_type = 'Lock'`,
      )
    ).rowCount
  await expect.poll(countWaiting).toBe(1)

  const closed = closeAll(closings)
  await owner.query('commit')
  const [response] = (await answered) as [IncomingMessage]
  response.resume()
  await once(response, 'end')
  expect(response.statusCode).toBe(200)
  await closed
  agent.destroy()
  await owner.end()
})

it('an API that stops answers requests whose body is still arriving, on whichever of its sockets they came', async () => {
  const { port, closings } = await startTestApi()
  // checked when it is complete; checks of passwords would wait for each other
  const body = JSON.stringify({ email: 'nobody@customers.example' })
  const headers = {
    'content-type': 'application/json',
    'content-length': body.length,
    expect: '100-continue',
  }
  const uploads = Array.from({ length: 6 }, () =>
    request({ port, path: '/api/auth/login', method: 'POST', headers, agent: false }),
  )
  for (const upload of uploads) upload.flushHeaders()
  // the API has begun to handle each of them
  await Promise.all(uploads.map((upload) => once(upload, 'continue')))

  const closed = closeAll(closings)
  const answers = uploads.map((upload) => once(upload, 'response') as Promise<[IncomingMessage]>)
  for (const upload of uploads) upload.end(body)
  const statuses = answers.map(async (answer) => {
    const [response] = await answer
    response.resume()
    return response.statusCode
  })
  expect(await Promise.all(statuses)).toEqual(uploads.map(() => 422))
  await closed
})

it('an API that drains says so to load balancers, goes on answering on new connections, and keeps none of them', async () => {
  const drainSeconds = 6
  const { port, closings } = await startTestApi(drainSeconds)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  async function ask(path: string, options: object = { agent: false }) {
    const [response] = (await once(get({ port, path, ...options }), 'response')) as [IncomingMessage]
    const text = (await response.toArray()).join('')
    return { status: response.statusCode, connection: response.headers.connection, text }
  }
  expect(await ask('/api/health', { agent })).toMatchObject({ status: 200, connection: 'keep-alive' })

  // it drains until the clock goes on
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const closed = closeAll(closings)
  expect(await ask('/api/ready')).toEqual({
    status: 503,
    connection: 'close',
    text: '{"error":"This process is stopping.","code":"unavailable"}',
  })
  expect(await ask('/api/health', { agent })).toMatchObject({ status: 200, connection: 'close' })
  expect(await ask('/api/packages/popular')).toMatchObject({ status: 200, connection: 'close' })
  vi.advanceTimersByTime(drainSeconds * 1_000)
  vi.useRealTimers()
  const refused = async () => (await ask('/api/health').catch((error) => error.code)) === 'ECONNREFUSED'
  await expect.poll(refused).toBe(true)
  await closed
  agent.destroy()
}, 120_000)

async function closeAll(closings: readonly Closing[]): Promise<void> {
  for (const close of closings) await close()
}
