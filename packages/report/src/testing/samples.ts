import { randomUUID } from 'node:crypto'
import { peopleCalls } from '@jaanch/account/people/api'
import {
  createCriticalCall,
  createDraft,
  createInterval,
  createReport,
  memberInput,
} from '@jaanch/tests/contract/matrix/create-resources'
import type { MatrixFixture, Side } from '@jaanch/tests/contract/matrix/fixture'
import {
  about,
  asks,
  processing,
  reason,
  type Sample,
  type Samples,
  sends,
} from '@jaanch/tests/contract/matrix/sample'
import { reportInput } from '@jaanch/tests/support/reports'

/** A call about a child of the side: its results need no consent */
const ofChild = (field: 'query' | 'body', rest: object = {}): Sample => ({
  reach: 'own',
  build: async (fixture, side) => ({
    [field]: { ...rest, person: await createChild(fixture, side) },
  }),
})

/** A child: results of a child need no consent. @returns the id */
async function createChild(_: MatrixFixture, { customer }: Side): Promise<string> {
  const body = {
    ...memberInput,
    relationship: 'Daughter',
    dateOfBirth: `${new Date().getFullYear() - 6}-02-28`,
  } as const
  return (await customer.client.call(peopleCalls.addFamilyMember, { body })).id
}

export const reportSamples: Samples = {
  addInterval: {
    build: async (fixture) => {
      // a method that no other interval has
      const { id: method } = await createInterval(fixture)
      const range = { low: 1, high: 2.5, validFrom: '2026-01-01', source: 'Validated in 2026' }
      return { body: { code: 'MATRIX', sex: null, ageFrom: 0, ageTo: null, method, ...range } }
    },
  },
  acceptInterval: { ...about((fixture) => createInterval(fixture)), reach: 'any' },
  endInterval: about((fixture, { lab }) => createInterval(fixture, lab.labPartnerId), {
    validTo: '2099-01-01',
  }),
  releaseHealthReport: about(processing, reportInput()),
  downloadHealthReport: about(createReport),
  openHealthReportFile: about(createReport),
  listHealthTrends: ofChild('query'),
  getHealthTrend: { ...about(() => ({ id: 'HGB' })), status: 404 },
  listDueTests: ofChild('query'),
  listRetestHints: ofChild('query', { packageIds: randomUUID() }),
  changeReminderSettings: ofChild('body', { isOn: true }),
  getReportForm: about(processing),
  getRecordedResults: about(processing),
  recordCriticalCall: about(createCriticalCall, {
    outcome: 'CONFIRMED',
    reached: 'customer',
    by: 'phone',
  }),
  getReportAsFhir: about(createReport),
  exportHealth: asks({ person: 'self' }),
  importHl7: { ...sends({ message: 'hello' }), status: 400 },
  getHealthReport: about(createReport),
  getReportDraft: about(async (fixture, side) => ({
    id: (await createDraft(fixture, side)).reportId,
  })),
  // the owner of a lab is no pathologist
  signReport: { ...about(createDraft), status: 403, isForAnyObject: true },
  returnReport: { ...about(createDraft, { reason }), status: 403, isForAnyObject: true },
}
