import type { ReportChange } from '@jaanch/contracts/vocabulary'
import type { ResultView } from '../../results/api.ts'
import {
  identifierSystems,
  identifierType,
  laboratoryProcedure,
  laboratoryReport,
  loincNotice,
  metaOf,
} from './codes.ts'
import { type Context, missingObservation, observationOf } from './observation.ts'

/** A released report with all that a document about it says. Instants are ISO 8601. */
export type ExportedReport = {
  id: string
  bookingId: string
  /** 1, 2, 3 …: from 2 on it replaces the one before */
  version: number
  /** The version before it; null: there is none */
  replaces: string | null
  /** A later version replaces it */
  isSuperseded: boolean
  /** How it differs from the version before it; null: there is none */
  change: ReportChange | null
  /** Codes of the results that it corrected */
  corrected: readonly string[]
  orderNumber: string | null
  releasedAt: string
  collectedAt: string | null
  /** Names of the ordered tests: `Complete Blood Count` */
  title: string
  patient: ExportedPatient
  lab: ExportedLab
  /** null: not a person of the laboratory */
  releasedBy: ExportedPerson | null
  /** A doctor reviewed it, as the laboratory says */
  isReviewed: boolean
  comments: string | null
  /** Kinds of specimens, as the catalogue names them */
  specimens: readonly string[]
  results: readonly ResultView[]
  /** Results of ordered tests are still to come */
  isPartial: boolean
  /** Ordered, and not in the report. Empty if the report is only a PDF */
  missing: readonly Pick<ResultView, 'code' | 'name' | 'loinc'>[]
  /** Address of the PDF: readers need a session of Jaanch */
  pdfUrl: string
}

/** Makes the id (a uuid) of a resource from what it is about: the same parts always give the same id. */
export type IdOf = (...parts: readonly string[]) => string

/** The entries of a report, each once. */
export type ReportEntries = {
  patient: Entry
  organization: Entry
  practitioner: Entry | undefined
  /** DiagnosticReport, DocumentReference, Observations, Specimens */
  report: Entry
  document: Entry
  details: Entry[]
}

/** The resources of a report, without the document around them. */
export function reportEntries(report: ExportedReport, idOf: IdOf): ReportEntries {
  const { id, lab, releasedBy } = report
  const patient = patientOf(idOf('patient', report.patient.id), report.patient)
  const organization = organizationOf(idOf('organization', lab.id), lab)
  const practitioner = releasedBy
    ? practitionerOf(idOf('practitioner', releasedBy.id), releasedBy)
    : undefined
  const subject = referenceTo(patient, report.patient.name)
  const performer = referenceTo(organization, lab.name)
  const interpreter = practitioner && releasedBy ? referenceTo(practitioner, releasedBy.name) : performer
  const { collectedAt, releasedAt } = report
  const context: Context = { subject, performer, collectedAt, releasedAt }

  const specimens = report.specimens.map((kind) =>
    entryOf({
      resourceType: 'Specimen',
      id: idOf('specimen', id, kind),
      meta: metaOf('Specimen'),
      type: { text: kind },
      subject,
      ...(collectedAt && { collection: { collectedDateTime: collectedAt } }),
    }),
  )
  const observations = [
    ...report.results.map((result) =>
      entryOf({
        ...observationOf(idOf('observation', id, result.code), result, context),
        ...(report.corrected.includes(result.code) && { status: 'corrected' }),
      }),
    ),
    ...report.missing.map((parameter) =>
      entryOf(missingObservation(idOf('observation', id, parameter.code), parameter, context)),
    ),
  ]
  const attachment = {
    contentType: 'application/pdf',
    url: report.pdfUrl,
    title: report.title,
    creation: releasedAt,
  }
  const identifiers = identifiersOf(report)
  const status = statusOf(report)
  const isInterpreted = report.isReviewed || releasedBy?.isPathologist === true
  return {
    patient,
    organization,
    practitioner,
    report: entryOf({
      resourceType: 'DiagnosticReport',
      id: idOf('diagnostic-report', id),
      meta: metaOf('DiagnosticReportLab'),
      text: narrativeOf(report),
      identifier: [
        ...identifiers,
        ...(report.orderNumber ? [{ system: identifierSystems.order, value: report.orderNumber }] : []),
      ],
      status,
      category: [{ coding: [laboratoryProcedure] }],
      code: { coding: [laboratoryReport], text: report.title },
      subject,
      ...(collectedAt && { effectiveDateTime: collectedAt }),
      issued: releasedAt,
      performer: [performer],
      ...(isInterpreted && { resultsInterpreter: [interpreter] }),
      ...(specimens.length > 0 && {
        specimen: specimens.map((specimen) => referenceTo(specimen, specimen.resource.type.text)),
      }),
      ...(observations.length > 0 && {
        result: observations.map((one) => referenceTo(one, one.resource.code.text)),
      }),
      ...(report.comments && { conclusion: report.comments }),
      presentedForm: [attachment],
    }),
    document: entryOf({
      resourceType: 'DocumentReference',
      id: idOf('document-reference', id),
      meta: metaOf('DocumentReference'),
      identifier: identifiers,
      status: report.isSuperseded ? 'superseded' : 'current',
      docStatus: documentStatusOf(report),
      ...(report.replaces !== null && {
        relatesTo: [{ code: 'replaces', target: { identifier: versionIdentifier(report.replaces) } }],
      }),
      type: { coding: [laboratoryReport], text: report.title },
      subject,
      date: releasedAt,
      author: [interpreter],
      custodian: performer,
      content: [{ attachment }],
    }),
    details: [...observations, ...specimens],
  }
}

