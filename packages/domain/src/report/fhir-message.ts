import { type FhirReport, type FhirResource, fhirBundle, fhirReport } from '@jaanch/contracts/http/fhir'
import { fhirProblems } from '@jaanch/contracts/http/fhir-problems'

/** A resource and its name in error sentences: `Observation/o1`, or its place in the message if it has no id. */
export type Located = { name: string; resource: FhirResource }

export type Message = {
  report: FhirReport
  /** The report's name in error sentences, `DiagnosticReport` */
  name: string
  /** Resolves a reference within the message */
  find: (reference: string) => Located | undefined
}

const reportType = 'DiagnosticReport'

/** Reads a Bundle with one DiagnosticReport, or a DiagnosticReport that contains its Observations. */
export function readMessage(body: unknown): Message | { refused: string } {
  const type = (body as { resourceType?: unknown } | null)?.resourceType
  if (type === reportType) return readReport(body, new Map())
  if (type === 'Bundle') return readBundle(body)
  return { refused: `resourceType must be Bundle or ${reportType}.` }
}

function readBundle(body: unknown): Message | { refused: string } {
  const bundle = fhirBundle.safeParse(body)
  if (!bundle.success) return { refused: fhirProblems('Bundle', body, bundle.error.issues) }
  const found = new Map<string, Located>()
  const reports: FhirResource[] = []
  for (const [index, { fullUrl, resource }] of bundle.data.entry.entries()) {
    if (!resource) continue
    if (resource.resourceType === reportType) reports.push(resource)
    const place = `Bundle.entry[${index}].resource`
    const local = resource.id === undefined ? undefined : `${resource.resourceType}/${resource.id}`
    const located = { name: local ?? place, resource }
    for (const address of new Set([fullUrl, local])) {
      if (address === undefined) continue
      if (found.has(address)) return { refused: `${place}: ${address} comes twice.` }
      found.set(address, located)
    }
  }
  const [report, another] = reports
  if (!report) return { refused: `Bundle.entry must have a ${reportType}.` }
  if (another) return { refused: `Bundle.entry must have one ${reportType}, not ${reports.length}.` }
  return readReport(report, found)
}

function readReport(resource: unknown, bundled: ReadonlyMap<string, Located>): Message | { refused: string } {
  const report = fhirReport.safeParse(resource)
  if (!report.success) return { refused: fhirProblems(reportType, resource, report.error.issues) }
  const contained = new Map<string, Located>()
  for (const [index, inner] of (report.data.contained ?? []).entries()) {
    const name = inner.id ? `${inner.resourceType}/${inner.id}` : `${reportType}.contained[${index}]`
    contained.set(`#${inner.id ?? ''}`, { name, resource: inner })
  }
  return {
    report: report.data,
    name: reportType,
    find: (reference) =>
      contained.get(reference) ?? bundled.get(reference) ?? bundled.get(localPart(reference)),
  }
}

/** `https://lab.example/fhir/Observation/o1/_history/2` is `Observation/o1` here. */
function localPart(reference: string): string {
  return reference
    .replace(/\/_history\/[^/]+$/, '')
    .split('/')
    .slice(-2)
    .join('/')
}
