import { istDate } from '@jaanch/contracts/calendar'
import type { QuestionCode } from '@jaanch/contracts/http/questions'
import type { Hl7Accepted, Hl7Problem } from '@jaanch/report/hl7/api'
import { live } from '@/lib/cache/live-cache'
import { saveFile } from '@/lib/files'
import { listedProblems } from '@/lib/http/api-error'
import { call } from '@/lib/http/call'
import { download } from '@/lib/http/download'
import { bookingChange } from '@/lib/live/change'

const titles = new Set(['dr', 'mr', 'mrs', 'ms', 'shri', 'smt'])

/** Saves a report as a FHIR document. @param name of the file */
export async function downloadReportAsFhir(id: string, name: string): Promise<void> {
  saveFile(await download(`/api/health-reports/${encodeURIComponent(id)}/fhir`), name)
}

/** Saves all latest reports of a person as one FHIR file. @param person `self`, or the id of a family member @param name of the person */
export async function downloadHealthExport(person: string, name: string): Promise<void> {
  const file = await download(`/api/health-export?${new URLSearchParams({ person })}`)
  saveFile(file, healthFileName(name, istDate(new Date())))
}

/**
 * @param name of the person, of which the first word is taken @param date YYYY-MM-DD
 * @returns 'jaanch-health-sunita-2026-11-27.json'; without a name that has Latin letters, 'jaanch-health-2026-11-27.json'
 */
export function healthFileName(name: string, date: string): string {
  const [first = ''] = name
    .normalize('NFD')
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replaceAll(/[^a-z0-9-]/g, ''))
    .filter((word) => /[a-z]/.test(word) && !titles.has(word))
  return ['jaanch-health', first, `${date}.json`].filter(Boolean).join('-')
}

/**
 * Submits results as an HL7 v2 message. The message has a control id, by which it is taken once: it may be sent again.
 * @param confirmed the codes of the questions whose answer is yes
 * @param follows the report that they were about
 */
export async function sendHl7(
  message: string,
  confirmed: readonly QuestionCode[],
  follows?: string | null,
): Promise<Hl7Accepted> {
  const query = { ...(confirmed.length > 0 && { confirm: confirmed.join(','), ...(follows && { follows }) }) }
  const accepted = await call('POST', '/api/lab/hl7', { query, body: { message } })
  live.applyLocalWrite(bookingChange(accepted.report.booking))
  return accepted
}

/** @returns what is wrong in a message that was refused; undefined if it was not read at all */
export function problemsOfHl7(error: unknown): Hl7Problem[] | undefined {
  return listedProblems<Hl7Problem>(error)
}
