import { type FhirObservation, type FhirReport, fhirObservation, fhirProblems } from './api.ts'
import type { Located, Message } from './fhir-message.ts'
import { hasNoValue, problemOfValues } from './fhir-value.ts'

/** An Observation with its name in error sentences. @property isMember a panel has it */
export type Found = { name: string; observation: FhirObservation }

/**
 * The observations that the report refers to, in its order: panels come before their members. Each Observation of the message must be among
 * them, because a result that nothing refers to would be dropped without a word.
 */
export function observationsOf(message: Message): { observations: Found[] } | { refused: string } {
  const { report, name, find, resources } = message
  const observations: Found[] = []
  const seen = new Set<unknown>()

  function follow(
    references: readonly { reference?: string | undefined }[],
    from: string,
  ): string | undefined {
    for (const [index, { reference }] of references.entries()) {
      const place = `${from}[${index}].reference`
      if (!reference) return `${place} is required.`
      const located = find(reference)
      if (!located) return `${place}: ${reference} is not in the message.`
      if (seen.has(located.resource)) return `${place}: ${reference} comes twice.`
      seen.add(located.resource)
      const problem = take(located, place)
      if (problem) return problem
    }
    return undefined
  }

  function take({ name: called, resource }: Located, place: string): string | undefined {
    if (resource.resourceType !== 'Observation') return `${place} must lead to an Observation.`
    const checked = fhirObservation.safeParse(resource)
    if (!checked.success) return fhirProblems(called, resource, checked.error.issues)
    const observation = checked.data
    const isWithdrawn = observation.status === 'entered-in-error'
    const problem =
      (isWithdrawn ? undefined : problemOfStatus(called, observation.status)) ??
      problemOfSubject(message, called, observation.subject?.reference) ??
      problemOfValues(called, resource)
    if (problem) return problem
    observations.push({ name: called, observation })
    if (observation.hasMember) return follow(observation.hasMember, `${called}.hasMember`)
    if (!isWithdrawn && hasNoValue(observation) && !observation.dataAbsentReason)
      return `${called}.value[x] is required.`
    return undefined
  }

  const refused = follow(report.result, `${name}.result`)
  if (refused !== undefined) return { refused }
  const forgotten = resources.find(
    ({ resource }) => resource.resourceType === 'Observation' && !seen.has(resource),
  )
  if (forgotten)
    return { refused: `${forgotten.name} is not in ${name}.result: name it there, or leave it out.` }
  return { observations }
}

/** The subject of a part of the message must be that of the report. @returns a sentence if it is another one */
export function problemOfSubject(
  { report, name, find }: Message,
  called: string,
  reference: string | undefined,
): string | undefined {
  if (!reference || reference === report.subject.reference) return undefined
  // the same patient may be referred to by a full URL and by a relative one
  const person = find(reference)?.resource
  const isSame = person !== undefined && person === find(report.subject.reference)?.resource
  return isSame ? undefined : `${called}.subject is another than ${name}.subject.`
}

/**
 * Definitions of the statuses: https://hl7.org/fhir/R4/codesystem-diagnostic-report-status.html and
 * https://hl7.org/fhir/R4/codesystem-observation-status.html
 * @returns a sentence if nothing with this status is taken
 */
export function problemOfStatus(
  place: string,
  status: FhirReport['status'] | FhirObservation['status'],
): string | undefined {
  switch (status) {
    case 'final':
    case 'amended':
    case 'corrected':
    case 'appended':
    case 'partial':
      return undefined
    case 'registered':
    case 'preliminary':
      return `${place}.status is ${status}: send it when it is final.`
    case 'cancelled':
    case 'entered-in-error':
      return `${place}.status is ${status}: it can't be released. A correction comes as corrected or amended.`
    case 'unknown':
      return `${place}.status is unknown: it must be final, amended or corrected.`
  }
}
