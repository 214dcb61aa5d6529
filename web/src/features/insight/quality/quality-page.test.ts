import type { QualityRow } from '@jaanch/insight/quality/api'
import { expect, test } from 'vitest'
import { decidedOf, qualityCsv, qualityTexts, shareText } from './quality-page'

const row: QualityRow = {
  id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  name: '=1+1',
  drawn: 40,
  received: 32,
  inTime: 28,
  secondsToReceipt: 4_530,
  accepted: 28,
  rejected: 4,
  rejectedFor: { haemolysed: 3, other: 1 },
  identified: 20,
  mismatched: 0,
}

test('the export has the counts of each collector, and no name that a spreadsheet would execute', () => {
  const [heads, first, nobody] = qualityCsv([row, { ...row, id: null, name: null }], 'Collector').split(
    '\r\n',
  )
  expect(heads).toMatch(/^\ufeffCollector,Tubes drawn,/)
  expect(heads).toContain(',Rejected: Haemolysed,Rejected: Clotted,')
  expect(first).toBe("'=1+1,40,32,4530,28,28,4,3,0,0,0,0,0,0,0,1,20,0")
  expect(nobody).toMatch(/^Not known,/)
})

test('rates are shares of the decided, received and identified, and a dash where there are none', () => {
  expect(qualityTexts(row)).toEqual({
    rejected: '12.5%',
    toReceipt: '1 h 16 min',
    inTime: '87.5%',
    mismatched: '0%',
  })
  expect(decidedOf(row)).toBe(32)
  expect(shareText(0, 0)).toBe('–')
})
