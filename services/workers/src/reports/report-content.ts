import type { Flag } from '@jaanch/domain/report/interpret'
import type { Sex } from '@jaanch/domain/report/parameter'

/** Everything that a printed report says. Instants are printed in Asia/Kolkata. */
export type ReportContent = {
  lab: { name: string; address: string; licence: string | null }
  patient: {
    name: string
    /** Whole years when the sample was taken; null when the date of birth is not known */
    age: number | null
    sex: Sex
  }
  /** First eight characters of the booking's id, as the screens show it */
  bookingShortId: string
  orderNumber: string | null
  /** What was ordered, by name */
  ordered: string[]
  /** Such as Blood */
  sampleType: string
  collectedAt: Date | null
  receivedAt: Date | null
  reportedAt: Date
  sections: ReportSection[]
  /** Names of what was ordered and has no result */
  notReported: string[]
  doctorComments: string | null
  isReviewed: boolean
  /** 1, 2, 3 …: from 2 on it supersedes the one before */
  version: number
  /** When the superseded version was released */
  supersededAt: Date | null
}

export type ReportSection = { title: string; results: ReportResult[] }

export type ReportResult = {
  name: string
  /** As printed, without the unit */
  text: string
  flag: Flag | null
  unit: string
  /** '' when there is none */
  interval: string
  /** The interval spans both sexes', as the patient's is not known */
  isWidest: boolean
}
