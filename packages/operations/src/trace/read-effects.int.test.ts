import { randomUUID } from 'node:crypto'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import { useTestDatabase } from '@jaanch/tests/support/database'
import { expect, it } from 'vitest'
import { readPositions } from '../events/events.ts'
import { readWithEffects } from './read-effects.ts'

const database = useTestDatabase()

it.each(['fasting-reminder', 'report-late'])(
  'the effects of an event have what its timer of the kind %s appended',
  async (kind) => {
    const stream = `booking-${randomUUID()}`
    const { rows } = await database.asOwner(
      'insert into timers (kind, stream_id, due_at) values ($1, $2, now()) returning id',
      [kind, stream],
    )
    const position = kind === 'report-late' ? 1 : 11
    await database.asOwner(
      `insert into log.events
       select $1::int + n, $2, n + 1, 'Usual', 1, '{}', 'system:test', null, case n when 1 then $1::int end, now(),
              case n when 0 then gen_random_uuid() else $3 end, 0
         from generate_series(0, 1) n`,
      [position, stream, appendIdOf('timers', rows[0].id)],
    )
    const events = await readWithEffects(database.pool, await readPositions(database.pool, [position]))
    expect(events.map((event) => event.position)).toEqual([position, position + 1])
  },
)
