import { rejectionReasons } from '@jaanch/contracts/vocabulary'
import { expect, it } from 'vitest'
import { reasonsFor } from './rejection-reasons.ts'

const always = ['insufficient', 'leaked', 'unlabelled', 'mismatched', 'too-warm', 'too-late', 'other']

it.each([
  ['Whole blood', 'EDTA (lavender)', ['haemolysed', 'clotted', ...always]],
  ['Citrated plasma', 'Citrate (light blue)', ['haemolysed', 'clotted', ...always]],
  ['Plasma', 'Heparin (green)', ['haemolysed', 'clotted', ...always]],
  ['Serum', 'SST (yellow)', ['haemolysed', ...always]],
  ['Plasma (fasting)', 'Fluoride (grey)', ['haemolysed', ...always]],
  ['Whole blood', 'Blood culture bottle', always],
  ['Urine', 'Sterile urine container', always],
  ['Stool', 'Stool container', always],
  ['Nasopharyngeal swab', 'VTM', always],
])('%s in %s is rejected only for what can happen to it', (specimen, container, reasons) => {
  expect(reasonsFor({ specimen, container })).toEqual(reasons)
})

it('a tube of a kind that is not known is rejected for any reason', () => {
  expect(reasonsFor({ specimen: 'Blood', container: null })).toEqual(rejectionReasons)
})
