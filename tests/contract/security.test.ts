import { describe, expect, it } from 'vitest'
import { citedTests, findFault, readDocument } from '../support/cited-tests.ts'

const page = readDocument('docs/security.md')
const rows = page.split('\n').filter((line) => /^\| (\d+\.\d|API\d)/.test(line))

describe('the list of the security requirements', () => {
  it('says of each how it is met, why it does not apply, or that it is not met', () => {
    expect(rows.length).toBeGreaterThan(150)
    const ways = /^(?:\*\*(?:Partly|Not met):\*\*|Documented:|Not tested:|Does not apply:)/
    const unclear = rows.filter((row) => {
      const how = row.split(' | ')[2] ?? ''
      return citedTests(row).length === 0 && !ways.test(how)
    })
    expect(unclear).toEqual([])
  })

  it('names files and tests that are there', () => {
    expect(citedTests(page).map(findFault).filter(Boolean)).toEqual([])
  })
})
