import { readFileSync } from 'node:fs'
import { tubesOf } from '@jaanch/domain/booking/tubes'
import { stabilityKindOf, stabilityOf } from '@jaanch/domain/custody/stability'
import { calculated, stabilityRows } from '@jaanch/domain/custody/stability-table'
import type { Analyte } from '@jaanch/domain/report/analytes'
import type { Interval } from '@jaanch/domain/report/parameter'
import { describe, expect, it } from 'vitest'
import { type CatalogueEntry, readCatalogue } from './catalogue.ts'

type Entry = CatalogueEntry

const file = readFileSync(
  new URL('../../../packages/catalogue/src/starter/starter.json', import.meta.url),
  'utf8',
)
const notes = JSON.parse(file) as { note: string; loincNotice: string }
const { parameters, entries: packages } = readCatalogue()
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
const parametersIn = (entry: Entry): Set<string> => new Set(entry.parameters)
const percentOff = (entry: Entry) =>
  Math.round(((entry.originalPrice - entry.price) / entry.originalPrice) * 100)
const distinct = (list: string[]) => new Set(list).size === list.length

function checkDigitHolds(loinc: string): boolean {
  const digits = loinc.replace('-', '').split('').map(Number).reverse()
  const sum = digits.reduce((total, digit, place) => {
    const doubled = place % 2 === 1 ? digit * 2 : digit
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return /^\d{1,7}-\d$/.test(loinc) && sum % 10 === 0
}

describe('the catalogue as a whole', () => {
  it('contains 146 parameters, 88 tests and 16 packages, each code once', () => {
    expect([parameters.length, tests.length, bundles.length, packages.length]).toEqual([146, 88, 16, 104])
    expect(distinct(parameters.map((p) => p.code))).toBe(true)
    expect(distinct(packages.map((p) => p.code))).toBe(true)
    expect(distinct(packages.map((p) => p.name))).toBe(true)
  })

  it('stays below 400 kB and carries the notice of LOINC', () => {
    expect(Buffer.byteLength(file)).toBeLessThan(400_000)
    expect(notes.loincNotice).toContain('LOINC is copyright Regenstrief Institute, Inc.')
    expect(notes.note).not.toBe('')
  })
})

describe('parameters', () => {
  it('have LOINC codes with a valid check digit, each used once', () => {
    const codes = parameters.flatMap((p) => (p.loinc === null ? [] : [p.loinc]))
    expect(codes.filter((code) => !checkDigitHolds(code))).toEqual([])
    expect(distinct(codes)).toBe(true)
  })

  it('have either a unit with ordered intervals or a list of options that contains the normal one', () => {
    const ordered = (i: Interval | null) =>
      i !== null && (i.low === null || i.high === null || i.low < i.high)
    const broken = parameters.filter((p) =>
      p.options === null
        ? p.ucum === null || !ordered(p.male) || !ordered(p.female)
        : p.ucum !== null || p.male !== null || (p.normal !== null && !p.options.includes(p.normal)),
    )
    expect(broken.map((p) => p.code)).toEqual([])
  })

  it('are all measured by at least one test', () => {
    const measured = new Set(tests.flatMap((t) => t.parameters))
    expect(parameters.filter((p) => !measured.has(p.code)).map((p) => p.code)).toEqual([])
  })
})

describe('tests and packages', () => {
  it('refer only to parameters and tests that exist', () => {
    const known = new Set(parameters.map((p) => p.code))
    expect(tests.flatMap((t) => t.parameters).filter((code) => !known.has(code))).toEqual([])
    expect(bundles.flatMap((p) => p.tests).filter((code) => !testOf.has(code))).toEqual([])
  })

  it('count the different parameters that the customer gets', () => {
    expect(
      breaking(packages, (p) => p.testsIncluded >= 1 && p.testsIncluded === parametersIn(p).size),
    ).toEqual([])
  })

  it('have prices in whole rupees that never exceed the original price', () => {
    const holds = (p: Entry) =>
      p.price % 100 === 0 && p.originalPrice % 100 === 0 && p.price > 0 && p.price <= p.originalPrice
    expect(breaking(packages, holds)).toEqual([])
  })

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

  it('use one of the five sample types, which agrees with the specimens', () => {
    const typeOf = (specimen: string) =>
      /urine/i.test(specimen)
        ? 'urine'
        : /stool/i.test(specimen)
          ? 'stool'
          : /swab/i.test(specimen)
            ? 'saliva'
            : 'blood'
    const holds = (p: Entry) => {
      const kinds = new Set(p.specimens.map((s) => typeOf(s.specimen)))
      return p.specimens.length > 0 && p.sampleType === (kinds.size > 1 ? 'mixed' : [...kinds][0])
    }
    expect(breaking(packages, holds)).toEqual([])
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
