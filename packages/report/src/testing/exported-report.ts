/** Reports as they are exported, for tests. */

import type { Parameter } from '@jaanch/catalogue/parameters/parameter'
import { readValue } from '@jaanch/catalogue/parameters/reading'
import type { ExportedReport } from '../fhir/fhir-out.ts'
import type { ResultView } from '../results/api.ts'
import { interpret, storedResult } from '../results/interpret.ts'

/** A uuid that follows from its parts (FNV-1a of 32 bits, four times) */
export function idOf(...parts: readonly string[]): string {
  const hex = [0, 1, 2, 3].map((round) => hashOf(`${round}${parts.join('\n')}`)).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/** A result as it is stored and shown. @param value as the laboratory sent it */
export function resultOf(
  parameter: Parameter,
  value: number | string,
  sex: 'male' | null = 'male',
): ResultView {
  const read = readValue(parameter, value)
  if ('refused' in read) throw new Error(read.refused)
  const { applied, ...result } = storedResult(
    read.reading,
    interpret(parameter, read.reading, { sex, ageMonths: 'adult' }),
  )
  const { code, name, loinc, unit, ucum, decimals } = parameter
  const bounds = applied && {
    low: applied.low,
    high: applied.high,
    source: applied.source,
    isOfLab: applied.isOfLab,
  }
  return { code, name, loinc, unit, ucum, decimals, ...result, bounds, method: null }
}

export function exportedReport(change: Partial<ExportedReport> = {}): ExportedReport {
  return {
    id: idOf('report'),
    bookingId: idOf('booking'),
    version: 1,
    replaces: null,
    isSuperseded: false,
    change: null,
    corrected: [],
    orderNumber: 'JN-2026-000123',
    releasedAt: '2026-11-20T12:30:00.000Z',
    collectedAt: '2026-11-20T01:40:00.000Z',
    title: 'Complete Blood Count',
    patient: { id: idOf('patient'), name: 'Asha Rao', dateOfBirth: '1990-05-31', sex: 'female' },
    lab: { id: idOf('lab'), name: 'Sabar Diagnostics', license: 'GJ-4711' },
    releasedBy: { id: idOf('person'), name: 'Dr Meera Shah', isPathologist: true, role: 'Pathologist' },
    isReviewed: true,
    comments: 'Mild anaemia <b>&</b>\nrepeat in a month',
    specimens: ['EDTA blood', 'Serum'],
    results: [],
    isPartial: false,
    missing: [],
    pdfUrl: 'https://jaanch.example/api/files/health-reports/1',
    ...change,
  }
}
