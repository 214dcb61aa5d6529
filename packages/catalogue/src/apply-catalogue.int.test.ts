import { randomUUID } from 'node:crypto'
import { useTestDatabase } from '@jaanch/tests/support/database'
import { describe, expect, it } from 'vitest'
import type { CatalogueItem } from './api.ts'
import { applyCatalogue, CatalogueChangedError } from './apply-catalogue.ts'
import { type Catalogue, emptyCatalogue } from './catalogue.ts'
import { inThread } from './file/file-thread.ts'
import { planHere } from './plan-change.ts'
import { readStoredCatalogue, readStoredText, readUnitsInUse } from './read-catalogue.ts'
import { readStarter } from './starter/starter.ts'
import { rightSheets, workbookOf } from './testing/workbook.ts'

const database = useTestDatabase()
const origin = { source: 'import', actor: 'system:test' } as const

const apply = (next: Catalogue | ((before: Catalogue) => Catalogue), version?: string) =>
  applyCatalogue(
    database.pool,
    randomUUID(),
    planHere(({ catalogue }) => (typeof next === 'function' ? next(catalogue) : next)),
    { ...origin, version },
  )
const stored = () => readStoredCatalogue(database.pool)

/** Imports a workbook, which must have no problems. */
const importFile = (bytes: Uint8Array) =>
  applyCatalogue(
    database.pool,
    randomUUID(),
    async (text, change) => {
      const planned = await inThread('planImport', { name: 'catalogue.xlsx', bytes, stored: text }, change)
      if ('refused' in planned) throw new Error(planned.refused)
      return planned.plan
    },
    origin,
  )

async function packageEvents(code: string) {
  const { rows } = await database.asOwner(
    `select type, data from log.events where stream_id = 'package-' || (select id from packages where code = $1) order by position`,
    [code],
  )
  return rows.map(({ type, data }) => [type, data.price])
}

/** @returns a priced starter: every test costs ₹100 */
function priced(): Catalogue {
  const starter = readStarter()
  return { ...starter, items: starter.items.map((item) => ({ ...item, price: 10_000 })) }
}

const changed = (catalogue: Catalogue, code: string, change: Partial<CatalogueItem>): Catalogue => ({
  ...catalogue,
  items: catalogue.items.map((item) => (item.code === code ? { ...item, ...change } : item)),
})

