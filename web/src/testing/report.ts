import type { ReportPageView } from '@jaanch/report/page/api'
import type { ResultView } from '@jaanch/report/results/api'
import type { ReportDraft } from '@jaanch/report/sign-off/api'
import { createResult as createTrendResult } from './health-trends'

/** A result below its interval */
export const createResult = (changes: Partial<ResultView> = {}): ResultView =>
  createTrendResult(7.1, { flag: 'low', ...changes })

export function createReportPage(changes: Partial<ReportPageView> = {}): ReportPageView {
  const results = [createResult()]
  return {
    id: 'r1',
    bookingId: 'b1',
    orderNumber: 'JN-2026-000123',
    tests: ['Complete Blood Count'],
    patient: {
      name: 'Asha Patel',
      familyMemberId: null,
      relationship: null,
      age: 42,
      infantAge: null,
      sex: 'female',
      correction: null,
    },
    lab: { name: 'Sunrise Diagnostics', address: 'Ahmedabad' },
    releasedBy: { name: 'Dr Meera Iyer', role: 'pathologist' },
    releasedAt: '2026-11-20T10:00:00.000Z',
    collectedAt: '2026-11-20T02:00:00.000Z',
    isReviewed: false,
    attachments: [],
    change: null,
    doctorComments: null,
    version: 1,
    outOfRange: ['HGB'],
    resultCount: results.length,
    sections: [{ title: 'Complete Blood Count', results }],
    toCome: [],
    notReported: [],
    versions: [{ id: 'r1', version: 1, releasedAt: '2026-11-20T10:00:00.000Z' }],
    changes: null,
    hasFile: true,
    reportFileUrl: '/api/files/health-reports/r1',
    explanations: { HGB: 'Haemoglobin is the protein in red cells that carries oxygen. It is red.' },
    consentGivenAt: null,
    ...changes,
  }
}

/** A draft of a first report that waits for a pathologist */
export function createReportDraft(changes: Partial<ReportDraft> = {}): ReportDraft {
  return {
    id: 'r1',
    bookingId: 'b1',
    orderNumber: 'JN-2026-000123',
    tests: ['Complete Blood Count'],
    patient: { name: 'Kamala Rao', age: 62, sex: 'female' },
    version: 1,
    draftedAt: '2026-11-20T10:00:00.000Z',
    draftedBy: 'Ravi',
    isFile: false,
    returned: null,
    ...changes,
  }
}
