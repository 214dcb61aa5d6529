import type { ReportInput } from '@jaanch/contracts/http/health-reports'
import type { MessageValue } from '@jaanch/domain/report/lab-message'
import type { Subject } from '@jaanch/domain/report/subject'
import type { Expected, Result } from '@jaanch/domain/report/values'
import type { ReceivedFile } from '../../files/receive-file.ts'

/** @property ofPackage the parameters of each ordered test, by its id */
export type Ordered = Expected & { ofPackage: ReadonlyMap<string, readonly string[]> }

/** A result as it was read, and what its sender says of it. */
export type ContributedResult = Result & Pick<MessageValue, 'isCorrection' | 'flag'>

/** What a request contributes to a report, whatever form it has: a PDF, a form, FHIR or HL7. */
export type Contribution = {
  results: readonly ContributedResult[]
  /** Codes of results that are taken back */
  withdrawn: readonly string[]
  file: ReceivedFile | null
  /** What the lab marks as critical on a file */
  marks: NonNullable<ReportInput['criticalCodes']>
  doctorComments: string | null
  isReviewed: boolean
  /** When the sample was collected, ISO 8601; null if the sender does not say it */
  collectedAt: string | null
  /** Whom a message is about; null: a form or a file, which name nobody */
  subject: Subject | null
  /** The version that was edited in a form; null: none */
  corrects: string | null
  /** The parameters that the booking's report may contain */
  expected: Ordered
}
