import { randomUUID } from 'node:crypto'
import { otherLab, ourLab, placed } from '@jaanch/booking/testing/bookings'
import { isTransient } from '@jaanch/platform/postgres'
import { createFeed } from '@jaanch/projector/feed/feed'
import { createGeneration, goLive } from '@jaanch/projector/generations/generations'
import { rebuild } from '@jaanch/projector/generations/rebuild'
import { signal, useProjectors } from '@jaanch/projector/testing/projecting'
import { useAppender, useTestDatabase } from '@jaanch/tests/support/database'
import { anAppend } from '@jaanch/tests/support/histories'
import { countedRows, keptCounts, liveGeneration, untilProjected } from '@jaanch/tests/support/read-tables'
import { describe, expect, it } from 'vitest'
import { modelVersion } from '../model-version.ts'
import { compareWithFold, refold } from './refold.ts'

const why = { reason: 'Damaged by hand', operator: 'operator:test' }
const mending = { ...why, version: modelVersion }
/** As an operator does: again, if this process or the projector was held up so long that one of them gave up. */
async function refoldPatiently(...of: Parameters<typeof refold>): ReturnType<typeof refold> {
  for (;;) {
    try {
      return await refold(...of)
    } catch (error) {
      if (!isTransient(error) && !String(error).includes('try again in a moment')) throw error
    }
  }
}

const move = (labPartnerId: string) => ({ type: 'LabAssigned', data: { labPartnerId } }) as const

describe('a refold', () => {
  const database = useTestDatabase()
  const appender = useAppender(database)

  async function place(): Promise<string> {
    const id = randomUUID()
    const data = { ...placed.data, bookingId: id } as never
    await appender.append(anAppend(id, { type: 'BookingPlaced', data }))
    return id
  }

  const startProjector = useProjectors(database)

  const differencesOf = async (id: string) =>
    (await compareWithFold(database.pool, `booking-${id}`, modelVersion)).generations.flatMap(
      (one) => one.differences,
    )

  it('finds a damaged row, mends it exactly with a reason, and finds nothing a second time', async () => {
    startProjector()
    const id = await place()
    await appender.append(anAppend(id, move(ourLab), move(otherLab)))
    await untilProjected(database)
    const { generation } = (await liveGeneration(database)) as { generation: number }
    const stream = `booking-${id}`
    expect(await differencesOf(id)).toEqual([])
    const right = await database.asOwner(`select * from read_${generation}.bookings where id = $1`, [id])

    await database.asOwner(
      `update read_${generation}.bookings set collect_by = '2020-01-01',
              data = jsonb_set(data - 'labPartnerId', '{lines,0,price}', '1') || '{"nonsense": true}' where id = $1`,
      [id],
    )
    await database.asOwner(`delete from read_${generation}.booking_removals where booking_id = $1`, [id])
    await database.asOwner(
      `insert into read_${generation}.notifications
       select gen_random_uuid(), position, kind, audience from read_${generation}.notifications limit 1`,
    )
    const found = await differencesOf(id)
    expect(found).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ path: 'data.labPartnerId', after: otherLab }),
        expect.objectContaining({ path: 'data.lines[0].price', before: 1, after: 49_900 }),
        expect.objectContaining({ path: 'data.nonsense', before: true }),
        expect.objectContaining({ path: 'collect_by' }),
        expect.objectContaining({ table: 'booking_removals', path: 'lab_partner_id', after: ourLab }),
        expect.objectContaining({ table: 'notifications', path: 'owner', before: expect.any(String) }),
      ]),
    )
    const refolded = await refold(database.pool, stream, mending)
    expect(refolded).toMatchObject({ mended: 3, mayMiscount: true, generations: [{ generation }] })
    expect(await differencesOf(id)).toEqual([])
    const mended = await database.asOwner(`select * from read_${generation}.bookings where id = $1`, [id])
    expect(mended.rows).toEqual(right.rows)
    expect(await keptCounts(database, generation)).toEqual(await countedRows(database, generation))

    expect(await refold(database.pool, stream, mending)).toMatchObject({ mended: 0 })
    const { rows } = await database.asOwner('select stream_id, mended, reason, operator from refolds')
    expect(rows).toEqual([{ stream_id: stream, mended: 3, ...why }])
  })

  it('is exact while a projector applies further events to the same rows', async () => {
    startProjector()
    await untilProjected(database)
    const { generation } = (await liveGeneration(database)) as { generation: number }
    const ids = await Promise.all(Array.from({ length: 4 }, place))
    let mended = 0
    const appending = (async () => {
      for (let round = 0; mended < 8; round += 1) {
        const lab = round % 2 === 0 ? ourLab : otherLab
        await Promise.all(ids.map((id) => appender.append(anAppend(id, move(lab)))))
      }
    })()
    while (mended < 8) {
      for (const id of ids) {
        await database.asOwner(
          `update read_${generation}.bookings set data = data || '{"priority": "high"}' where id = $1`,
          [id],
        )
        mended += (await refoldPatiently(database.pool, `booking-${id}`, mending)).mended
      }
    }
    await appending
    await untilProjected(database)
    for (const id of ids) await refoldPatiently(database.pool, `booking-${id}`, mending)
    const verified = await rebuild({ url: database.url, madeFor: 'verify', signal })
    expect(verified.tables.filter(({ different }) => different > 0)).toEqual([])
  })
})

describe('a projector that remembers what a row was before it was mended', () => {
  const database = useTestDatabase()
  const appender = useAppender(database)

  it('does not write it again', async () => {
    const client = await database.pool.connect()
    try {
      const id = randomUUID()
      const generation = await createGeneration(client)
      await goLive(client, generation)
      const data = { ...placed.data, bookingId: id } as never
      await appender.append(anAppend(id, { type: 'BookingPlaced', data }))
      await createFeed(client, generation).next()
      await database.asOwner(`update read_${generation}.bookings set data = data || '{"priority": "high"}'`)
      const feed = createFeed(client, generation)
      await appender.append(anAppend(id, move(ourLab)))
      // computed from the wrong row, and remembered
      await feed.next()
      const stream = `booking-${id}`
      expect(await refold(database.pool, stream, mending)).toMatchObject({ mended: 1, mayMiscount: false })
      await appender.append(anAppend(id, move(otherLab)))
      await feed.next()
      const { rows } = await database.asOwner(
        `select data ->> 'priority' as priority, lab_partner_id as lab from read_${generation}.bookings`,
      )
      expect(rows).toEqual([{ priority: 'medium', lab: otherLab }])
      const { generations } = await compareWithFold(database.pool, stream, modelVersion)
      expect(generations).toMatchObject([{ generation, position: 3, differences: [] }])
    } finally {
      client.release()
    }
  })
})
