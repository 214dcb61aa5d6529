import { UnknownEventError } from '@jaanch/eventlog/events'
import { readLogInOrder, UnreadableEventError } from '@jaanch/eventlog/read'
import { createLog } from '@jaanch/platform/logging'
import { useTestDatabase } from '@jaanch/tests/support/database'
import { headOf, liveGeneration, untilProjected } from '@jaanch/tests/support/read-tables'
import { describe, expect, it } from 'vitest'
import { lockHolders, useProjectors } from '../testing/projecting.ts'
import type { ProjectorOptions } from './projector.ts'

const database = useTestDatabase()
const startProjector = useProjectors(database)
const holders = () => lockHolders(database)
const often = { interval: 20 }

/** The code of an earlier release, which does not have one of the events. */
const readWithout =
  (missing: string): NonNullable<ProjectorOptions['readEvents']> =>
  async (...parameters) => {
    const events = await readLogInOrder(...parameters)
    const unknown = events.find(({ type }) => type === missing)
    if (!unknown) return events
    const { position, type } = unknown
    throw new UnreadableEventError(position, type, new UnknownEventError(`No event type is called ${type}`))
  }

/** Appends events in one statement, so that a projector reads them in one batch. */
async function append(...types: string[]): Promise<void> {
  await database.asOwner(
    `insert into log.events
     select (select coalesce(max(position), 0) from log.events) + n, 'package-' || gen_random_uuid(), 1, type, 1,
            jsonb_build_object('packageId', gen_random_uuid(), 'price', 100), 'system:test', null, null, now(), gen_random_uuid(), 0
       from unnest($1::text[]) with ordinality as t (type, n)`,
    [types],
  )
}

async function stopOf(version?: number) {
  const live = await liveGeneration(database, version)
  const { rows } = await database.asOwner(
    `select position::int, stopped_at::int, stopped_type, stopped_why from read_generations where generation = $1`,
    [live?.generation],
  )
  return rows[0]
}

describe('an event that newer code wrote', () => {
  it('is applied by a standby that knows it: the projector that does not gives up its lock', async () => {
    startProjector({ readEvents: readWithout('PackageUpdated') })
    await append('PackageDeleted')
    await untilProjected(database)
    const [old] = await holders()
    startProjector()
    await append('PackageDeleted', 'PackageUpdated', 'PackageDeleted')
    await untilProjected(database)
    expect(await stopOf()).toMatchObject({ stopped_at: null, position: await headOf(database) })
    expect(await holders()).not.toContain(old)
  })

  it('does not keep the only projector from feeding up to it and from trying again', async () => {
    const version = 90
    const errors: object[] = []
    const log = createLog('test', 'error')
    log.error = ((details: object) => void errors.push(details)) as typeof log.error
    startProjector({ version, log })
    await untilProjected(database, version)
    const before = await headOf(database)
    await append('PackageDeleted', 'PackageDeleted', 'BookingTeleported', 'PackageDeleted')
    await expect.poll(async () => (await stopOf(version)).stopped_at, often).toBe(before + 3)
    expect(await stopOf(version)).toMatchObject({
      position: before + 2,
      stopped_type: 'BookingTeleported',
      stopped_why: 'No event type is called BookingTeleported',
    })
    await expect
      .poll(() => errors)
      .toContainEqual(expect.objectContaining({ position: before + 3, type: 'BookingTeleported' }))

    // stands for a deployment that knows the type
    await changeType(before + 3, 'PackageDeleted')
    await untilProjected(database, version)
    expect(await stopOf(version)).toMatchObject({ stopped_at: null, stopped_why: null })
  })

  it('makes a projector give up its lock also while it builds the first tables of its version', async () => {
    const version = 91
    await append('BookingTeleported')
    startProjector({ version })
    await expect.poll(holders, often).toHaveLength(1)
    const [first] = await holders()
    await expect.poll(holders, often).not.toContain(first)
    await changeType(await headOf(database), 'PackageDeleted')
    await untilProjected(database, version)
  })
})

async function changeType(position: number, type: string): Promise<void> {
  await database.asOwner('alter table log.events disable trigger append_only')
  await database.asOwner('update log.events set type = $2 where position = $1', [position, type])
  await database.asOwner('alter table log.events enable trigger append_only')
}