/** One of the booking's report, the same in all versions, and one of the version. */
export function identifiersOf({ bookingId, id }: Pick<ExportedReport, 'bookingId' | 'id'>) {
  return [{ system: identifierSystems.report, value: bookingId }, versionIdentifier(id)]
}

export function versionIdentifier(id: string) {
  return { system: identifierSystems.version, value: id }
}

/** Status codes of a DiagnosticReport: https://hl7.org/fhir/R4/codesystem-diagnostic-report-status.html */
function statusOf({ change, isPartial }: Pick<ExportedReport, 'change' | 'isPartial'>): string {
  if (isPartial) return 'partial'
  if (change === 'amended') return 'amended'
  return change === 'more' ? 'appended' : 'final'
}

/** Status codes of a Composition and a DocumentReference: https://hl7.org/fhir/R4/codesystem-composition-status.html, which has no `partial` */
export function documentStatusOf({
  change,
  isPartial,
}: Pick<ExportedReport, 'change' | 'isPartial'>): string {
  if (isPartial) return 'preliminary'
  return change === 'amended' ? 'amended' : 'final'
}

/** The results as a table for people, as FHIR asks for (dom-6), with the notice for LOINC's codes. */
export function narrativeOf({ title, results }: Pick<ExportedReport, 'title' | 'results'>) {
  const rows = results.map(({ name, text, unit, foreignUnit, interval, flag }) => {
    const cells = [name, text, foreignUnit ?? unit ?? '', interval, flag ?? '']
    return `<tr>${cells.map((cell) => `<td>${escapeXml(cell)}</td>`).join('')}</tr>`
  })
  const head = ['Parameter', 'Result', 'Unit', 'Interval', 'Flag'].map((name) => `<th>${name}</th>`).join('')
  const table = rows.length > 0 ? `<table><tr>${head}</tr>${rows.join('')}</table>` : ''
  return {
    status: 'generated',
    div: `<div xmlns="http://www.w3.org/1999/xhtml"><p>${escapeXml(title)}</p>${table}<p>${escapeXml(loincNotice)}</p></div>`,
  }
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? '')
}

/** An entry of a Bundle. */
export type Entry = { fullUrl: string; resource: { resourceType: string; id: string } }

type ExportedPatient = {
  /** The id of the family member, or of the account */
  id: string
  name: string
  /** YYYY-MM-DD */
  dateOfBirth: string | null
  sex: 'male' | 'female' | 'other' | null
}

/** The person of the laboratory who released the report. */
type ExportedPerson = { id: string; name: string; isPathologist: boolean; role: string }

type ExportedLab = { id: string; name: string; license: string | null }

export function entryOf<R extends Entry['resource']>(resource: R): { fullUrl: string; resource: R } {
  return { fullUrl: `urn:uuid:${resource.id}`, resource }
}

/** @returns a reference to an entry of the same Bundle */
export function referenceTo({ fullUrl }: Pick<Entry, 'fullUrl'>, display: string) {
  return { reference: fullUrl, display }
}

function patientOf(id: string, { id: number, name, dateOfBirth, sex }: ExportedPatient) {
  return entryOf({
    resourceType: 'Patient',
    id,
    meta: metaOf('Patient'),
    identifier: [
      {
        type: identifierType('MR', 'Medical record number'),
        system: identifierSystems.patient,
        value: number,
      },
    ],
    name: [{ text: name }],
    gender: sex ?? 'unknown',
    ...(dateOfBirth && { birthDate: dateOfBirth }),
  })
}

function practitionerOf(id: string, { id: number, name, role }: ExportedPerson) {
  return entryOf({
    resourceType: 'Practitioner',
    id,
    meta: metaOf('Practitioner'),
    identifier: [
      { type: identifierType('EI', 'Employee number'), system: identifierSystems.person, value: number },
    ],
    name: [{ text: name }],
    qualification: [{ code: { text: role } }],
  })
}

/** The laboratory's licence stands as it was registered: it is no number of India's register of health facilities. */
function organizationOf(id: string, { id: number, name, license }: ExportedLab) {
  return entryOf({
    resourceType: 'Organization',
    id,
    meta: metaOf('Organization'),
    identifier: [
      {
        type: identifierType('PRN', 'Provider number'),
        system: identifierSystems.laboratory,
        value: number,
      },
      ...(license ? [{ type: { text: 'Licence of the laboratory' }, value: license }] : []),
    ],
    name,
  })
}
