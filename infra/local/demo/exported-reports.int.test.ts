/** The demo's reports leave as FHIR and come back with the same values. */
import { authRoutes } from '@jaanch/contracts/http/auth'
import { readFhir } from '@jaanch/domain/report/fhir'
import type { Parameter } from '@jaanch/domain/report/parameter'
import { type Read, readValue } from '@jaanch/domain/report/reading'
import { createClient } from '@jaanch/tests/support/client'
import { ownStackTest } from '@jaanch/tests/support/test'
import { expect } from 'vitest'
import { loadDemo } from './load.ts'

const it = ownStackTest({
  // before anything is started, as npm start does
  prepare: ({ databaseUrl }) => loadDemo({ databaseUrl }),
})

type Row = { id: string; values: { code: string; value: number | string }[] }

/** Numbers by their bounds in the parameter's precision, texts as they are displayed. */
function meaningOf(read: Read): unknown {
  if ('refused' in read) throw new Error(read.refused)
  const { reading } = read
  return reading.kind === 'word' ? reading.text : [reading.from, reading.to]
}

it('every report of the demo is read back with the same values', async ({ stack }) => {
  const body = { email: 'admin@jaanch.example', password: 'admin-demo-2026' }
  const { token } = await createClient(stack.url).call(authRoutes.login, { body })
  const { rows: definitions } = await stack.database.asOwner('select definition from parameter_definitions')
  const parameters = new Map(
    definitions.map(({ definition }: { definition: Parameter }) => [definition.code, definition]),
  )
  const { rows } = await stack.database.asOwner(`
    select h.id, jsonb_agg(jsonb_build_object('code', v.code, 'value', v.value) order by v.place) as values
      from health_reports h join report_values v on v.report_id = h.id group by h.id`)
  expect(rows.length).toBeGreaterThan(3)
  let compared = 0
  for (const { id, values } of rows as Row[]) {
    const response = await fetch(`${stack.url}/api/health-reports/${id}/fhir`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(response.status).toBe(200)
    const read = readFhir(await response.json(), { parameters, ordered: new Set() })
    if ('refused' in read) throw new Error(read.refused)
    const readAs = (list: Row['values']) =>
      list.map(({ code, value }) => [code, meaningOf(readValue(parameters.get(code) as Parameter, value))])
    expect(readAs(read.values)).toEqual(readAs(values))
    compared += values.length
  }
  expect(compared).toBeGreaterThan(50)
}, 120_000)
