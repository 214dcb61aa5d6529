import { randomUUID } from 'node:crypto'
import { placed } from '@jaanch/booking/testing/bookings'
import { createTestAppender, removeEvent, useTestDatabase } from '@jaanch/tests/support/database'
import { anAppend } from '@jaanch/tests/support/histories'
import { describe, expect, it } from 'vitest'
import { LogGapError, readLogInOrder, readStreams, UnreadableEventError } from './read.ts'

const database = useTestDatabase()

describe('reading several streams in one query', () => {
  it('fails only for the stream with an unreadable event', async () => {
    const appender = createTestAppender({ pool: database.pool })
    const good = anAppend(randomUUID(), placed)
    await appender.append(good)
    await appender.close()
    const stream = `booking-${randomUUID()}`
    await database.asOwner('select log.append_batch($1)', [
      JSON.stringify([
        {
          id: randomUUID(),
          stream,
          actor: 'system:future',
          events: [{ type: 'NotInventedYet', schema: 1, data: {} }],
        },
      ]),
    ])
    const [bad, read, none] = await readStreams(database.pool, [stream, good.streamId, 'booking-unknown'])
    expect(bad).toBeInstanceOf(UnreadableEventError)
    expect(read).toMatchObject([{ type: placed.type, streamId: good.streamId }])
    expect(none).toEqual([])
  })
})

describe('reading the log in order', () => {
  it('ends before a gap, and fails at it', async () => {
    const appender = createTestAppender({ pool: database.pool })
    const { position } = await appender.append(anAppend(randomUUID(), placed, placed, placed))
    await appender.close()
    await removeEvent(database, position - 1)
    const positions = async (after: number) =>
      (await readLogInOrder(database.pool, after, 10)).map((event) => event.position)
    expect(await positions(position - 3)).toEqual([position - 2])
    await expect(positions(position - 2)).rejects.toThrow(LogGapError)
    expect(await positions(position - 1)).toEqual([position])
  })
})
