import type { HealthTrend } from '@jaanch/contracts/http/health-trends'
import type { ReportPageView } from '@jaanch/contracts/http/report-page'
import type { ShareSnapshot, SnapshotReport, SnapshotTrend } from '@jaanch/contracts/share-snapshot'

type Shared = {
  patient: ShareSnapshot['patient']
  reports: readonly ReportPageView[]
  trends: readonly HealthTrend[]
  now: Date
}

/** What a link has of reports and trends as the API shows them: no id, no relationship, no link to a file. */
export function makeSnapshot({ patient, reports, trends, now }: Shared): ShareSnapshot {
  return {
    version: 1,
    madeAt: now.toISOString(),
    patient,
    reports: reports
      .map(reportOf)
      .toSorted((one, other) => Date.parse(other.releasedAt) - Date.parse(one.releasedAt)),
    trends: trends.map(trendOf),
  }
}

function reportOf({ patient, ...report }: ReportPageView): SnapshotReport {
  const { orderNumber, tests, lab, releasedBy, releasedAt, collectedAt, isReviewed, doctorComments } = report
  const { version, changes, outOfRange, sections, toCome, notReported } = report
  return {
    orderNumber,
    tests,
    age: patient.age,
    lab,
    releasedBy,
    releasedAt,
    collectedAt,
    isReviewed,
    doctorComments,
    version,
    changes,
    outOfRange,
    sections,
    toCome,
    notReported,
  }
}

function trendOf({ code, name, points }: HealthTrend): SnapshotTrend {
  return {
    code,
    name,
    points: points.map(({ at, labName, result }) => ({ at, labName, result })).toReversed(),
  }
}
