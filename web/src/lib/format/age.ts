/** @param age whole years @returns '3 years', '1 year', 'under 1 year' */
export function ageText(age: number): string {
  if (age === 0) return 'under 1 year'
  return age === 1 ? '1 year' : `${age} years`
}
