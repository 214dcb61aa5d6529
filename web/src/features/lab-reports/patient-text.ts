import type { ReportDraft } from '@jaanch/contracts/http/report-sign-off'
import { list as texts } from './texts'

/** @returns '62 years, male'; '' if neither is recorded */
export function patientText({ age, sex }: ReportDraft['patient']): string {
  return [age !== null && texts.age(age), sex && texts.sexes[sex]].filter(Boolean).join(', ')
}
