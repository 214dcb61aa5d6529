/** A report whose results are submitted by panel, corrected, withdrawn and signed, and the calls about its critical values. */
import { randomUUID } from 'node:crypto'
import type { Random } from '@jaanch/infra/local/demo/random'
import { healthReportCalls } from '@jaanch/report/api'
import { criticalValueCalls } from '@jaanch/report/critical/api'
import { type ReportParameter, reportFormCalls } from '@jaanch/report/entry/api'
import { reportSignOffCalls } from '@jaanch/report/sign-off/api'
import type { Client } from '@jaanch/tests/support/client'
import { dataUrl, pdf } from '@jaanch/tests/support/sample-files'
import type { Crew, Lab } from './crew.ts'
import { unlessFaster } from './polite-client.ts'

/** `signedMeanwhile`: the share of the corrections that come while the pathologist signs */
const shares = {
  ...{ file: 0.15, whole: 0.25, together: 0.5, sentBack: 0.2, signedEarly: 0.5, corrected: 0.5 },
  ...{ signedMeanwhile: 0.4, withdrawn: 0.25, unsigned: 0.1, repeated: 0.15 },
}
const callShares = { forgotten: 0.1, inVain: 0.3, byTwo: 0.2 }

/** The made-up values are not compatible with life, and some of them replace what another person submitted. */
const confirm = ['implausible', 'delta', 'value-differs', 'draft-waits', 'rejected-tube', 'refunded'] as const

type Result = { code: string; value: number | string }
type Submission = { fileUrl?: string; values?: Result[]; withdrawn?: string[]; corrects?: string }
type Reporting = { bookingId: string; lab: Lab }

export async function reportResults(crew: Crew, about: Reporting, random: Random): Promise<void> {
  const { admin, pause } = crew
  const { technician, owner, pathologist } = about.lab
  const { submit, sign, sendBack } = openLaboratory(about, random)
  const params = { id: about.bookingId }
  const form = await technician.call(reportFormCalls.getReportForm, { params })
  if (form.length === 0 || random.chance(shares.file)) {
    await submit(technician, { fileUrl: dataUrl('application/pdf', pdf) })
    return sign()
  }
  const values = form.map((parameter) => ({ code: parameter.code, value: madeUp(parameter, random) }))
  let latest: string | undefined
  if (values.length < 2 || random.chance(shares.whole)) latest = await submit(technician, { values })
  else {
    const half = Math.ceil(values.length / 2)
    const first = () => submit(technician, { values: values.slice(0, half) })
    // an admin's report needs no signature
    const second = () => submit(pathologist ? owner : admin, { values: values.slice(half) })
    if (random.chance(shares.together)) await Promise.all([first(), second()])
    else {
      await first()
      await pause()
      latest = await second()
    }
  }
  const correct = (corrects?: string) =>
    submit(technician, {
      values: [changed(random.pick(values), form)],
      ...(corrects !== undefined && { corrects }),
    })
  const isSentBack = random.chance(shares.sentBack) && (await sendBack())
  if (isSentBack) await correct()
  else if (random.chance(shares.signedEarly)) await sign()
  await pause()
  if (!isSentBack && random.chance(shares.corrected)) {
    const correcting = correct(random.chance(0.5) ? latest : undefined)
    await Promise.all([correcting, random.chance(shares.signedMeanwhile) && sign()])
  }
  if (values.length > 2 && random.chance(shares.withdrawn)) {
    await pause()
    await submit(technician, { values: [], withdrawn: [random.pick(values).code] })
  }
  if (!random.chance(shares.unsigned)) await sign()
  await callAboutCriticalValues(about, random)
}

/** A laboratory's work on the report of one booking. */
function openLaboratory({ bookingId, lab: { pathologist } }: Reporting, random: Random) {
  const params = { id: bookingId }
  /** The ids of the drafts that wait, in the order of their answers */
  let drafts: string[] = []

  /** @returns the id of the report or of the draft */
  async function submit(by: Client, submission: Submission): Promise<string> {
    const call = { params, body: { ...submission, confirm: [...confirm] }, idempotencyKey: randomUUID() }
    const send = () => by.call(healthReportCalls.releaseHealthReport, call)
    const { id, isDraft } = await send()
    if (isDraft) drafts.push(id)
    if (random.chance(shares.repeated)) await send()
    return id
  }

  /** The pathologist signs the newest draft, which includes the others, or one after the other. */
  async function sign(): Promise<void> {
    const waiting = random.chance(0.5) ? drafts : drafts.slice(-1)
    drafts = []
    if (pathologist === undefined) return
    for (const reportId of waiting) {
      const call = { params: { ...params, reportId } }
      await unlessFaster(pathologist.call(reportSignOffCalls.signReport, call))
    }
  }

  /** The pathologist sends the newest draft back. @returns false if there is none */
  async function sendBack(): Promise<boolean> {
    const reportId = drafts.at(-1)
    drafts = []
    if (pathologist === undefined || reportId === undefined) return false
    const call = { params: { ...params, reportId }, body: { reason: 'Please measure again.' } }
    await unlessFaster(pathologist.call(reportSignOffCalls.returnReport, call))
    return true
  }

  return { submit, sign, sendBack }
}

/** Some calls reach nobody at first, some are confirmed by two people at the same moment, and some are never made. */
async function callAboutCriticalValues(
  { bookingId, lab: { technician, owner } }: Reporting,
  random: Random,
): Promise<void> {
  const query = { state: 'open', limit: 500 } as const
  const open = await technician.call(criticalValueCalls.listCriticalCalls, { query })
  for (const { id } of open.filter((call) => call.bookingId === bookingId)) {
    if (random.chance(callShares.forgotten)) continue
    const record = (by: Client, outcome: 'CONFIRMED' | 'UNABLE_TO_REACH') =>
      by.call(criticalValueCalls.recordCriticalCall, {
        params: { id },
        body: { outcome, reached: 'customer', by: 'phone' },
      })
    if (random.chance(callShares.inVain)) await record(technician, 'UNABLE_TO_REACH')
    const callers = random.chance(callShares.byTwo) ? [technician, owner] : [technician]
    await Promise.all(callers.map((caller) => unlessFaster(record(caller, 'CONFIRMED'))))
  }
}

/** Whole numbers from 10 on, of which many are far beyond the limits, or the first of the texts that are allowed. */
function madeUp({ options }: ReportParameter, random: Random): number | string {
  return options === null ? Math.round(random.between(10, 19)) : (options[0] ?? 'seen')
}

/** Another value of the same parameter, if there is one */
function changed({ code, value }: Result, form: readonly ReportParameter[]): Result {
  const options = form.find((parameter) => parameter.code === code)?.options
  return { code, value: typeof value === 'number' ? value + 20 : (options?.at(-1) ?? value) }
}
