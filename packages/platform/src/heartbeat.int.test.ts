import { useTestDatabase } from '@jaanch/tests/support/database'
import { describe, expect, it } from 'vitest'
import { startHeartbeat } from './heartbeat.ts'
import { createLog } from './logging.ts'
import { readRelease } from './release.ts'

const database = useTestDatabase()
const log = createLog('test', 'silent')

describe('a heartbeat', () => {
  it('has a row while its process runs, and none afterwards', async () => {
    const details = () => ({ lag: 3 })
    const configReport = { set: ['PORT'], findings: [], isDevelopment: false }
    const told = { modelVersion: 7, configReport, details }
    const heartbeat = startHeartbeat({ pool: database.pool, service: 'api', ...told, log })
    const readRow = async () =>
      (
        await database.pool.query('select service, model_version, details from processes where id = $1', [
          heartbeat.id,
        ])
      ).rows[0]
    await expect.poll(readRow).toEqual({
      service: 'api',
      model_version: 7,
      details: { lag: 3, config: configReport, vitals: expect.anything() },
    })
    await heartbeat.stop()
    expect(await readRow()).toBeUndefined()
  })

  it('tells the release, CPU, memory and the delay of the event loop', async () => {
    const heartbeat = startHeartbeat({ pool: database.pool, service: 'workers', modelVersion: null, log })
    const readVitals = async () =>
      (
        await database.pool.query("select details -> 'vitals' as vitals from processes where id = $1", [
          heartbeat.id,
        ])
      ).rows[0]?.vitals
    await expect.poll(readVitals).toEqual({
      release: expect.stringMatching(/^\d+\.\d+\.\d+/),
      commit: readRelease().commit,
      cpu: expect.any(Number),
      memory: expect.any(Number),
      loopDelay: expect.any(Number),
    })
    const { memory } = await readVitals()
    expect(memory).toBeGreaterThan(10_000_000)
    await heartbeat.stop()
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
