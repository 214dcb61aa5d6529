/**
 * The content of a link to shared results: reports and trends of one person as they were when it was made. The owner's browser writes
 * and encrypts it; the viewer's browser reads it. The server never sees it. A later version of the client reads all earlier versions of this.
 */

import { instant } from '@jaanch/contracts/http/fields'
import { genders } from '@jaanch/contracts/vocabulary'
import { resultView } from '@jaanch/report/results/api'
import { z } from 'zod'

const snapshotReport = z.object({
  orderNumber: z.string().nullable(),
  /** Names of the ordered tests */
  tests: z.array(z.string()),
  /** Whole years on the day of the collection */
  age: z.int().nullable(),
  lab: z.object({ name: z.string(), address: z.string() }).nullable(),
  /** `role` in the lab, or admin */
  releasedBy: z.object({ name: z.string().nullable(), role: z.string() }),
  releasedAt: instant,
  collectedAt: instant.nullable(),
  isReviewed: z.boolean(),
  doctorComments: z.string().nullable(),
  /** 1, 2, 3 …: an amended report supersedes the one before */
  version: z.int().positive(),
  /** The differences from the version before; null: there is none, or they are not known */
  changes: z
    .array(
      z.object({
        code: z.string(),
        name: z.string(),
        before: z.string().nullable(),
        after: z.string().nullable(),
      }),
    )
    .nullable(),
  /** Codes of the results that are out of range, critical ones first */
  outOfRange: z.array(z.string()),
  sections: z.array(z.object({ title: z.string(), results: z.array(resultView) })),
  /** Names of tests and parameters of which results were still to come: with any, it was partial */
  toCome: z.array(z.string()),
  /** Names of ordered parameters without a value that were not to come */
  notReported: z.array(z.string()),
})

const snapshotTrend = z.object({
  code: z.string(),
  name: z.string(),
  /** The latest first */
  points: z.array(z.object({ at: instant, labName: z.string().nullable(), result: resultView })),
})

export const shareSnapshot = z.object({
  version: z.literal(1),
  madeAt: instant,
  patient: z.object({
    name: z.string(),
    /** Whole years when it was made */
    age: z.int().nullable(),
    sex: z.enum(genders).nullable(),
  }),
  /** The latest first */
  reports: z.array(snapshotReport),
  trends: z.array(snapshotTrend),
})
export type ShareSnapshot = z.output<typeof shareSnapshot>
export type SnapshotReport = ShareSnapshot['reports'][number]
export type SnapshotTrend = ShareSnapshot['trends'][number]
