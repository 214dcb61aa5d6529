/** A report whose results are submitted by panel, corrected and withdrawn, and signed where the lab has a pathologist. */
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { healthReportRoutes } from '@jaanch/contracts/http/health-reports'
import { type ReportParameter, reportFormRoutes } from '@jaanch/contracts/http/report-form'
import { reportSignOffRoutes } from '@jaanch/contracts/http/report-sign-off'
import type { Random } from '@jaanch/infra/local/demo/random'
import { dataUrl, pdf } from '@jaanch/tests/support/sample-files'
import { callAboutCriticalValues } from './call-patients.ts'
import type { Crew } from './crew.ts'
import type { LabStaff } from './lab-staff.ts'
import { LostRaceError } from './polite-client.ts'

const shares = {
  file: 0.15,
  alone: 0.25,
  together: 0.5,
  corrected: 0.5,
  withdrawn: 0.25,
  returned: 0.2,
  unsigned: 0.1,
}

type About = { bookingId: string; staff: LabStaff }
type Submission = {
  fileUrl?: string
  values?: { code: string; value: number | string }[]
  withdrawn?: string[]
  corrects?: string
}

/** What is made up here is not compatible with life, and some of it replaces what another person submitted. */
const confirm = ['implausible', 'delta', 'value-differs', 'draft-waits', 'rejected-tube', 'refunded'] as const

export async function reportResults(crew: Crew, about: About, random: Random): Promise<void> {
  const { client, pauseMs } = crew
  const { bookingId, staff } = about
  const params = { id: bookingId }
  const isSigned = staff.pathologist !== undefined
  const unsigned: string[] = []

  /** @returns the id of the report */
  async function submit(token: string, body: Submission): Promise<string> {
    const call = { params, body: { ...body, confirm: [...confirm] }, idempotencyKey: randomUUID() }
    const { id, isDraft } = await client.as(token).call(healthReportRoutes.releaseHealthReport, call)
    if (isDraft) unsigned.push(id)
    if (random.chance(0.15)) await client.as(token).call(healthReportRoutes.releaseHealthReport, call)
    return id
  }
  const sign = async (reportId: string) => {
    const call = { params: { id: bookingId, reportId }, idempotencyKey: randomUUID() }
    await unlessFaster(client.as(staff.pathologist ?? '').call(reportSignOffRoutes.signReport, call))
  }
  async function signAll(): Promise<void> {
    // the newest includes those before it; one that is older is signed alone
    const waiting = random.chance(0.5) ? unsigned : unsigned.slice(-1)
    for (const id of waiting) await sign(id)
    unsigned.length = 0
  }

  const form = await client.as(staff.technician).call(reportFormRoutes.getReportForm, { params })
  if (form.length === 0 || random.chance(shares.file)) {
    await submit(staff.technician, { fileUrl: dataUrl('application/pdf', pdf) })
    if (isSigned) await signAll()
    return
  }
  const values = form.map((parameter) => ({ code: parameter.code, value: madeUp(parameter, random) }))
  const [one, other] = panelsOf(values, random)
  // who may submit where drafts are signed: a pathologist and an admin release at once
  const colleague = isSigned ? staff.owner : crew.admin
  const isTogether = random.chance(shares.together)
  const sendOne = () => submit(staff.technician, { values: one })
  const sendOther = () => submit(colleague, { values: other })
  let latest: string
  if (other.length === 0) latest = await sendOne()
  else if (isTogether) {
    await Promise.all([sendOne(), sendOther()])
    // which of them came last is not known here
    latest = ''
  } else {
    await sendOne()
    await setTimeout(pauseMs())
    latest = await sendOther()
  }
  const isReturned = isSigned && random.chance(shares.returned)
  const last = unsigned.at(-1)
  if (isReturned && last !== undefined) {
    const call = { params: { id: bookingId, reportId: last }, body: { reason: 'Please measure again.' } }
    await unlessFaster(client.as(staff.pathologist ?? '').call(reportSignOffRoutes.returnReport, call))
    latest = await submit(staff.technician, { values: [changed(random.pick(values), form)] })
    unsigned.splice(0, unsigned.length, latest)
  } else if (isSigned && random.chance(0.5)) await signAll()
  await setTimeout(pauseMs())

  if (!isReturned && random.chance(shares.corrected)) {
    const corrected = changed(random.pick(values), form)
    latest = await submit(staff.technician, {
      values: [corrected],
      ...(latest !== '' && random.chance(0.5) && { corrects: latest }),
    })
  }
  if (values.length > 2 && random.chance(shares.withdrawn)) {
    await setTimeout(pauseMs())
    await submit(staff.technician, { values: [], withdrawn: [random.pick(values).code] })
  }
  if (isSigned && !random.chance(shares.unsigned)) await signAll()
  await callAboutCriticalValues(crew, about, random)
}

async function unlessFaster(work: Promise<unknown>): Promise<void> {
  await work.catch((error) => {
    if (!(error instanceof LostRaceError)) throw error
  })
}

/** Whole numbers from 10 on, of which many are far beyond the limits; the first text of those that are allowed. */
function madeUp({ options }: ReportParameter, random: Random): number | string {
  return options === null ? Math.round(random.between(10, 19)) : (options[0] ?? 'seen')
}

/** Another value of the same parameter, which nobody has submitted before */
function changed(
  { code, value }: { code: string; value: number | string },
  form: readonly ReportParameter[],
) {
  const options = form.find((parameter) => parameter.code === code)?.options
  return { code, value: typeof value === 'number' ? value + 20 : (options?.at(-1) ?? value) }
}

/** Two sets without a common parameter; the second one may be empty. */
function panelsOf<Value>(values: readonly Value[], random: Random): [Value[], Value[]] {
  const size = random.chance(shares.alone) ? values.length : Math.ceil(values.length / 2)
  return [values.slice(0, size), values.slice(size)]
}
