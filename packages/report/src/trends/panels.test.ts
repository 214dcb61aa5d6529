import { expect, test } from 'vitest'
import { panelsOf } from './panels.ts'

const tests = [
  { name: 'Blood count', category: 'Blood', codes: ['HGB', 'WBC', 'PLT'] },
  { name: 'Platelets', category: 'Blood', codes: ['PLT'] },
  { name: 'Liver', category: 'Liver', codes: ['ALT', 'ALB'] },
  { name: 'Kidney', category: 'Kidney', codes: ['CREA', 'UREA', 'ALB'] },
  { name: 'TSH', category: 'Thyroid', codes: ['TSH'] },
  { name: 'Thyroid', category: 'Thyroid', codes: ['T3', 'TSH'] },
]

test('parameters are grouped by the test that has most of them, each once, in its order', () => {
  expect(panelsOf(['PLT', 'ALB', 'UREA', 'ALT', 'CREA', 'HGB'], tests)).toEqual([
    { title: 'Kidney', codes: ['CREA', 'UREA', 'ALB'] },
    { title: 'Blood count', codes: ['HGB', 'PLT'] },
    { title: 'Liver', codes: ['ALT'] },
  ])
})

test('single ones stand together by their category, and those of no test at the end', () => {
  expect(panelsOf(['TSH', 'XYZ', 'PLT', 'HGB'], tests)).toEqual([
    { title: 'Blood count', codes: ['HGB', 'PLT'] },
    { title: 'Thyroid', codes: ['TSH'] },
    { title: 'Other', codes: ['XYZ'] },
  ])
  expect(panelsOf([], tests)).toEqual([])
})
