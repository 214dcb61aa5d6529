import { AppError } from '@jaanch/contracts/errors'
import type { z } from 'zod'
import { type FhirReport, type FhirResource, fhirBundle, fhirProblems, fhirReport } from './api.ts'

/** A resource and its name in error sentences: `Observation/o1`, or its place in the message if it has no id. */
export type Located = { name: string; resource: FhirResource }

export type Message = {
  report: FhirReport
  /** The report's name in error sentences, `DiagnosticReport` */
  name: string
  /** All resources of the message, with those that others contain; without the report */
  resources: readonly Located[]
  /** Resolves a reference within the message */
  find: (reference: string) => Located | undefined
}

const reportType = 'DiagnosticReport'

/** Refuses a message. @param sentence names the element. @throws AppError invalid */
export function refuse(sentence: string): never {
  throw new AppError('invalid', sentence)
}

/** @param name of the resource in error sentences. @returns the elements that are understood. @throws AppError invalid */
export function parsed<Shape extends z.ZodType>(
  schema: Shape,
  name: string,
  resource: unknown,
): z.output<Shape> {
  const { success, data, error } = schema.safeParse(resource)
  return success ? data : refuse(fhirProblems(name, resource, error.issues))
}

/** Reads a Bundle with one DiagnosticReport, or a DiagnosticReport that contains its Observations. @throws AppError invalid */
export function readMessage(body: unknown): Message {
  const type = (body as { resourceType?: unknown } | null)?.resourceType
  const modifier = placeOfModifier(typeof type === 'string' ? type : 'The message', body)
  if (modifier !== undefined) refuse(`${modifier} changes what the message means and is not understood.`)
  if (type === reportType) return readReport(body, new Map(), [])
  return type === 'Bundle' ? readBundle(body) : refuse(`resourceType must be Bundle or ${reportType}.`)
}

function readBundle(body: unknown): Message {
  const found = new Map<string, Located>()
  const reports: FhirResource[] = []
  const resources: Located[] = []
  for (const [index, { fullUrl, resource }] of parsed(fhirBundle, 'Bundle', body).entry.entries()) {
    if (!resource) continue
    const place = `Bundle.entry[${index}].resource`
    const local = resource.id === undefined ? undefined : `${resource.resourceType}/${resource.id}`
    const located = { name: local ?? place, resource }
    if (resource.resourceType === reportType) reports.push(resource)
    else resources.push(located, ...containedIn(located))
    for (const address of new Set([fullUrl, local])) {
      if (address === undefined) continue
      if (found.has(address)) refuse(`${place}: ${address} comes twice.`)
      found.set(address, located)
    }
  }
  const [report, another] = reports
  if (!report) refuse(`Bundle.entry must have a ${reportType}.`)
  if (another) refuse(`Bundle.entry must have one ${reportType}, not ${reports.length}.`)
  return readReport(report, found, resources)
}

function readReport(
  resource: unknown,
  bundled: ReadonlyMap<string, Located>,
  others: readonly Located[],
): Message {
  const report = parsed(fhirReport, reportType, resource)
  const contained = new Map<string, Located>()
  const inside = containedIn({ name: reportType, resource: report })
  for (const located of inside) {
    const address = `#${located.resource.id ?? ''}`
    if (contained.has(address)) refuse(`${located.name}: the id ${address} comes twice.`)
    contained.set(address, located)
  }
  return {
    report,
    name: reportType,
    resources: [...inside, ...others],
    find: (reference) =>
      contained.get(reference) ?? bundled.get(reference) ?? bundled.get(localPart(reference)),
  }
}

/** Resources without a type are none. */
function containedIn({ name, resource }: Located): Located[] {
  const { contained } = resource
  if (!Array.isArray(contained)) return []
  return contained.flatMap((inner: FhirResource | null, index) => {
    if (typeof inner?.resourceType !== 'string') return []
    const called = inner.id ? `${inner.resourceType}/${inner.id}` : `${name}.contained[${index}]`
    return { name: called, resource: inner }
  })
}

/** `https://lab.example/fhir/Observation/o1/_history/2` is `Observation/o1` here. */
function localPart(reference: string): string {
  return reference
    .replace(/\/_history\/[^/]+$/, '')
    .split('/')
    .slice(-2)
    .join('/')
}

/** Elements by which FHIR says that what they stand in means something else: https://hl7.org/fhir/R4/extensibility.html#modifierExtension */
const modifiers: ReadonlySet<string> = new Set(['modifierExtension', 'implicitRules'])

/**
 * Looks for elements that change the meaning of others. None is understood, so that a message with one can't be taken.
 * @param name of the message in error sentences. @returns the place of the first one, such as `Bundle.entry[2].resource.modifierExtension`
 */
function placeOfModifier(name: string, message: unknown): string | undefined {
  // a list and not a recursion, because a message may be nested deeply
  const open: { place: string; value: unknown }[] = [{ place: name, value: message }]
  for (let at = open.pop(); at; at = open.pop()) {
    const { place, value } = at
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value)) {
      const innerPlace = Array.isArray(value) ? `${place}[${key}]` : `${place}.${key}`
      if (modifiers.has(key)) return innerPlace
      open.push({ place: innerPlace, value: inner })
    }
  }
  return undefined
}
