import { randomUUID } from 'node:crypto'
import { listDeadLetters, retryDeadLetter, skipDeadLetter } from '@jaanch/operations/work/dead-letters'
import { describe, expect, it } from 'vitest'
import type { Recorded } from '../events.ts'
import { createWorkTable, settleWork } from './handle-work.ts'
import { useWork } from './testing/work.ts'

const { database, createWork, startWorker } = useWork()

const retryPolicy = { attempts: 3, baseMs: 10, maxMs: 20 }

/** Starts one or more worker processes. */
function startWorkersWith(handle: (event: Recorded) => Promise<void>, processes = 1): void {
  for (let n = 0; n < processes; n += 1) startWorker(handle, { retryPolicy })
}

async function readWaiting(): Promise<string[]> {
  const { rows } = await database.asOwner('select stream_id from work order by stream_id')
  return rows.map((row) => row.stream_id as string)
}

describe('work whose last attempt failed', () => {
  it('becomes a dead letter with the error, and is not attempted again', async () => {
    const bad = await createWork()
    let tries = 0
    startWorkersWith(async () => {
      tries += 1
      throw new Error('the printer is on fire')
    })
    await expect
      .poll(() => listDeadLetters(database.pool))
      .toMatchObject([
        {
          consumer: 'orders',
          streamId: bad.stream,
          position: bad.position,
          attempts: 3,
          error: 'the printer is on fire',
        },
      ])
    expect(tries).toBe(3)
    const { rows } = await database.asOwner('select is_dead, attempts from work where stream_id = $1', [
      bad.stream,
    ])
    expect(rows).toEqual([{ is_dead: true, attempts: 3 }])
  })

  it('blocks the later events of its stream and no other stream', async () => {
    const bad = await createWork()
    const handled: string[] = []
    startWorkersWith(async ({ position, streamId }) => {
      if (position === bad.position) throw new Error('never')
      handled.push(streamId)
    })
    await expect.poll(() => listDeadLetters(database.pool)).toHaveLength(1)
    await createWork(bad.stream)
    const others = [await createWork(), await createWork()]
    await expect.poll(() => handled.toSorted()).toEqual(others.map(({ stream }) => stream).toSorted())
    await expect.poll(readWaiting).toEqual([bad.stream])
  })

  it('is handled, and then the later events in order, when an operator retries it', async () => {
    const bad = await createWork()
    const handled: number[] = []
    let broken = true
    startWorkersWith(async ({ position }) => {
      if (broken) throw new Error('not yet')
      handled.push(position)
    })
    await expect.poll(() => listDeadLetters(database.pool)).toHaveLength(1)
    const later = await createWork(bad.stream)
    broken = false
    const [dead] = await listDeadLetters(database.pool)
    await retryDeadLetter(database.pool, dead?.id ?? 0, 'admin:test')
    await expect.poll(() => handled).toEqual([bad.position, later.position])
    await expect.poll(readWaiting).toEqual([])
    expect(await listDeadLetters(database.pool)).toEqual([])
  })

  it('is not skipped by an operator after the relay made it due again at the same time', async () => {
    const { stream, position } = await createWork()
    const { rows } = await database.asOwner(
      `with dead as (update work set is_dead = true where stream_id = $1)
       insert into dead_letters (consumer, stream_id, position, attempts, error)
       values ('orders', $1, $2, 3, 'no') returning id`,
      [stream, position],
    )
    const relay = await database.pool.connect()
    try {
      await relay.query('begin')
      await relay.query('update work set since = 0, is_dead = false where stream_id = $1', [stream])
      const skipped = skipDeadLetter(database.pool, rows[0].id, { reason: 'no', operator: 'admin:test' })
      const refused = expect(skipped).rejects.toMatchObject({ code: 'not-found' })
      const isWaiting = async () =>
        (
          await database.asOwner(
            "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          )
        ).rowCount
      await expect.poll(isWaiting).toBe(1)
      await relay.query(
        "update dead_letters set resolution = 'retried', resolved_at = now() where stream_id = $1",
        [stream],
      )
      await relay.query('commit')
      await refused
    } finally {
      relay.release()
    }
    const work = await database.asOwner('select since::int from work where stream_id = $1', [stream])
    expect(work.rows).toEqual([{ since: 0 }])
  })

  it('is not skipped after a rewind made its row due again, although the relay has not resolved it yet', async () => {
    const { stream, position } = await createWork()
    const { rows } = await database.asOwner(
      `insert into dead_letters (consumer, stream_id, position, attempts, error)
       values ('orders', $1, $2, 3, 'no') returning id`,
      [stream, position],
    )
    const skipped = skipDeadLetter(database.pool, rows[0].id, { reason: 'no', operator: 'admin:test' })
    await expect(skipped).rejects.toMatchObject({ code: 'not-found' })
    expect(await listDeadLetters(database.pool)).toHaveLength(1)
    expect(await readWaiting()).toEqual([stream])
  })

  it('is omitted, and the later events are handled, when an operator skips it with a reason', async () => {
    const bad = await createWork()
    const handled: number[] = []
    startWorkersWith(async ({ position }) => {
      if (position === bad.position) throw new Error('never')
      handled.push(position)
    })
    await expect.poll(() => listDeadLetters(database.pool)).toHaveLength(1)
    const later = await createWork(bad.stream)
    const [dead] = await listDeadLetters(database.pool)
    await skipDeadLetter(database.pool, dead?.id ?? 0, {
      reason: 'ordered manually',
      operator: 'admin:test',
    })
    await expect.poll(() => handled).toEqual([later.position])
    await expect.poll(readWaiting).toEqual([])
    const { rows } = await database.asOwner('select resolution, reason, resolved_by from dead_letters')
    expect(rows).toEqual([{ resolution: 'skipped', reason: 'ordered manually', resolved_by: 'admin:test' }])
  })

  it('can be an event whose data is damaged: the events before and after it are handled', async () => {
    const first = await createWork()
    const { rows } = await database.asOwner(
      'select last_position::int as position from log.append_batch($1)',
      [
        JSON.stringify([
          {
            id: randomUUID(),
            stream: first.stream,
            actor: 'system:test',
            events: [{ type: 'BookingPlaced', schema: 1, data: { total: 'much' } }],
          },
        ]),
      ],
    )
    const last = await createWork(first.stream)
    const handled: number[] = []
    startWorkersWith(async ({ position }) => void handled.push(position))
    await expect.poll(() => listDeadLetters(database.pool)).toMatchObject([{ position: rows[0]?.position }])
    expect(handled).toEqual([first.position])
    const [dead] = await listDeadLetters(database.pool)
    await skipDeadLetter(database.pool, dead?.id ?? 0, { reason: 'no use', operator: 'admin:test' })
    await expect.poll(() => handled).toEqual([first.position, last.position])
    await expect.poll(readWaiting).toEqual([])
  })

  it('remains when a worker that lost its lease settles the work, and is handled when it is retried', async () => {
    const { stream, position } = await createWork()
    const workTable = createWorkTable()
    const [lease] = await workTable.lease(database.pool, [{ consumer: 'orders', streamId: stream }])
    if (!lease) throw new Error('no lease')
    await workTable.deadLetter(database.pool, lease, {
      consumer: 'orders',
      streamId: stream,
      position,
      attempts: 3,
      error: 'never',
    })
    expect(await settleWork(database.pool, [{ lease, handled: position }])).toEqual(['lost'])
    expect(await readWaiting()).toEqual([stream])
    const [dead] = await listDeadLetters(database.pool)
    await retryDeadLetter(database.pool, dead?.id ?? 0, 'admin:test')
    const handled: number[] = []
    startWorkersWith(async (event) => void handled.push(event.position))
    await expect.poll(readWaiting).toEqual([])
    expect(handled).toEqual([position])
  })

  it('is resolved by one operator only', async () => {
    await createWork()
    startWorkersWith(async () => {
      throw new Error('never')
    })
    await expect.poll(() => listDeadLetters(database.pool)).toHaveLength(1)
    const [dead] = await listDeadLetters(database.pool)
    const id = dead?.id ?? 0
    const both = await Promise.allSettled([
      skipDeadLetter(database.pool, id, { reason: 'one', operator: 'admin:one' }),
      retryDeadLetter(database.pool, id, 'admin:two'),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const refusal = both.find((outcome) => outcome.status === 'rejected')
    expect(refusal?.reason).toMatchObject({ code: 'not-found' })
  })
})

describe('work that was handled', () => {
  it('is recorded with its times', async () => {
    const { stream, position } = await createWork()
    startWorkersWith(async () => {})
    await expect.poll(readWaiting).toEqual([])
    const { rows } = await database.asOwner(
      `select consumer, upto::int, attempts, begun_at >= queued_at as begun, done_at >= begun_at as done
         from work_done where stream_id = $1`,
      [stream],
    )
    expect(rows).toEqual([{ consumer: 'orders', upto: position, attempts: 0, begun: true, done: true }])
  })
})
