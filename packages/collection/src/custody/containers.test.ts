import { rejectionReasons } from '@jaanch/contracts/vocabulary'
import { describe, expect, it } from 'vitest'
import { reasonsFor, tubesOf } from './containers.ts'

const serum = { specimen: 'Serum', container: 'SST (yellow)' }
const wholeBlood = { specimen: 'Whole blood', container: 'EDTA (lavender)' }
const fasting = { specimen: 'Plasma (fasting)', container: 'Fluoride (grey)' }
const afterMeal = { specimen: 'Plasma (2 hours after meal)', container: 'Fluoride (grey)' }
const citrate = { specimen: 'Citrated plasma', container: 'Citrate (light blue)' }
const urine = { specimen: 'Urine', container: 'Sterile urine container' }
const named = (name: string, ...specimens: { specimen: string; container: string | null }[]) => ({
  name,
  specimens,
})

describe('the tubes of a person', () => {
  it('are one for all tests that need the same specimen in the same container', () => {
    const tests = [named('Lipid', serum), named('Thyroid', serum), named('CBC', wholeBlood)]
    expect(tubesOf(tests)).toEqual([
      { ...serum, tests: ['Lipid', 'Thyroid'] },
      { ...wholeBlood, tests: ['CBC'] },
    ])
  })

  it('are in the order of draw, then those of a second draw, then what is not blood', () => {
    const culture = { specimen: 'Whole blood', container: 'Blood culture bottle' }
    const heparin = { specimen: 'Plasma', container: 'Heparin (green)' }
    const tests = [named('All', urine, afterMeal, fasting, wholeBlood, heparin, serum, citrate, culture)]
    expect(tubesOf(tests).map(({ container, specimen }) => `${specimen} in ${container}`)).toEqual([
      'Whole blood in Blood culture bottle',
      'Citrated plasma in Citrate (light blue)',
      'Serum in SST (yellow)',
      'Plasma in Heparin (green)',
      'Whole blood in EDTA (lavender)',
      'Plasma (fasting) in Fluoride (grey)',
      'Plasma (2 hours after meal) in Fluoride (grey)',
      'Urine in Sterile urine container',
    ])
  })

  it('are not shared by specimens that are taken or treated differently', () => {
    const onIce = { specimen: 'Plasma (on ice)', container: 'EDTA (lavender)' }
    expect(tubesOf([named('CBC', wholeBlood), named('ACTH', onIce)])).toHaveLength(2)
    expect(tubesOf([named('Sugar', fasting, afterMeal)])).toHaveLength(2)
  })

  it('name a test once, and specimens without a container last', () => {
    const saliva = { specimen: 'Saliva', container: null }
    expect(tubesOf([named('Genes', saliva, saliva), named('CBC', wholeBlood)])).toEqual([
      { ...wholeBlood, tests: ['CBC'] },
      { ...saliva, tests: ['Genes'] },
    ])
  })
})

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
