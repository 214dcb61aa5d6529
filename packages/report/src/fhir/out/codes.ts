/**
 * Codes of the FHIR documents that we write. FHIR R4's own code systems are named after the pages that define them; the profiles are
 * those of NRCeS' guide for ABDM 6.5.0 (https://nrces.in/ndhm/fhir/r4/StructureDefinition-DiagnosticReportRecord.html).
 */

import type { ResultFlag } from '../../results/api.ts'
import { loincSystem, snomedSystem } from '../api.ts'

export type Coding = { system: string; code: string; display?: string }
export type Concept = { coding?: Coding[]; text?: string }

/** Systems of our own identifiers: reports, patients, people and laboratories */
export const identifierSystems = {
  /** The report of a booking, in all its versions */
  report: 'https://jaanch.example/fhir/report',
  version: 'https://jaanch.example/fhir/report-version',
  order: 'https://jaanch.example/fhir/order',
  patient: 'https://jaanch.example/fhir/patient',
  person: 'https://jaanch.example/fhir/person',
  laboratory: 'https://jaanch.example/fhir/laboratory',
} as const

const profiles = 'https://nrces.in/ndhm/fhir/r4/StructureDefinition/'

/** @param profile a profile of NRCeS' guide, such as `DiagnosticReportLab` */
export function metaOf(profile: string): { profile: string[] } {
  return { profile: [`${profiles}${profile}`] }
}

/** SNOMED CT's code of the composition, as the profile DiagnosticReportRecord fixes it */
export const studiesReport: Coding = {
  system: snomedSystem,
  code: '721981007',
  display: 'Diagnostic studies report',
}

/** FHIR R4, ValueSet servicerequest-category: the kind of service */
export const laboratoryProcedure: Coding = {
  system: snomedSystem,
  code: '108252007',
  display: 'Laboratory procedure',
}

export const laboratoryReport: Coding = {
  system: loincSystem,
  code: '11502-2',
  display: 'Laboratory report',
}

export const laboratoryCategory: Coding = {
  system: 'http://terminology.hl7.org/CodeSystem/observation-category',
  code: 'laboratory',
  display: 'Laboratory',
}

/** HL7 v2 table 0203: kinds of identifiers */
export function identifierType(code: 'MR' | 'PRN' | 'EI', display: string): Concept {
  return { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code, display }] }
}

const interpretationSystem = 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation'

const ofFlag: Readonly<Record<ResultFlag, readonly [code: string, display: string]>> = {
  low: ['L', 'Low'],
  high: ['H', 'High'],
  'critical-low': ['LL', 'Critical low'],
  'critical-high': ['HH', 'Critical high'],
  normal: ['N', 'Normal'],
  abnormal: ['A', 'Abnormal'],
}

/** Words of results that have a code of their own, in lower case without signs */
const ofWord: Readonly<Record<string, readonly [code: string, display: string]>> = {
  positive: ['POS', 'Positive'],
  negative: ['NEG', 'Negative'],
  reactive: ['RR', 'Reactive'],
  nonreactive: ['NR', 'Non-reactive'],
  detected: ['DET', 'Detected'],
  notdetected: ['ND', 'Not detected'],
}

/** @param word the result, if it is a text. @returns nothing where there is no reference and no word with a code */
export function interpretationsOf(flag: ResultFlag | null, word: string | null): Concept[] {
  const said = word === null ? undefined : ofWord[word.toLowerCase().replaceAll(/[^a-z]/g, '')]
  return [flag === null ? undefined : ofFlag[flag], said]
    .filter((one) => one !== undefined)
    .map(([code, display]) => ({ coding: [{ system: interpretationSystem, code, display }] }))
}

/** The notice under which LOINC's codes may be passed on; the same as in the catalogue and in NOTICE */
export const loincNotice =
  'This material contains content from LOINC (http://loinc.org). LOINC is copyright Regenstrief Institute, Inc. and the LOINC ' +
  'Committee and is available at no cost under the license at http://loinc.org/license. LOINC is a registered United States ' +
  'trademark of Regenstrief Institute, Inc.'
