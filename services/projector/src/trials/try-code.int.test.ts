import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { assigned, placed } from '@jaanch/booking/testing/bookings'
import { useAppender, useTestDatabase } from '@jaanch/tests/support/database'
import { anAppend } from '@jaanch/tests/support/histories'
import { liveGeneration, untilProjected } from '@jaanch/tests/support/read-tables'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signal, useProjectors } from '../testing/projecting.ts'
import { openOtherCode, tryCode } from './try-code.ts'

const root = resolve(import.meta.dirname, '../../../..')

const database = useTestDatabase()
const appender = useAppender(database)
const startProjector = useProjectors(database, afterAll)
let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'jaanch-other-code-'))
  startProjector()
  for (let n = 0; n < 3; n += 1) {
    const id = randomUUID()
    const first = { type: 'BookingPlaced', data: { ...placed.data, bookingId: id } } as never
    await appender.append(anAppend(id, ...(n === 0 ? [first] : [first, assigned])))
  }
  await untilProjected(database)
})

afterAll(() => rm(directory, { recursive: true }))

const tryIn = (code: string) => tryCode(code, { url: database.serviceUrl, signal })

const generations = async () =>
  (await database.asOwner("select generation from read_generations where state <> 'dropped'")).rows

describe('a trial of other code', () => {
  it('shows exactly what a changed line of the projections changes, and leaves the live tables', async () => {
    const before = await liveGeneration(database)
    const projections = join(directory, 'packages/booking-stream/src')
    await cp(join(root, 'packages/booking-stream/src'), projections, { recursive: true })
    const file = join(projections, 'bookings.ts')
    const code = await readFile(file, 'utf8')
    const changed = code.replace(
      'data: booking,',
      "data: booking.labPartnerId ? { ...booking, priority: 'high' } : booking,",
    )
    expect(changed).not.toBe(code)
    await writeFile(file, changed)
    const { different, tables } = await tryIn(directory)
    expect(different).toBe(2)
    const { examples = [] } = tables.find(({ table }) => table === 'bookings') ?? {}
    for (const { live, rebuilt } of examples) {
      expect(live).toEqual({ data: { priority: 'medium' } })
      expect(rebuilt).toEqual({ data: { priority: 'high' } })
    }
    expect(examples).toHaveLength(2)
    expect(await generations()).toEqual([{ generation: before?.generation }])
  })

  it('finds no difference with the code of this checkout, whose libraries are beside it', async () => {
    expect(await tryIn(root)).toMatchObject({ different: 0, wentLive: false, notCompared: [] })
  })

  it('compares what both versions have, and names the rest', async () => {
    const projector = join(directory, 'services/projector/src')
    await cp(join(root, 'packages/booking-stream/src'), join(directory, 'packages/booking-stream/src'), {
      recursive: true,
    })
    await cp(join(root, 'services/projector/src'), projector, { recursive: true })
    const tables = join(projector, 'generations/generation.sql')
    const definition = await readFile(tables, 'utf8')
    await writeFile(
      tables,
      definition
        .replace(/ +report_id +uuid[^\n]*\n/, '')
        .replace(/create index [^;]*report_id[^;]*;\n/, '')
        .replace(
          '  visit_time      text',
          "  first_price text generated always as (data ->> 'total') stored,\n  visit_time      text",
        ),
    )
    const { different, notCompared, tables: compared } = await tryIn(directory)
    expect(different).toBe(0)
    expect(notCompared).toEqual([
      'Only in the running code: bookings.report_id.',
      'Only in the other code: bookings.first_price.',
    ])
    expect(compared).toContainEqual(expect.objectContaining({ table: 'bookings', live: 3, rebuilt: 3 }))
  })

  it('refuses what is neither another directory with projections nor a commit', async () => {
    await expect(openOtherCode('no-such-branch')).rejects.toThrow('neither a release beside the running one')
    await expect(openOtherCode(import.meta.dirname)).rejects.toThrow('it has no packages/booking-stream')
    await mkdir(join(directory, 'running'))
    await expect(openOtherCode('running', join(directory, 'running'))).rejects.toThrow('is the running code')
  })

  it.skipIf(!existsSync(resolve(root, '.git')))(
    'takes the code of a commit rather than a directory of the same name, and removes it',
    async () => {
      await mkdir(join(directory, 'HEAD/packages/booking-stream/src'), { recursive: true })
      const { directory: code, remove } = await openOtherCode('HEAD', join(directory, 'running'))
      expect(existsSync(join(code, 'services/projector/src/generations/generation.sql'))).toBe(true)
      await remove()
      expect(existsSync(code)).toBe(false)
    },
  )
})
