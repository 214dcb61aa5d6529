import type { TrendPerson } from '@jaanch/report/trends/api'
import { fhirJsonContentType, type ShareDays, snapshotContentType } from '@jaanch/shares/rules'
import { type ShareSnapshot, shareSnapshot } from '@jaanch/shares/snapshot'
import { encryptFile } from '@/features/shares/link/jwe'
import { decodeBytes, randomSecret } from '@/features/shares/link/link'
import { fetchFhir, fetchReport, fetchTrend, type NewShare } from './calls'
import * as texts from './texts'

export type ShareChoice = {
  person: TrendPerson
  /** Ids */
  reports: readonly string[]
  /** Codes of parameters */
  trends: readonly string[]
  label: string
  passcode: string
  days: ShareDays
}

/** The body for the API, and the key, which is not sent */
export type PreparedShare = { request: NewShare; secret: string }

/**
 * Copies what was chosen as it is now, and encrypts it with a new key.
 * @returns a refusal, which says why, if the choice cannot be shared
 * @throws ApiError if something can't be fetched (an adult has not agreed)
 */
export async function prepareShare({
  person,
  reports,
  trends,
  label,
  passcode,
  days,
}: ShareChoice): Promise<PreparedShare | { refusal: string }> {
  const [pages, documents, histories] = await Promise.all([
    Promise.all(reports.map(fetchReport)),
    Promise.all(reports.map(fetchFhir)),
    Promise.all(trends.map((code) => fetchTrend(code, person.id))),
  ])
  const familyMemberId = person.id === 'self' ? null : person.id
  // an address can name the reports of one person and another person, or none
  if (pages.some(({ patient }) => patient.familyMemberId !== familyMemberId))
    return { refusal: texts.make.otherPerson(person.name) }
  const withoutValues = pages.find(({ resultCount }) => resultCount === 0)
  if (withoutValues) return { refusal: texts.make.pdfOnly(withoutValues.tests.join(', ')) }
  // the schema leaves out what a link must not show: ids, relationships, addresses of files
  const snapshot = shareSnapshot.parse({
    version: 1,
    madeAt: new Date().toISOString(),
    patient: { name: person.name, age: person.age, sex: pages[0]?.patient.sex ?? null },
    reports: pages
      .map(({ patient, ...report }) => ({ ...report, age: patient.age }))
      .toSorted((one, other) => Date.parse(other.releasedAt) - Date.parse(one.releasedAt)),
    trends: histories.map(({ points, ...trend }) => ({ ...trend, points: points.toReversed() })),
  } satisfies ShareSnapshot)
  const secret = randomSecret()
  const key = decodeBytes(secret) as Uint8Array
  const files: NewShare['files'] = [
    { contentType: snapshotContentType, jwe: await encryptFile(snapshot, snapshotContentType, key) },
    // for viewers of other sites
    ...(await Promise.all(
      documents.map(async (document) => ({
        contentType: fhirJsonContentType,
        jwe: await encryptFile(document, fhirJsonContentType, key),
      })),
    )),
  ]
  return {
    secret,
    request: {
      linkId: randomSecret(),
      passcode: passcode.trim(),
      label: label.trim(),
      familyMemberId,
      reports: reports.length,
      trends: trends.length,
      days,
      files,
    },
  }
}
