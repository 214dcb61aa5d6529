import { continuePaused, pause } from '@jaanch/operations/work/pauses'
import { readQueuePrefix } from '@jaanch/platform/queues'
import { ownRedisDatabase } from '@jaanch/tests/support/stack'
import { Queue } from 'bullmq'
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { createWorkTable, settleWork, type WorkLease } from './handle-work.ts'
import { handleAll } from './testing/handle-all.ts'
import { leaseSeconds, useWork } from './testing/work.ts'

const { database, createWork, startWorker } = useWork()

async function readWork(stream: string) {
  const { rows } = await database.asOwner(
    'select since::int, upto::int, attempts, last_error, leased_until from work where stream_id = $1',
    [stream],
  )
  return rows
}

const workTable = createWorkTable(leaseSeconds)

async function lease(stream: string): Promise<WorkLease | undefined> {
  const [leased] = await workTable.lease(database.pool, [{ consumer: 'orders', streamId: stream }])
  return leased
}

describe('a worker', () => {
  it('begins no work of a consumer that an operator paused, and all of it when it continues', async () => {
    await pause(database.pool, 'orders', { reason: 'a fault', operator: 'operator:asha' })
    const [paused, other] = [await createWork(), await createWork(undefined, 'reports')]
    const handled: number[] = []
    startWorker(async ({ position }) => void handled.push(position))
    await expect.poll(() => readWork(other.stream)).toEqual([])
    expect(await readWork(paused.stream)).toMatchObject([{ attempts: 0, leased_until: null }])
    await continuePaused(database.pool, 'orders', 'operator:asha')
    await expect.poll(() => readWork(paused.stream)).toEqual([])
    expect(handled).toEqual([other.position, paused.position])
  })

  it('handles the events of a stream in order, and those that arrive in the meantime', async () => {
    const { stream, position } = await createWork()
    const second = await createWork(stream)
    const handled: number[] = []
    let third: Promise<{ position: number }> | undefined
    startWorker(async (event) => {
      third ??= createWork(stream)
      await third
      handled.push(event.position)
    })
    await expect.poll(() => handled.length).toBe(3)
    expect(handled).toEqual([position, second.position, (await third)?.position])
    await expect.poll(() => readWork(stream)).toEqual([])
  })

  it('retries a failed event after a pause, from that event on, and handles other streams in the meantime', async () => {
    const bad = await createWork()
    const worse = await createWork(bad.stream)
    const good = await createWork()
    const handled: number[] = []
    let isOnFire = true
    startWorker(async ({ position }) => {
      if (position === worse.position && isOnFire) throw new Error('the printer is on fire')
      handled.push(position)
    })
    await expect.poll(() => readWork(good.stream)).toEqual([])
    await expect
      .poll(() => readWork(bad.stream))
      .toMatchObject([{ since: bad.position, last_error: 'the printer is on fire', leased_until: null }])
    expect((await readWork(bad.stream))[0]?.attempts).toBeGreaterThan(0)
    isOnFire = false
    await expect.poll(() => readWork(bad.stream)).toEqual([])
    expect(handled.filter((position) => position === bad.position)).toHaveLength(1)
    expect(handled.at(-1)).toBe(worse.position)
  })

  it('takes over the work of a worker that died, and not before its lease expires', async () => {
    const { stream, position } = await createWork()
    expect(await lease(stream)).toMatchObject({ streamId: stream, upto: position })
    expect(await lease(stream)).toBeUndefined()
    const { rows: expiries } = await database.asOwner(
      `update work set leased_until = now() + interval '500 milliseconds' where stream_id = $1
       returning leased_until`,
      [stream],
    )
    const handled: { position: number; isExpired: boolean }[] = []
    startWorker(async (event) => {
      const { rows } = await database.asOwner(
        'select begun_at >= $2 as "isExpired" from work where stream_id = $1',
        [stream, expiries[0]?.leased_until],
      )
      handled.push({ position: event.position, isExpired: rows[0]?.isExpired })
    })
    await expect.poll(() => handled).toEqual([{ position, isExpired: true }])
    await expect.poll(() => readWork(stream)).toEqual([])
  })

  it('handles the work of other consumers while more streams of a slow one wait than it handles at once', async () => {
    const release = Promise.withResolvers<void>()
    onTestFinished(() => release.resolve())
    const begun: string[] = []
    await database.asOwner(
      "insert into work_consumers (name, cursor) values ('reports', 0) on conflict do nothing",
    )
    const slow = await Promise.all(Array.from({ length: 15 }, () => createWork(undefined, 'reports')))
    const other = await createWork()
    const handled: number[] = []
    startWorker(async ({ position, type }) => {
      begun.push(type)
      if (type === 'ReportSubmitted') await release.promise
      handled.push(position)
    })
    await expect.poll(() => handled).toEqual([other.position])
    // ten at a time
    const slowOnes = () => begun.filter((type) => type === 'ReportSubmitted')
    await expect.poll(slowOnes).toHaveLength(10)
    const late = await createWork()
    await expect.poll(() => handled).toEqual([other.position, late.position])
    expect(slowOnes()).toHaveLength(10)
    release.resolve()
    const settled = async () => (await Promise.all(slow.map(({ stream }) => readWork(stream)))).flat()
    await expect.poll(settled).toEqual([])
    expect(handled.toSorted((a, b) => a - b)).toEqual(
      [...slow, other, late].map(({ position }) => position).toSorted((a, b) => a - b),
    )
  })

  it('renews the lease of work that takes longer than a third of it', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const { stream } = await createWork()
    const release = Promise.withResolvers<void>()
    let handled = 0
    startWorker(async () => {
      handled += 1
      await release.promise
    })
    await expect.poll(() => handled).toBe(1)
    const leasedUntil = async (): Promise<Date> => {
      const { rows } = await database.asOwner('select leased_until from work where stream_id = $1', [stream])
      return rows[0]?.leased_until
    }
    const first = await leasedUntil()
    vi.advanceTimersByTime((leaseSeconds / 3) * 1_000)
    const isRenewed = async () => (await leasedUntil()) > first
    await expect.poll(isRenewed).toBe(true)
    release.resolve()
    await expect.poll(() => readWork(stream)).toEqual([])
    expect(handled).toBe(1)
  })

  it('settles only what it handled when more events arrived', async () => {
    const { stream, position } = await createWork()
    const held = await lease(stream)
    const more = await createWork(stream)
    if (!held) throw new Error('no lease')
    expect(await settleWork(database.pool, [{ lease: held, handled: position }])).toMatchObject([
      { since: position, upto: more.position },
    ])
    expect(await readWork(stream)).toMatchObject([{ since: position, upto: more.position, attempts: 0 }])
    expect(await settleWork(database.pool, [{ lease: held, handled: more.position }])).toEqual(['done'])
    expect(await readWork(stream)).toEqual([])
  })
})

