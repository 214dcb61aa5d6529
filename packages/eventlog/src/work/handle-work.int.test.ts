import { randomUUID } from 'node:crypto'
import { placed } from '@jaanch/booking/testing/bookings'
import { createTestAppender, useTestDatabase } from '@jaanch/tests/support/database'
import { anAppend } from '@jaanch/tests/support/histories'
import { describe, expect, it } from 'vitest'
import { UnreadableEventError } from '../read.ts'
import { readSpans } from './handle-work.ts'

const database = useTestDatabase()

describe('reading the events that a consumer wants', () => {
  it('ends a span before an event that cannot be read, if the consumer wants it, and omits all others', async () => {
    const appender = createTestAppender({ pool: database.pool })
    const good = anAppend(randomUUID(), placed)
    const { position } = await appender.append(good)
    await appender.close()
    const { rows } = await database.asOwner('select last_position::int as last from log.append_batch($1)', [
      JSON.stringify([
        {
          id: randomUUID(),
          stream: good.streamId,
          actor: 'system:future',
          events: [
            { type: 'NotInventedYet', schema: 1, data: {} },
            { type: placed.type, schema: 2, data: placed.data },
          ],
        },
      ]),
    ])
    const upto = rows[0].last
    const read = (consumer: string) =>
      readSpans(database.pool, [
        { consumer, streamId: good.streamId, since: position - 1, upto },
        { consumer, streamId: 'booking-unknown', since: 0, upto },
      ])
    const [unreadable, unknown] = await read('orders')
    expect(unreadable?.events).toEqual([expect.objectContaining({ position })])
    expect(unreadable?.unreadable).toMatchObject({ position: upto, isNewer: true })
    expect(unreadable?.readStream).toThrow(UnreadableEventError)
    expect(unknown).toMatchObject({ events: [] })
    expect(unknown?.unreadable).toBeUndefined()
    for (const { events, unreadable } of await read('prescriptions'))
      expect({ events, unreadable }).toEqual({ events: [] })
  })

  it('reads the whole stream with a span, and validates an event once for all its consumers', async () => {
    const appender = createTestAppender({ pool: database.pool })
    const { streamId, ...append } = anAppend(randomUUID(), placed, placed)
    const { position } = await appender.append({ ...append, streamId })
    await appender.close()
    const span = { streamId, since: position - 1, upto: position }
    const [one, other] = await readSpans(database.pool, [
      { consumer: 'orders', ...span },
      { consumer: 'reminders', ...span },
    ])
    expect(one?.events.map((event) => event.position)).toEqual([position])
    expect(one?.readStream().map((event) => event.position)).toEqual([position - 1, position])
    expect(other?.events[0]).toBe(one?.events[0])
  })
})
