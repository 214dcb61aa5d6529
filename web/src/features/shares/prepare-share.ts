import type { TrendPerson } from '@jaanch/contracts/http/health-trends'
import { type ShareDays, snapshotContentType } from '@jaanch/contracts/shares'
import { fetchReport, fetchTrend, type NewShare } from '@/lib/resources/shares'
import { decodeBytes } from '@/lib/shares/base64url'
import { encryptFile } from '@/lib/shares/jwe'
import { randomSecret } from '@/lib/shares/link'
import { makeSnapshot } from '@/lib/shares/snapshot'
import { make as texts } from './texts'

type Chosen = {
  person: TrendPerson
  reports: readonly string[]
  trends: readonly string[]
  label: string
  passcode: string
  days: ShareDays
}

/** A report is only a PDF. */
export class WithoutValues extends Error {
  override name = 'WithoutValues'
}

/** What is sent to the API, and the key, which is not */
export type PreparedShare = { request: NewShare; secret: string }

/**
 * Copies what was chosen as it is now, and encrypts it with a new key.
 * @throws ApiError if something can't be fetched (an adult has not agreed), WithoutValues
 */
export async function prepareShare({
  person,
  reports,
  trends,
  label,
  passcode,
  days,
}: Chosen): Promise<PreparedShare> {
  const [pages, histories] = await Promise.all([
    Promise.all(reports.map(fetchReport)),
    Promise.all(trends.map((code) => fetchTrend(code, person.id))),
  ])
  const withoutValues = pages.find(({ resultCount }) => resultCount === 0)
  if (withoutValues) throw new WithoutValues(texts.pdfOnly(withoutValues.tests.join(', ')))
  const snapshot = makeSnapshot({
    patient: { name: person.name, age: person.age, sex: pages[0]?.patient.sex ?? null },
    reports: pages,
    trends: histories,
    now: new Date(),
  })
  const secret = randomSecret()
  return {
    secret,
    request: {
      linkId: randomSecret(),
      passcode: passcode.trim(),
      label: label.trim(),
      familyMemberId: person.id === 'self' ? null : person.id,
      reports: reports.length,
      trends: trends.length,
      days,
      snapshot: await encryptFile(snapshot, snapshotContentType, decodeBytes(secret) as Uint8Array),
    },
  }
}