describe('a worker process', () => {
  it('does not start when a consumer has no handler', () => {
    const reactions = handleAll(async () => {}).slice(0, 2)
    expect(() => startWorker(async () => {}, { reactions })).toThrow(
      'No worker handles notifications, reminders',
    )
  })

  it('does not touch the work of consumers that only a newer release knows', async () => {
    await database.asOwner("insert into work_consumers (name, cursor) values ('horoscopes', 0)")
    const { stream } = await createWork()
    await database.asOwner("update work set consumer = 'horoscopes' where stream_id = $1", [stream])
    const other = await createWork()
    startWorker(async () => {})
    await expect.poll(() => readWork(other.stream)).toEqual([])
    expect(await readWork(stream)).toMatchObject([{ attempts: 0, leased_until: null }])
  })
})

describe('a job', () => {
  it('wakes a worker, and a repeat has no effect', async () => {
    const redisUrl = ownRedisDatabase(inject('redisUrl'))
    const queue = new Queue('work', {
      connection: { url: redisUrl } as never,
      prefix: await readQueuePrefix(database.pool),
    })
    // jobs of another test file may be left in the queue
    await queue.obliterate({ force: true })
    const found = await createWork()
    const handled: number[] = []
    startWorker(async (event) => void handled.push(event.position), { redisUrl, pollMs: 3_600_000 })
    await expect.poll(() => handled).toEqual([found.position])
    const { position } = await createWork()
    const job = { name: 'work', data: { consumers: ['orders'], upto: 1 }, opts: { removeOnComplete: true } }
    await queue.addBulk([job, job, job, job])
    await expect.poll(() => handled).toEqual([found.position, position])
    await expect.poll(() => queue.getJobCounts()).toMatchObject({ waiting: 0, active: 0, failed: 0 })
    expect(handled).toEqual([found.position, position])
    await queue.close()
  })
})
