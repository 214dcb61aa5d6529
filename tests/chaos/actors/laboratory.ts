import { randomUUID } from 'node:crypto'
import { healthReportRoutes } from '@jaanch/contracts/http/health-reports'
import { reportSignOffRoutes } from '@jaanch/contracts/http/report-sign-off'
import type { Random } from '@jaanch/infra/local/demo/random'
import type { Crew } from './crew.ts'
import type { LabStaff } from './lab-staff.ts'
import { unlessFaster } from './polite-client.ts'

export type Result = { code: string; value: number | string }
type Submission = { fileUrl?: string; values?: Result[]; withdrawn?: string[]; corrects?: string }

/** How often a submission is sent again after it was acknowledged */
const repeatedShare = 0.15

/** What is made up here is not compatible with life, and some of it replaces what another person submitted. */
const confirm = ['implausible', 'delta', 'value-differs', 'draft-waits', 'rejected-tube', 'refunded'] as const

export type Laboratory = {
  /** Whether its reports wait for the signature of a pathologist */
  signs: boolean
  /** @returns the id of the report or of the draft */
  submit(token: string, submission: Submission): Promise<string>
  /** The pathologist signs the newest draft, which includes the others, or one after the other. */
  sign(): Promise<void>
  /** The pathologist sends the newest draft back. @returns false if there is none */
  sendBack(): Promise<boolean>
}

/** What a laboratory does with the report of one booking. */
export function openLaboratory(
  { client }: Pick<Crew, 'client'>,
  { bookingId, staff: { pathologist } }: { bookingId: string; staff: LabStaff },
  random: Random,
): Laboratory {
  const params = { id: bookingId }
  const byPathologist = client.as(pathologist ?? '')
  /** The ids of the drafts that wait, in the order of their answers */
  let drafts: string[] = []

  return {
    signs: pathologist !== undefined,
    async submit(token, submission) {
      const call = { params, body: { ...submission, confirm: [...confirm] }, idempotencyKey: randomUUID() }
      const send = () => client.as(token).call(healthReportRoutes.releaseHealthReport, call)
      const { id, isDraft } = await send()
      if (isDraft) drafts.push(id)
      if (random.chance(repeatedShare)) await send()
      return id
    },
    async sign() {
      const waiting = random.chance(0.5) ? drafts : drafts.slice(-1)
      drafts = []
      for (const reportId of waiting) {
        const call = { params: { ...params, reportId }, idempotencyKey: randomUUID() }
        await unlessFaster(byPathologist.call(reportSignOffRoutes.signReport, call))
      }
    },
    async sendBack() {
      const reportId = drafts.pop()
      drafts = []
      if (pathologist === undefined || reportId === undefined) return false
      const call = {
        params: { ...params, reportId },
        body: { reason: 'Please measure again.' },
        idempotencyKey: randomUUID(),
      }
      await unlessFaster(byPathologist.call(reportSignOffRoutes.returnReport, call))
      return true
    },
  }
}
