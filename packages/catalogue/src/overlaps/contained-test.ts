/** Which tests a person need not order beside another one. The API refuses by this rule, and the client names them before. */

type Codes = readonly string[]
type Test = { parameterCodes: Codes }

/** @param part, whole their parameters @returns whether the whole measures all of the part */
export function contains(whole: Codes, part: Codes): boolean {
  const codes = new Set(whole)
  return part.length > 0 && part.every((code) => codes.has(code))
}

/**
 * Finds a test that a person need not order, because another one of theirs measures everything that it does.
 * @param tests of one person, in their order; of two with the same parameters, the second is part of the first
 */
export function containedTest<Of extends Test>(tests: readonly Of[]): { part: Of; whole: Of } | undefined {
  for (const [index, part] of tests.entries()) {
    const whole = tests.find(
      (other, place) =>
        place !== index &&
        contains(other.parameterCodes, part.parameterCodes) &&
        (place < index || !contains(part.parameterCodes, other.parameterCodes)),
    )
    if (whole) return { part, whole }
  }
  return undefined
}
