import { randomUUID } from 'node:crypto'
import { placed } from '@jaanch/domain/testing/bookings'
import { useTestDatabase } from '@jaanch/tests/support/database'
import { anAppend } from '@jaanch/tests/support/histories'
import { describe, expect, it } from 'vitest'
import { createAppender } from './appender.ts'
import { readSpans, readStreams, UnreadableEventError } from './read.ts'

const database = useTestDatabase()

describe('reading several streams in one query', () => {
  it('fails only for the stream with an unreadable event', async () => {
    const appender = createAppender({ pool: database.pool })
    const good = anAppend(randomUUID(), placed)
    await appender.append(good)
    await appender.close()
    const stream = `booking-${randomUUID()}`
    await database.asOwner('select log.append($1)', [
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
    const all = { since: 0, upto: 10 }
    const spans = await readSpans(database.pool, [
      { streamId: stream, ...all },
      { streamId: good.streamId, ...all },
    ])
    expect(spans).toEqual([bad, read])
  })
})
