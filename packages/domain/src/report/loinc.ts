/** Whether a text is a LOINC code with the right check digit, which is that of Luhn (LOINC Users' Guide, appendix: mod 10). */
export function isLoinc(value: string): boolean {
  if (!/^\d{1,7}-\d$/.test(value)) return false
  const sum = [...value.replace('-', '')]
    .reverse()
    .map(Number)
    .reduce((total, digit, place) => {
      const doubled = place % 2 === 1 ? digit * 2 : digit
      return total + (doubled > 9 ? doubled - 9 : doubled)
    }, 0)
  return sum % 10 === 0
}
