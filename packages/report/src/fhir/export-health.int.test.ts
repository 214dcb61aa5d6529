import { someParameters } from '@jaanch/catalogue/testing/parameters'
import { auditOf } from '@jaanch/tests/support/audit'
import { addFamilyMember, giveConsent } from '@jaanch/tests/support/family'
import type { Person } from '@jaanch/tests/support/people'
import { releaseReport } from '@jaanch/tests/support/reports'
import type { Stack } from '@jaanch/tests/support/stack'
import { untilWorkDone } from '@jaanch/tests/support/work'
import { describe, expect } from 'vitest'
import { healthReportCalls } from '../api.ts'
import { measuringTest } from '../testing/submit.ts'
import { readFhir } from './fhir.ts'

const it = measuringTest('Blood Count', ['HGB', 'WBC', 'PLT', 'UWBC', 'TSH', 'HBSAG'])

const values = [
  { code: 'HGB', value: 11.2 },
  { code: 'WBC', value: '<2.5' },
  { code: 'UWBC', value: '2-4' },
  { code: 'HBSAG', value: 'Reactive' },
]

type Resource = { resourceType: string; [element: string]: unknown }
type Bundle = { type: string; entry?: { resource: Resource }[] }

async function read(stack: Stack, by: Person, path: string) {
  const response = await fetch(`${stack.url}${path}`, { headers: { authorization: `Bearer ${by.token}` } })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Bundle }
}

const resourcesOf = ({ entry = [] }: Bundle, type: string) =>
  entry.map(({ resource }) => resource).filter(({ resourceType }) => resourceType === type)

describe('a report as FHIR', () => {
  it('has the values that were submitted, can be read back, and is found by no other laboratory', async ({
    stack,
    customer,
    lab,
    otherLab,
    bookingInStatus,
  }) => {
    const id = await bookingInStatus('lab-processing')
    const { releaseHealthReport } = healthReportCalls
    const body = { values, doctorComments: 'Mild anaemia', isReviewed: true }
    const report = await lab.client.call(releaseHealthReport, { params: { id }, body })
    await untilWorkDone(stack.database)
    const answer = await read(stack, customer, `/api/health-reports/${report.id}/fhir`)
    const { headers, body: bundle } = answer
    expect(answer.status).toBe(200)
    expect(headers.get('content-type')).toBe('application/fhir+json; charset=utf-8')
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="jaanch-report-JN-[-\d]+\.json"/,
    )
    expect(resourcesOf(bundle, 'Composition')).toHaveLength(1)
    expect(resourcesOf(bundle, 'Practitioner')).toMatchObject([{ name: [{ text: 'City Lab' }] }])
    const again = readFhir(bundle, { parameters: someParameters, ordered: new Set() })
    expect(again).toMatchObject({ values, doctorComments: expect.stringMatching(/^Mild anaemia/) })
    // ordered and not reported
    const absent = resourcesOf(bundle, 'Observation').filter((one) => one.dataAbsentReason)
    expect(absent.map(({ code }) => (code as { text: string }).text)).toEqual(['Platelet count', 'TSH'])
    expect(await auditOf(stack, 'report-opened', `health-report:${report.id}`)).toMatchObject([
      { actor: `customer:${customer.id}`, details: { bookingId: id, as: 'fhir' } },
    ])
    expect((await read(stack, otherLab, `/api/health-reports/${report.id}/fhir`)).status).toBe(404)
  })
})

describe("the export of a person's reports", () => {
  it('has those of the person, and those of an adult relative only after consent', async ({
    stack,
    customer,
    lab,
    bookingInStatus,
  }) => {
    const report = await releaseReport(lab, await bookingInStatus('lab-processing'))
    const own = await read(stack, customer, '/api/health-export?person=self')
    expect(own.status).toBe(200)
    expect(own.headers.get('content-type')).toContain('application/fhir+json')
    expect(own.body.type).toBe('collection')
    expect(JSON.stringify(own.body)).toContain(report.id)
    expect(resourcesOf(own.body, 'Patient')).toHaveLength(1)
    const father = await addFamilyMember(customer)
    const path = `/api/health-export?person=${father.id}`
    expect((await read(stack, customer, path)).body).toMatchObject({ code: 'consent-needed' })
    await giveConsent(customer, father.id)
    const { status, body } = await read(stack, customer, path)
    expect(status).toBe(200)
    expect(body).not.toHaveProperty('entry')
    expect((await read(stack, customer, `/api/health-export?person=${customer.id}`)).status).toBe(404)
  })
})
