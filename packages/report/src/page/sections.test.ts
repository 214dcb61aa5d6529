import { readFileSync } from 'node:fs'
import { catalogueFile, itemsIn } from '@jaanch/catalogue/testing/starter'
import { describe, expect, it } from 'vitest'
import { sectionsOf } from './sections.ts'

const packages = itemsIn(readFileSync(catalogueFile, 'utf8'))
const test = (code: string) => packages.find((entry) => entry.code === code)
const tests = packages
  .filter(({ kind }) => kind === 'test')
  .map(({ name, parameters }) => ({ name, codes: parameters }))
const codesOf = (entry: (typeof packages)[number]) => [
  ...new Set(
    entry.kind === 'package' ? entry.tests.flatMap((code) => test(code)?.parameters ?? []) : entry.parameters,
  ),
]

describe('the sections of a report', () => {
  it.each(packages.filter(({ kind }) => kind === 'package'))(
    'of $name are its tests that measure something more',
    (entry) => {
      const sections = sectionsOf([{ name: entry.name, codes: codesOf(entry) }], tests)
      const seen = new Set<string>()
      const adding = entry.tests.map(test).filter((each) => {
        const before = seen.size
        for (const code of each?.parameters ?? []) seen.add(code)
        return seen.size > before
      })
      expect(sections.map(({ title }) => title)).toEqual(adding.map((each) => each?.name))
      expect(sections.flatMap(({ codes }) => codes)).toEqual(codesOf(entry))
    },
  )

  it('are one for a single test', () => {
    for (const { name, codes } of tests) expect(sectionsOf([{ name, codes }], tests)).toHaveLength(1)
  })

  it('contain each parameter once if two orders overlap', () => {
    const lipid = { name: 'Lipid Profile', codes: test('LIPID')?.parameters ?? [] }
    const heart = { name: 'Heart Care', codes: codesOf(test('PKG-HEART') as (typeof packages)[number]) }
    const codes = sectionsOf([lipid, heart], tests).flatMap((section) => section.codes)
    expect(new Set(codes).size).toBe(codes.length)
    expect(new Set(codes)).toEqual(new Set(heart.codes))
  })

  it('have the name of the order for parameters that belong to no test', () => {
    expect(sectionsOf([{ name: 'House special', codes: ['HGB', 'TSH', 'MCV'] }], tests)).toEqual([
      { title: 'House special', codes: ['HGB'] },
      { title: 'TSH', codes: ['TSH'] },
      { title: 'House special', codes: ['MCV'] },
    ])
  })
})
