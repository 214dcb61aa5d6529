import { istDate } from '@jaanch/contracts/calendar'
import type { Hl7Accepted, Hl7Problem } from '@jaanch/contracts/http/interoperability'
import { live } from '../cache/live-cache'
import { saveFile } from '../files'
import { listedProblems } from '../http/api-error'
import { call } from '../http/call'
import { download } from '../http/download'
import { bookingChange } from '../live/change'

/** Saves a report as a FHIR document. @param name of the file */
export async function downloadReportAsFhir(id: string, name: string): Promise<void> {
  saveFile(await download(`/api/health-reports/${encodeURIComponent(id)}/fhir`), name)
}

/** Saves all latest reports of a person as one FHIR file. @param person `self`, or the id of a family member */
export async function downloadHealthExport(person: string): Promise<void> {
  const file = await download(`/api/health-export?${new URLSearchParams({ person })}`)
  saveFile(file, `jaanch-health-${istDate(new Date())}.json`)
}

/**
 * Submits results as an HL7 v2 message. The message has a control id, by which it is taken once: it may be sent again.
 * @param isSamePerson another name, birth date or sex in it is the booking's patient all the same
 */
export async function sendHl7(message: string, isSamePerson: boolean): Promise<Hl7Accepted> {
  const query = isSamePerson ? { confirmSubject: '1' as const } : {}
  const accepted = await call('POST', '/api/lab/hl7', { query, body: { message } })
  live.applyLocalWrite(bookingChange(accepted.report.booking))
  return accepted
}

/** @returns what is wrong in a message that was refused; undefined if it was not read at all */
export function problemsOfHl7(error: unknown): Hl7Problem[] | undefined {
  return listedProblems<Hl7Problem>(error)
}