describe('a stored catalogue', () => {
  it('the starter is stored as it is, and nobody can book its tests before they have a price', async () => {
    await apply(emptyCatalogue)
    expect(await apply(readStarter())).toMatchObject({ ended: 0, changed: 0 })
    const { catalogue } = await stored()
    expect(catalogue.parameters.toSorted(byCode)).toEqual(readStarter().parameters.toSorted(byCode))
    expect(catalogue.items.toSorted(byCode)).toEqual(readStarter().items.toSorted(byCode))
    expect(catalogue.intervals).toHaveLength(readStarter().intervals.length)
    const { rows } = await database.asOwner('select count(*)::int as n from packages where is_active')
    expect(rows).toEqual([{ n: 0 }])
    expect(await apply(readStarter())).toMatchObject({ added: 0, changed: 0, ended: 0 })
  })

  it('its export, imported again, changes nothing, and the import of an earlier export undoes a change', async () => {
    await apply(priced())
    const before = await stored()
    const file = await inThread('write', 'xlsx', await readStoredText(database.pool))
    await apply((catalogue) =>
      changed({ ...catalogue, intervals: [] }, 'CBC', { price: 5_000, name: 'Blood count' }),
    )
    expect((await stored()).version).not.toBe(before.version)
    await importFile(file)
    expect((await stored()).catalogue).toEqual(before.catalogue)
    expect(await importFile(file)).toMatchObject({ added: 0, changed: 0, ended: 0 })
  })

  it('a price that changes, ends and comes back has its event each time, in the transaction of the rows', async () => {
    await apply(changed(priced(), 'ESR', { price: null }))
    await apply(priced())
    await apply((catalogue) => changed(catalogue, 'ESR', { price: 12_000 }))
    await apply((catalogue) => ({
      ...catalogue,
      items: catalogue.items.filter(({ code }) => code !== 'ESR'),
    }))
    await apply((catalogue) => ({
      ...catalogue,
      items: [...catalogue.items, priced().items.find(({ code }) => code === 'ESR') as CatalogueItem],
    }))
    expect((await packageEvents('ESR')).slice(-4)).toEqual([
      ['PackageCreated', 10_000],
      ['PackageUpdated', 12_000],
      ['PackageDeleted', undefined],
      ['PackageCreated', 10_000],
    ])
    const { rows } = await database.asOwner(
      "select data from log.events where type = 'CatalogueChanged' order by position desc limit 1",
    )
    expect(rows[0]).toEqual({ data: { source: 'import', added: 1, changed: 0, ended: 0 } })
  })

  it('a test keeps its id when it ends and returns, and a package follows its tests', async () => {
    await apply(priced())
    const idOf = async (code: string) =>
      (await database.asOwner('select * from packages where code = $1', [code])).rows[0]
    const { id } = await idOf('CBC')
    const fever = await idOf('PKG-FEVER')
    await apply((catalogue) =>
      changed(catalogue, 'CBC', { parameters: ['HGB'], fasting: 14, reportHours: 90 }),
    )
    const later = await idOf('PKG-FEVER')
    expect(later.parameter_codes.length).toBeLessThan(fever.parameter_codes.length)
    expect(later).toMatchObject({ fasting_hours: 14, turnaround_hours: 90, report_delivery_time: '4 days' })
    expect((await idOf('CBC')).id).toBe(id)
  })

  it('a parameter that is no longer listed stays for its results, and its unit is known to be in use', async () => {
    await apply(priced())
    await database.asOwner(
      `with s as (insert into report_submissions (report_id, booking_id, is_reviewed, request_hash)
                  values ($1, $1, true, '') returning report_id)
       insert into report_values (report_id, place, code, value, result) select report_id, 1, 'HGB', '12', '{}' from s`,
      [randomUUID()],
    )
    expect(await readUnitsInUse(database.pool)).toEqual({ HGB: { ucum: 'g/dL', unit: 'g/dL' } })
    await apply((catalogue) => ({
      parameters: catalogue.parameters.filter(({ code }) => code !== 'HGB'),
      intervals: catalogue.intervals.filter(({ parameter }) => parameter !== 'HGB'),
      items: catalogue.items.map((item) => ({
        ...item,
        parameters: item.parameters.filter((code) => code !== 'HGB'),
      })),
    }))
    expect((await stored()).catalogue.parameters.some(({ code }) => code === 'HGB')).toBe(false)
    const { rows } = await database.asOwner("select is_active from parameters where code = 'HGB'")
    expect(rows).toEqual([{ is_active: false }])
    await apply(priced())
    expect((await stored()).catalogue.parameters.some(({ code }) => code === 'HGB')).toBe(true)
  })

  it('a test of the form that ended comes back as the same test, with the export of before', async () => {
    await apply(priced())
    const id = randomUUID()
    await database.asOwner(
      `insert into packages (id, name, category, price) values ($1, 'Own test of the form', 'Other', 5000)`,
      [id],
    )
    const before = (await stored()).catalogue
    await apply((catalogue) => ({
      ...catalogue,
      items: catalogue.items.filter(({ name }) => name !== 'Own test of the form'),
    }))
    await apply(before)
    expect((await stored()).catalogue).toEqual(before)
    const { rows } = await database.asOwner(
      `select id, deleted_at from packages where name = 'Own test of the form'`,
    )
    expect(rows).toEqual([{ id, deleted_at: null }])
  })

  it('a change of what somebody else changed meanwhile is refused, and leaves nothing', async () => {
    await apply(priced())
    const { version } = await stored()
    await apply((catalogue) => changed(catalogue, 'CBC', { price: 11_000 }))
    const before = await stored()
    await expect(apply(readStarter(), version)).rejects.toThrow(CatalogueChangedError)
    expect(await stored()).toEqual(before)
  })

  it('of many changes at once each is made on the ones before', async () => {
    await apply(priced())
    const codes = ['CBC', 'ESR', 'TSH']
    await Promise.all(codes.map((code) => apply((catalogue) => changed(catalogue, code, { price: 7_700 }))))
    const { catalogue } = await stored()
    for (const code of codes) expect(catalogue.items.find((item) => item.code === code)?.price).toBe(7_700)
  })

  it('one whose transaction fails leaves neither rows nor events', async () => {
    await apply(priced())
    const before = await stored()
    const { rows: events } = await database.asOwner('select count(*)::int as n from log.events')
    const broken = (catalogue: Catalogue) => changed(catalogue, 'CBC', { price: -1, name: 'Broken' })
    await expect(apply(broken)).rejects.toThrow()
    expect(await stored()).toEqual(before)
    expect((await database.asOwner('select count(*)::int as n from log.events')).rows).toEqual(events)
  })

  it('a catalogue of another laboratory takes the place of it', async () => {
    await apply(priced())
    const bytes = await workbookOf(rightSheets())
    const text = await readStoredText(database.pool)
    const preview = await inThread('preview', { name: 'own.xlsx', bytes, stored: text }, 5)
    expect(preview).toMatchObject({ problems: [], problemCount: 0, counts: { packages: { added: 1 } } })
    expect(preview.changes).toHaveLength(5)
    const { parameters, intervals, tests, packages } = preview.counts
    const { added, changed: others, ended } = await importFile(bytes)
    const sum = (of: 'added' | 'ended') => parameters[of] + intervals[of] + tests[of] + packages[of]
    expect([added, ended]).toEqual([sum('added'), sum('ended')])
    expect(others).toBeGreaterThan(0)
    const { catalogue } = await stored()
    expect(catalogue.items.map(({ code }) => code).toSorted()).toEqual(['CBC', 'GLU', 'PKG', 'XRAY'])
    const { rows } = await database.asOwner(
      'select code from packages where is_active and deleted_at is null order by code',
    )
    expect(rows.map(({ code }) => code)).toEqual(['CBC', 'GLU', 'PKG'])
  })
})

function byCode(a: { code: string }, b: { code: string }): number {
  return a.code < b.code ? -1 : 1
}
