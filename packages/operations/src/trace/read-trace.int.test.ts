import { randomUUID } from 'node:crypto'
import { appendIdOf } from '@jaanch/eventlog/idempotency'
import { useTestDatabase } from '@jaanch/tests/support/database'
import { expect, it } from 'vitest'
import { readPositions } from '../events/events.ts'
import { timers } from '../work/declared.ts'
import { readWithEffects } from './read-trace.ts'

const database = useTestDatabase()

it.each(timers.map(({ kind }) => kind))(
  'the effects of an event have what its timer of the kind %s appended',
  async (kind) => {
    const stream = `booking-${randomUUID()}`
    const { rows } = await database.asOwner(
      'insert into timers (kind, stream_id, due_at) values ($1, $2, now()) returning id',
      [kind, stream],
    )
    const position = 10 * timers.findIndex((timer) => timer.kind === kind) + 1
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

it('the effects of a critical value have the reminders of its call, and of no other call', async () => {
  const stream = `booking-${randomUUID()}`
  const { rows } = await database.asOwner(
    "insert into timers (kind, stream_id, due_at) values ('critical-value', $1, now()) returning id",
    [stream],
  )
  const callId = randomUUID()
  const reminderOf = (call: string) => appendIdOf('timers', rows[0].id, call, 2)
  await database.asOwner(
    `insert into log.events
     select 101 + n, $1, n + 1, case n when 0 then 'CriticalValueFound' else 'CriticalValueReminded' end, 1,
            jsonb_build_object('callId', $2::text), 'system:critical', null, null, now(), append_id, 0
       from unnest(array[0, 1, 2], $3::uuid[]) e (n, append_id)`,
    [stream, callId, [randomUUID(), reminderOf(callId), reminderOf(randomUUID())]],
  )
  const events = await readWithEffects(database.pool, await readPositions(database.pool, [101]))
  expect(events.map(({ position, causationId }) => [position, causationId])).toEqual([
    [101, null],
    [102, 101],
  ])
})
