import type { Sex } from '@jaanch/catalogue/parameters/parameter'
import type { InfantAge } from '@jaanch/contracts/calendar'
import type { ResultChange } from '../results/changes.ts'
import type { Flag } from '../results/interpret.ts'

/** The content of a report's PDF. Instants are shown in Asia/Kolkata. */
export type ReportContent = {
  lab: { name: string; address: string; licence: string | null }
  patient: {
    name: string
    /** Whole years when the sample was taken; null when the date of birth is not known */
    age: number | null
    /** The age on that day of an infant; null for everybody else */
    infantAge?: InfantAge | null
    sex: Sex
    /** That details were corrected after earlier results; null: none were */
    correction?: string | null
  }
  /** First eight characters of the booking's id, as on the screens */
  bookingShortId: string
  orderNumber: string | null
  /** Names of the ordered tests */
  ordered: string[]
  /** For example: Blood */
  sampleType: string
  collectedAt: Date | null
  receivedAt: Date | null
  reportedAt: Date
  sections: ReportSection[]
  /** Names of tests, and of parameters of others, of which results are to come: with any, the report is partial */
  toCome: string[]
  /** Names of ordered parameters without a result that are not to come */
  notReported: string[]
  doctorComments: string | null
  isReviewed: boolean
  /** The person of the lab who released it, with the role in the lab; null: not recorded, or an admin */
  releasedBy: { name: string; role: string } | null
  /** 1, 2, 3 …: each supersedes the previous one */
  version: number
  /** When the superseded version was released */
  supersededAt: Date | null
  /** Its changes to the version before it; null if that has no results, or there is none */
  changes: ResultChange[] | null
}

export type ReportSection = { title: string; results: ReportResult[] }

export type ReportResult = {
  name: string
  /** Without the unit */
  text: string
  flag: Flag | null
  unit: string
  /** Reference interval; '' when there is none */
  interval: string
  /** The patient's sex is unknown: the interval covers both */
  isWidest: boolean
  /** There are intervals for other ages only */
  isForOtherAges: boolean
}
