import { infantAgeText, istDate, istMinutes } from '@jaanch/contracts/calendar'
import type { Sex } from '../results/parameter.ts'
import type { ReportContent } from './report-content.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** @returns such as `20 Nov 2026, 2:05 pm`, in Asia/Kolkata */
export function istDateTime(at: Date): string {
  const [year, month, day] = istDate(at).split('-').map(Number)
  const minutes = istMinutes(at)
  const hours = Math.floor(minutes / 60)
  const time = `${hours % 12 || 12}:${String(minutes % 60).padStart(2, '0')} ${hours < 12 ? 'am' : 'pm'}`
  return `${day} ${months[(month ?? 1) - 1]} ${year}, ${time}`
}

/** @param age whole years @param infantAge of an infant: it is shown in its place */
export function ageText({ age, infantAge }: ReportContent['patient']): string {
  if (age === null) return 'age not recorded'
  if (infantAge) return infantAgeText(infantAge)
  if (age < 1) return 'under 1 year'
  return age === 1 ? '1 year' : `${age} years`
}

export function sexText(sex: Sex): string {
  if (sex === null) return 'Sex not recorded'
  return { male: 'Male', female: 'Female', other: 'Other' }[sex]
}
