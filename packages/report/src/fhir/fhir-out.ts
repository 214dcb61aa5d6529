/**
 * FHIR R4 (4.0.1) that we write: a document for one report in the shape of DiagnosticReportRecord, the profile of NRCeS' guide for
 * India's ABDM, and a collection of all reports of a person. Not certified for ABDM.
 */
import { metaOf, studiesReport } from './out/codes.ts'
import {
  documentStatusOf,
  type Entry,
  type ExportedReport,
  entryOf,
  type IdOf,
  identifiersOf,
  narrativeOf,
  referenceTo,
  reportEntries,
  versionIdentifier,
} from './out/report.ts'

export type { ExportedReport, IdOf }

/**
 * A report as a document Bundle: a Composition first, then all that it refers to.
 * @param at when the document is made, ISO 8601
 */
export function documentOf(report: ExportedReport, idOf: IdOf, at: string) {
  const { id, version, lab, releasedBy, releasedAt, title } = report
  const entries = reportEntries(report, idOf)
  const { patient, organization, practitioner } = entries
  const laboratory = referenceTo(organization, lab.name)
  const author = practitioner && releasedBy ? referenceTo(practitioner, releasedBy.name) : laboratory
  const composition = entryOf({
    resourceType: 'Composition',
    id: idOf('composition', id),
    meta: metaOf('DiagnosticReportRecord'),
    text: narrativeOf(report),
    identifier: identifiersOf(report)[0],
    status: documentStatusOf(report),
    ...(report.replaces !== null && {
      relatesTo: [{ code: 'replaces', targetIdentifier: versionIdentifier(report.replaces) }],
    }),
    type: { coding: [studiesReport], text: studiesReport.display },
    subject: referenceTo(patient, report.patient.name),
    date: releasedAt,
    author: [author],
    title,
    attester: [
      { mode: releasedBy?.isPathologist ? 'professional' : 'official', time: releasedAt, party: author },
    ],
    custodian: laboratory,
    section: [
      {
        title: studiesReport.display,
        code: { coding: [studiesReport] },
        entry: [referenceTo(entries.report, title), referenceTo(entries.document, 'PDF of the report')],
      },
    ],
  })
  return {
    resourceType: 'Bundle',
    id: idOf('bundle', id),
    meta: { versionId: String(version), lastUpdated: at, ...metaOf('DocumentBundle') },
    identifier: versionIdentifier(id),
    type: 'document',
    timestamp: at,
    entry: [composition, ...listOf(entries)],
  }
}

function listOf(entries: ReturnType<typeof reportEntries>): Entry[] {
  const { patient, practitioner, organization, report, document, details } = entries
  return [patient, ...(practitioner ? [practitioner] : []), organization, report, document, ...details]
}

/**
 * A collection Bundle of several reports, written piece by piece: what several reports have in common stands once. Join the pieces for
 * the JSON text.
 * @param reports in parts, so that the caller can read them one after the other
 */
export async function* collectionText(
  reports: AsyncIterable<readonly ExportedReport[]>,
  { id, at, idOf }: { id: string; at: string; idOf: IdOf },
): AsyncGenerator<string> {
  const head = { resourceType: 'Bundle', id, meta: { lastUpdated: at }, type: 'collection', timestamp: at }
  const seen = new Set<string>()
  // FHIR allows no empty list
  let before = `${JSON.stringify(head).slice(0, -1)},"entry":[`
  for await (const part of reports) {
    const entries = part.flatMap((report) => listOf(reportEntries(report, idOf)))
    const fresh = entries.filter(({ fullUrl }) => !seen.has(fullUrl) && seen.add(fullUrl))
    if (fresh.length === 0) continue
    yield before + fresh.map((entry) => JSON.stringify(entry)).join(',')
    before = ','
  }
  yield seen.size > 0 ? ']}' : JSON.stringify(head)
}
