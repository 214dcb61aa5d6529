import { readFileSync } from 'node:fs'
import { catalogueFile, parametersIn } from '@jaanch/catalogue/testing/starter'
import { describe, expect, it } from 'vitest'
import { explanationsOf } from './explanations.ts'

const parameters = parametersIn(readFileSync(catalogueFile, 'utf8'))
const codes = [...parameters.keys()]
const texts = explanationsOf(parameters.values())

/** Words of advice, and of a diagnosis */
const forbidden =
  /\b(should|must|consult|advis\w*|recommend\w*|doctor|physician|see (a|your)|eat|drink|take|avoid|reduce|increase your|try|you|your|diagnos\w*|suffer\w*|cancer)\b/i

describe('the explanations of parameters', () => {
  it('each parameter of the catalogue has an explanation', () => {
    expect(codes.filter((code) => texts[code] === undefined)).toEqual([])
    expect(codes).toHaveLength(146)
  })

  it.for(codes)('the explanation of %s is two sentences of readable length without advice', (code) => {
    const text = texts[code] ?? ''
    expect(text.match(/[.!?](?=\s|$)/g), text).toHaveLength(2)
    expect(text.length, text).toBeGreaterThanOrEqual(60)
    expect(text.length, text).toBeLessThanOrEqual(260)
    expect(text).not.toMatch(forbidden)
    for (const sentence of text.split(/(?<=[.!?])\s/)) expect(sentence).toMatch(/^[A-Zh]/)
  })

  it('an explanation is found by LOINC, whatever code the parameter has', () => {
    const haemoglobin = { code: 'HB', name: 'Hb', loinc: '718-7' }
    expect(explanationsOf([haemoglobin])).toEqual({ HB: texts.HGB })
  })

  it('a parameter with another LOINC code or none has no explanation, also if its code is that of a known one', () => {
    const vitaminK = { code: 'K', name: 'Vitamin K', loinc: '2925-6' }
    expect(explanationsOf([vitaminK, { ...vitaminK, loinc: null }])).toEqual({})
  })
})
