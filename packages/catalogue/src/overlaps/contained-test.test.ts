import { describe, expect, it } from 'vitest'
import { containedTest } from './contained-test.ts'

const lipid = { name: 'Lipid Profile', parameterCodes: ['LDL', 'HDL'] }
const checkup = { name: 'Full Body Checkup', parameterCodes: ['HGB', 'HDL', 'LDL'] }
const thyroid = { name: 'Thyroid Profile', parameterCodes: ['TSH'] }
const unknown = { name: 'Scan', parameterCodes: [] }

describe('a test all of whose parameters another test of the person measures', () => {
  it('is part of it, in any order', () => {
    const found = { part: lipid, whole: checkup }
    expect(containedTest([lipid, thyroid, checkup])).toEqual(found)
    expect(containedTest([checkup, lipid])).toEqual(found)
  })

  it('is the second of two with the same parameters', () => {
    const twin = { ...lipid, name: 'Cholesterol' }
    expect(containedTest([lipid, twin])).toEqual({ part: twin, whole: lipid })
  })
})

it('tests that share no or only some parameters, or of which none are known, are no part of each other', () => {
  const overlapping = { name: 'Heart', parameterCodes: ['LDL', 'CRP'] }
  expect(containedTest([checkup, thyroid, overlapping, unknown])).toBeUndefined()
  expect(containedTest([])).toBeUndefined()
})
