import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { createLog } from '@jaanch/platform/logging'
import type { Closing } from '@jaanch/platform/service'
import { useTestDatabase } from '@jaanch/tests/support/database'
import { testSecret } from '@jaanch/tests/support/stack'
import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { startApi } from './start.ts'

const database = useTestDatabase()

it('an API that stops answers the requests under way, and does not wait for clients that keep their connection', async () => {
  const { port, closings } = await startApi({
    databaseUrl: database.url,
    redisUrl: inject('redisUrl'),
    jwtSecret: testSecret,
    publicUrl: 'http://localhost',
    host: '127.0.0.1',
    port: 0,
    log: createLog('test', 'silent'),
  })
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  await owner.query('begin; lock table packages in access exclusive mode')
  const agent = new Agent({ keepAlive: true })
  const answered = once(get({ port, path: '/api/packages/popular', agent }), 'response')
  const countWaiting = async () =>
    (await database.asOwner("select from pg_locks where relation = 'packages'::regclass and not granted"))
      .rowCount
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

async function closeAll(closings: readonly Closing[]): Promise<void> {
  for (const close of closings) await close()
}
