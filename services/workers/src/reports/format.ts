import type { Sex } from '@jaanch/domain/report/parameter'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** India has had one offset and no daylight saving time since 1945. */
const istOffsetMs = 5.5 * 3_600_000

/** @returns such as `20 Nov 2026, 2:05 pm`, in Asia/Kolkata */
export function istDateTime(at: Date): string {
  const local = new Date(at.getTime() + istOffsetMs)
  const hours = local.getUTCHours()
  const minutes = String(local.getUTCMinutes()).padStart(2, '0')
  const time = `${hours % 12 || 12}:${minutes} ${hours < 12 ? 'am' : 'pm'}`
  return `${local.getUTCDate()} ${months[local.getUTCMonth()]} ${local.getUTCFullYear()}, ${time}`
}

/** @param age whole years */
export function ageText(age: number | null): string {
  if (age === null) return 'age not recorded'
  if (age < 1) return 'under 1 year'
  return age === 1 ? '1 year' : `${age} years`
}

export function sexText(sex: Sex): string {
  if (sex === null) return 'Sex not recorded'
  return { male: 'Male', female: 'Female', other: 'Other' }[sex]
}
