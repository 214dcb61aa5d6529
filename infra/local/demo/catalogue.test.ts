import { readFileSync } from 'node:fs'
import { faultsOf } from '@jaanch/catalogue/check'
import type { Analyte } from '@jaanch/catalogue/parameters/analytes'
import { tubesOf } from '@jaanch/collection/custody/containers'
import { stabilityKindOf, stabilityOf } from '@jaanch/collection/custody/stability'
import { calculated, stabilityRows } from '@jaanch/collection/custody/stability-table'
import { describe, expect, it } from 'vitest'
import { type CatalogueEntry, readCatalogue } from './catalogue.ts'

type Entry = CatalogueEntry

const catalogue = readCatalogue()
const { parameters, entries: packages } = catalogue
const tests = packages.filter((p) => p.kind === 'test')
const bundles = packages.filter((p) => p.kind === 'package')
const testOf = new Map(tests.map((t) => [t.code, t]))

/** The codes of the entries that break a rule: every rule expects an empty list. */
const breaking = (list: Entry[], holds: (entry: Entry) => boolean) =>
  list.filter((entry) => !holds(entry)).map((entry) => entry.code)

const testsIn = (entry: Entry): Entry[] =>
  entry.tests.flatMap((code) => {
    const found = testOf.get(code)
    return found ? [found] : []
  })
const percentOff = (entry: Entry) =>
  Math.round(((entry.originalPrice - entry.price) / entry.originalPrice) * 100)
const distinct = (list: string[]) => new Set(list).size === list.length

it('the starter catalogue with the prices of the demo has 146 parameters, 88 tests and 16 packages, and no fault', () => {
  expect([parameters.length, tests.length, bundles.length]).toEqual([146, 88, 16])
  expect(faultsOf(catalogue)).toEqual([])
})

it('every parameter of the starter catalogue is measured by a test', () => {
  const measured = new Set(tests.flatMap((t) => t.parameters))
  expect(parameters.filter((p) => !measured.has(p.code)).map((p) => p.code)).toEqual([])
})

it('the file of the starter catalogue carries the notice of LOINC', () => {
  const file = new URL('../../../packages/catalogue/src/starter/starter.json', import.meta.url)
  const { loincNotice } = JSON.parse(readFileSync(file, 'utf8')) as { loincNotice: string }
  expect(loincNotice).toContain('LOINC is copyright Regenstrief Institute, Inc.')
})

describe('tests and packages', () => {
  it('include no package whose price or original price is higher than that of its tests together', () => {
    const sum = (p: Entry, pick: (t: Entry) => number) => testsIn(p).reduce((total, t) => total + pick(t), 0)
    const holds = (p: Entry) =>
      p.price <= sum(p, (t) => t.price) && p.originalPrice <= sum(p, (t) => t.originalPrice)
    expect(breaking(bundles, holds)).toEqual([])
  })

  it('match the banner: the fever panel is 30 percent off [S2.5.1]', () => {
    const fever = packages.find((p) => p.code === 'PKG-FEVER')
    expect(fever?.name).toMatch(/fever panel/i)
    expect(fever && percentOff(fever)).toBe(30)
  })

  it('list every tube to collect once, and in a package those of all its tests', () => {
    const keys = (p: Entry) => p.specimens.map((s) => `${s.specimen} in ${s.container}`)
    expect(breaking(packages, (p) => distinct(keys(p)))).toEqual([])
    const holds = (p: Entry) =>
      new Set(testsIn(p).flatMap(keys)).size === p.specimens.length &&
      testsIn(p)
        .flatMap(keys)
        .every((key) => keys(p).includes(key))
    expect(breaking(bundles, holds)).toEqual([])
  })

  it('ask for fasting exactly when there are hours to fast, and say so in the preparation', () => {
    const holds = (p: Entry) => p.fasting === 0 || (p.preparation ?? '').includes(`for ${p.fasting} `)
    expect(breaking(packages, holds)).toEqual([])
  })

  it('give a package the longest fasting and turnaround of its tests, and their restrictions', () => {
    const holds = (p: Entry) => {
      const inside = testsIn(p)
      return (
        p.fasting === Math.max(...inside.map((t) => Number(t.fasting))) &&
        (p.reportHours ?? 0) === Math.max(...inside.map((t) => t.reportHours ?? 0)) &&
        inside.every((t) => t.gender === 'both' || t.gender === p.gender)
      )
    }
    expect(breaking(bundles, holds)).toEqual([])
  })

  it('ask for consent if HIV is tested', () => {
    const tested = packages.filter((p) => p.code === 'HIV' || p.tests.includes('HIV'))
    expect(tested.length).toBeGreaterThan(1)
    expect(breaking(tested, (p) => (p.preparation ?? '').includes('written consent'))).toEqual([])
  })
})

describe('the four health concerns of the home page', () => {
  it.each(['Diabetes', 'Heart', 'Fever', 'Energy Fatigue'])(
    'a search for %s finds at least four',
    (query) => {
      const words = query.toLowerCase().split(' ')
      const found = packages.filter((p) => words.every((word) => p.conditions.includes(word)))
      expect(found.length).toBeGreaterThanOrEqual(4)
      expect(found.some((p) => p.kind === 'test')).toBe(true)
      expect(found.some((p) => p.kind === 'package')).toBe(true)
    },
  )

  it('energy and fatigue lead to thyroid, iron, B12, vitamin D and the blood count', () => {
    const expected = ['TFT', 'FTFT', 'TSH', 'IRON', 'FERR', 'B12', 'VITD', 'CBC']
    const found = packages.filter((p) => p.conditions.includes('energy') && p.conditions.includes('fatigue'))
    expect(found.map((p) => p.code)).toEqual(expect.arrayContaining(expected))
  })
})

describe('the stability windows', () => {
  const rowOf = new Map<string, (typeof stabilityRows)[number]>(
    stabilityRows.flatMap((row) => row.analytes.map((analyte) => [analyte, row] as const)),
  )
  const listed = [...stabilityRows.flatMap((row) => row.analytes), ...calculated]

  it('have each parameter of the catalogue once, and no other', () => {
    expect(listed.toSorted()).toEqual(parameters.map(({ code }) => code).toSorted())
  })

  it('have each parameter in a container that its test takes', () => {
    expect(
      breaking(tests, ({ specimens, parameters: codes }) => {
        const kinds = specimens.map(stabilityKindOf)
        return codes.every(
          (code) => calculated.has(code as Analyte) || kinds.includes(rowOf.get(code)?.container ?? null),
        )
      }),
    ).toEqual([])
  })

  it('leave a range of temperatures for a tube that all tests share', () => {
    const tubes = tubesOf(tests)
    for (const tube of tubes) {
      const measured = tests
        .filter(({ name }) => tube.tests.includes(name))
        .map((test) => parameters.filter(({ code }) => test.parameters.includes(code)))
      const { minC, maxC } = stabilityOf({ ...tube, tests: measured })
      expect(maxC).toBeGreaterThan(minC ?? Number.NaN)
    }
  })
})
