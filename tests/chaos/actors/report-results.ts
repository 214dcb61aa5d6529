/** A report whose results are submitted by panel, corrected and withdrawn, and signed where the lab has a pathologist. */
import { setTimeout } from 'node:timers/promises'
import { type ReportParameter, reportFormRoutes } from '@jaanch/contracts/http/report-form'
import type { Random } from '@jaanch/infra/local/demo/random'
import { dataUrl, pdf } from '@jaanch/tests/support/sample-files'
import { callAboutCriticalValues } from './call-patients.ts'
import type { Crew } from './crew.ts'
import type { LabStaff } from './lab-staff.ts'
import { type Laboratory, openLaboratory, type Result } from './laboratory.ts'

/** `signedMeanwhile`: of the corrections, those that come while the pathologist signs */
const shares = {
  file: 0.15,
  whole: 0.25,
  together: 0.5,
  sentBack: 0.2,
  signedEarly: 0.5,
  corrected: 0.5,
  signedMeanwhile: 0.4,
  withdrawn: 0.25,
  unsigned: 0.1,
}

export async function reportResults(
  crew: Crew,
  about: { bookingId: string; staff: LabStaff },
  random: Random,
): Promise<void> {
  const { client, admin, pauseMs } = crew
  const { bookingId, staff } = about
  const { technician, owner } = staff
  const laboratory = openLaboratory(crew, about, random)
  const params = { id: bookingId }
  const form = await client.as(technician).call(reportFormRoutes.getReportForm, { params })
  if (form.length === 0 || random.chance(shares.file)) {
    await laboratory.submit(technician, { fileUrl: dataUrl('application/pdf', pdf) })
    await laboratory.sign()
    return
  }
  const values = form.map((parameter) => ({ code: parameter.code, value: madeUp(parameter, random) }))
  // an admin's report needs no signature
  const colleague = laboratory.signs ? owner : admin
  const latest = await submitPanels(laboratory, values, { technician, colleague, pauseMs }, random)

  const correct = (corrects?: string) =>
    laboratory.submit(technician, {
      values: [changed(random.pick(values), form)],
      ...(corrects !== undefined && { corrects }),
    })
  const isSentBack = random.chance(shares.sentBack) && (await laboratory.sendBack())
  if (isSentBack) await correct()
  else if (random.chance(shares.signedEarly)) await laboratory.sign()
  await setTimeout(pauseMs())
  if (!isSentBack && random.chance(shares.corrected)) {
    const correcting = correct(random.chance(0.5) ? latest : undefined)
    await Promise.all([correcting, random.chance(shares.signedMeanwhile) && laboratory.sign()])
  }
  if (values.length > 2 && random.chance(shares.withdrawn)) {
    await setTimeout(pauseMs())
    await laboratory.submit(technician, { values: [], withdrawn: [random.pick(values).code] })
  }
  if (!random.chance(shares.unsigned)) await laboratory.sign()
  await callAboutCriticalValues(crew, about, random)
}

type Submitters = { technician: string; colleague: string; pauseMs: () => number }

/**
 * The results in one submission, or in two of two people.
 * @returns the id of the last one; undefined if both were sent at the same moment
 */
async function submitPanels(
  { submit }: Laboratory,
  values: Result[],
  { technician, colleague, pauseMs }: Submitters,
  random: Random,
): Promise<string | undefined> {
  if (values.length < 2 || random.chance(shares.whole)) return submit(technician, { values })
  const half = Math.ceil(values.length / 2)
  const sendFirst = () => submit(technician, { values: values.slice(0, half) })
  const sendSecond = () => submit(colleague, { values: values.slice(half) })
  if (random.chance(shares.together)) {
    await Promise.all([sendFirst(), sendSecond()])
    return undefined
  }
  await sendFirst()
  await setTimeout(pauseMs())
  return sendSecond()
}

/** Whole numbers from 10 on, of which many are far beyond the limits; the first text of those that are allowed. */
function madeUp({ options }: ReportParameter, random: Random): number | string {
  return options === null ? Math.round(random.between(10, 19)) : (options[0] ?? 'seen')
}

/** Another value of the same parameter, if there is one */
function changed({ code, value }: Result, form: readonly ReportParameter[]): Result {
  const options = form.find((parameter) => parameter.code === code)?.options
  return { code, value: typeof value === 'number' ? value + 20 : (options?.at(-1) ?? value) }
}
