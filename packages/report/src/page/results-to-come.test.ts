import { describe, expect, it } from 'vitest'
import { codesToCome, namesToCome } from './results-to-come.ts'

const cbc = { id: 'cbc', codes: ['HGB', 'WBC', 'PLT'] }
const lipid = { id: 'lipid', codes: ['CHOL', 'HDL'] }
const after = (reported: string[], of: { withdrawn?: string[]; without?: string[] } = {}) =>
  codesToCome([cbc, lipid], {
    reported: new Set(reported),
    withdrawn: new Set(of.withdrawn),
    without: of.without ?? [],
  })

describe('what is to come of a report', () => {
  it('is each ordered parameter without a result, and nothing once all have one', () => {
    expect(after(['HGB'])).toEqual(['WBC', 'PLT', 'CHOL', 'HDL'])
    expect(after([...cbc.codes, ...lipid.codes])).toEqual([])
  })

  it('is not known of a report that is only a file, and of tests whose parameters the catalogue does not have', () => {
    expect(after([])).toEqual([])
    const unknown = { id: 'other', codes: [] }
    const nothing = { withdrawn: new Set<string>(), without: [] }
    expect(codesToCome([unknown], { reported: new Set(['HGB']), ...nothing })).toEqual([])
  })

  it('leaves out results that were taken back, and tests whose tubes were rejected or that are paid back', () => {
    expect(after(['HGB'], { withdrawn: ['WBC'] })).toEqual(['PLT', 'CHOL', 'HDL'])
    expect(after(['HGB'], { without: ['lipid'] })).toEqual(['WBC', 'PLT'])
  })

  it('has a parameter of a rejected test that another test measures from another tube', () => {
    const both = { id: 'both', codes: ['HDL'] }
    const reported = { reported: new Set(['HGB']), withdrawn: new Set<string>(), without: ['lipid'] }
    expect(codesToCome([lipid, both], reported)).toEqual(['HDL'])
  })

  it('is named by the test if nothing of it was reported, otherwise by the parameters', () => {
    const sections = [
      { title: 'Complete Blood Count', codes: cbc.codes },
      { title: 'Lipid Profile', codes: lipid.codes },
      { title: 'HbA1c', codes: ['A1C'] },
    ]
    const nameOf = (code: string) => `name of ${code}`
    expect(namesToCome(sections, ['PLT', 'CHOL', 'HDL', 'A1C'], nameOf)).toEqual([
      'name of PLT',
      'Lipid Profile',
      'name of A1C',
    ])
  })
})
