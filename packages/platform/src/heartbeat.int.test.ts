import { useTestDatabase } from '@jaanch/tests/support/database'
import { describe, expect, it } from 'vitest'
import { startHeartbeat } from './heartbeat.ts'
import { createLog } from './logging.ts'

const database = useTestDatabase()
const log = createLog('test', 'silent')

describe('a heartbeat', () => {
  it('has a row while its process runs, and none afterwards', async () => {
    const details = () => ({ lag: 3 })
    const heartbeat = startHeartbeat({ pool: database.pool, service: 'api', modelVersion: 7, details, log })
    const readRow = async () =>
      (
        await database.pool.query('select service, model_version, details from processes where id = $1', [
          heartbeat.id,
        ])
      ).rows[0]
    await expect.poll(readRow).toEqual({ service: 'api', model_version: 7, details: { lag: 3 } })
    await heartbeat.stop()
    expect(await readRow()).toBeUndefined()
  })

  it('deletes the rows of processes that were killed a day ago', async () => {
    await database.asOwner(
      "insert into processes (id, service, seen_at) values (gen_random_uuid(), 'workers', now() - interval '25 hours')",
    )
    const heartbeat = startHeartbeat({ pool: database.pool, service: 'api', modelVersion: 7, log })
    const readServices = async () => (await database.pool.query('select service from processes')).rows
    await expect.poll(readServices).toEqual([{ service: 'api' }])
    await heartbeat.stop()
  })
})
