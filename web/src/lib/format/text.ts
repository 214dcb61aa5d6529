import { initialsOf } from '@jaanch/contracts/initials'

/** Booking ids are shown as their first 8 characters (specification, section 9). */
export function shortId(id: string): string {
  return id.slice(0, 8)
}

/** @returns the name, or 'User' if there is none (specification, section 2.2) */
export function userName(name: string | null | undefined): string {
  return name?.trim() || 'User'
}

/** @returns such as 'AP', for an avatar: 'U' for a name without a letter */
export function initials(name: string): string {
  return initialsOf(name).join('') || 'U'
}

export function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** @param age whole years @returns '3 years', '1 year', 'under 1 year' */
export function ageText(age: number): string {
  if (age === 0) return 'under 1 year'
  return age === 1 ? '1 year' : `${age} years`
}

/** @returns '1 test', '3 tests' */
export function countedText(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`
}

/** @returns 'A', 'A and B', 'A, B and C' */
export function listText(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last
}
