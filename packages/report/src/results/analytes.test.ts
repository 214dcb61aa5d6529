import { readFileSync } from 'node:fs'
import { analyteOf, analytes, isLoinc, loincsOf, unitOfAnalyte } from '@jaanch/catalogue/parameters/analytes'
import { fromTableUnit, measuredAs, toTableUnit } from '@jaanch/catalogue/parameters/units'
import { catalogueFile, parameterFinder, parametersIn } from '@jaanch/catalogue/testing/starter'
import { calculated, stabilityRows } from '@jaanch/collection/custody/stability-table'
import { describe, expect, it } from 'vitest'
import { biologicalVariation, variationOf } from '../delta/biological-variation.ts'
import { deltaLimits, hasDeltaLimit, isLifelong } from '../delta/delta.ts'
import { plausibleRanges } from '../intervals/plausible.ts'
import { explanationsOf } from '../page/explanations.ts'

const starterFile = readFileSync(catalogueFile, 'utf8')
const starterParameter = parameterFinder(starterFile)
const starterParameters = [...parametersIn(starterFile).values()]

describe('analyteOf', () => {
  it('the analyte of each parameter of the starter catalogue is known, with the unit of its numbers', () => {
    expect(starterParameters.map(({ code, ucum }) => [code, ucum])).toEqual(
      analytes.map((analyte) => [analyte, unitOfAnalyte(analyte)]),
    )
    for (const parameter of starterParameters) expect(analyteOf(parameter)).toBe(parameter.code)
  })

  it('the analyte of a parameter is found by its LOINC code, and not by its code', () => {
    expect(analyteOf({ loinc: '718-7', name: 'Hb' })).toBe('HGB')
    expect(analyteOf({ loinc: '14682-9', name: 'Creatinine' })).toBe('CREA')
    expect(analyteOf({ loinc: '2925-6', name: 'Potassium' })).toBeNull()
    expect(analyteOf({ loinc: null, name: 'Haemoglobin' })).toBeNull()
  })

  it('each LOINC code has a right check digit and means one analyte', () => {
    const loincs = analytes.flatMap(loincsOf)
    expect(new Set(loincs).size).toBe(loincs.length)
    expect(loincs.filter((loinc) => !isLoinc(loinc))).toEqual([])
  })
})

describe('the tables about analytes', () => {
  const known = (knows: (parameter: (typeof starterParameters)[number]) => unknown) =>
    starterParameters.filter(knows).map(({ code }) => code)
  const inOrder = (listed: Iterable<string>) => {
    const those = new Set(listed)
    return starterParameters.map(({ code }) => code).filter((code) => those.has(code))
  }

  it('each row of a table is found by the LOINC code of a parameter of the starter catalogue', () => {
    expect(known((one) => explanationsOf([one])[one.code])).toEqual(analytes)
    expect(known(variationOf)).toEqual(inOrder(biologicalVariation.keys()))
    expect(known((one) => hasDeltaLimit(one) && !isLifelong(one))).toEqual(
      inOrder(deltaLimits.map(({ analyte }) => analyte)),
    )
    expect(known(isLifelong)).toEqual(['ABO', 'RH'])
    const ranges = new Set(plausibleRanges.map(({ analyte }) => analyte))
    expect(known((one) => ranges.has(measuredAs(one)?.analyte as never))).toEqual(inOrder(ranges))
    expect([...stabilityRows.flatMap((row) => row.analytes), ...calculated].toSorted()).toEqual(
      analytes.toSorted(),
    )
  })
})

describe('measuredAs', () => {
  it('the numbers of a parameter are compared in the unit of the tables', () => {
    const glucose = measuredAs({ ...starterParameter('FBS'), loinc: '14771-0', ucum: 'mmol/L' })
    expect(glucose?.analyte).toBe('FBS')
    expect(glucose && toTableUnit(glucose, 7)).toBeCloseTo(126.1, 1)
    expect(glucose && fromTableUnit(glucose, 126)).toBe(6.994)
  })

  it('numbers of HbA1c by the IFCC protocol are compared in mmol/mol, but not in %, which differ from the % of the tables', () => {
    const ifcc = { ...starterParameter('A1C'), loinc: '59261-8' }
    expect(measuredAs(ifcc)).toBeUndefined()
    expect(variationOf(ifcc)).toBeUndefined()
    expect(hasDeltaLimit(ifcc)).toBe(false)
    expect(measuredAs({ ...ifcc, ucum: 'mmol/mol' })).toBeDefined()
  })

  it('the results of a parameter are not compared if its unit cannot be converted, or they are texts', () => {
    expect(measuredAs({ ...starterParameter('FBS'), ucum: '%' })).toBeUndefined()
    expect(measuredAs(starterParameter('ABO'))).toBeUndefined()
  })

  it('the variation of a parameter is known only in a unit with the same zero as that of the source', () => {
    const hba1c = starterParameter('A1C')
    expect(variationOf({ ...starterParameter('HGB'), ucum: 'g/L' })?.cvi).toBe(2.8)
    expect(variationOf(hba1c)?.cvi).toBe(1.2)
    expect(variationOf({ ...hba1c, loinc: '59261-8', ucum: 'mmol/mol' })).toBeUndefined()
  })
})
