import { readFileSync } from 'node:fs'
import type { Parameter } from '@jaanch/catalogue/parameters/parameter'
import { catalogueFile, parametersIn } from '@jaanch/catalogue/testing/starter'
import { describe, expect, it } from 'vitest'
import { exportedReport, idOf, resultOf } from '../testing/exported-report.ts'
import { problemsOf } from '../testing/fhir-definitions.ts'
import { collectionText, documentOf } from './fhir-out.ts'

const catalogue = readFileSync(catalogueFile, 'utf8')
const allParameters = parametersIn(catalogue)
const at = '2026-11-27T09:00:00.000Z'

/** Every kind of value that a parameter can have. */
function valuesOf({ decimals, options }: Parameter): (number | string)[] {
  if (decimals !== null) return [1, 987, '<1', '>=3', '2-4']
  return options?.[0] === 'text' ? ['Microcytes & <target> cells'] : (options ?? [])
}

const everyResult = [...allParameters.values()].flatMap((parameter) =>
  valuesOf(parameter).map((value, n) => ({
    ...resultOf(parameter, value, n % 2 === 0 ? 'male' : null),
    code: `${parameter.code}-${n}`,
    method: n === 0 ? 'HPLC' : null,
  })),
)
const [first] = everyResult
const missing = [{ code: 'WBC', name: 'Leucocytes', loinc: '6690-2' }]
const full = exportedReport({ results: everyResult, missing })
const bare = exportedReport({
  version: 3,
  orderNumber: null,
  collectedAt: null,
  releasedBy: null,
  isReviewed: false,
  comments: null,
  specimens: [],
  patient: { id: idOf('nobody'), name: 'Not recorded', dateOfBirth: null, sex: null },
  lab: { id: idOf('lab'), name: 'Lab', license: null },
})

describe('by the definitions of FHIR R4', () => {
  it('the check finds errors', () => {
    expect(problemsOf({ resourceType: 'Observation', status: 'done' } as never)).not.toEqual([])
    const observation = { resourceType: 'Observation', status: 'done', code: { text: 'x' } }
    expect(problemsOf(observation)).toContain('Observation.status: no code done')
    const range = { ...observation, status: 'final', referenceRange: [{}] }
    expect(problemsOf(range).join()).toMatch(/obs-3|referenceRange/)
  })

  it('documents with every kind of result of the catalogue are valid, resource by resource', () => {
    for (const report of [full, bare]) {
      const bundle = documentOf(report, idOf, at)
      const problems = bundle.entry.flatMap(({ resource }) =>
        problemsOf(resource).map((problem) => `${resource.resourceType} ${problem}`),
      )
      expect(problems).toEqual([])
    }
    expect(everyResult.length).toBeGreaterThan(400)
  })

  it('bundles are valid as a whole: a document, and the collection of a person', async () => {
    const small = exportedReport({ results: first ? [first] : [], missing })
    expect(problemsOf(documentOf(small, idOf, at))).toEqual([])
    async function* reports() {
      yield [small, bare]
    }
    let text = ''
    for await (const piece of collectionText(reports(), { id: idOf('all'), at, idOf })) text += piece
    expect(problemsOf(JSON.parse(text))).toEqual([])
  })
})
