/** Elements by which FHIR says that what they stand in means something else: https://hl7.org/fhir/R4/extensibility.html#modifierExtension */
const modifiers: ReadonlySet<string> = new Set(['modifierExtension', 'implicitRules'])

/**
 * Looks for elements that change the meaning of others. None is understood, so that a message with one can't be taken.
 * @param name of the message in error sentences. @returns the place of the first one, such as `Bundle.entry[2].resource.modifierExtension`
 */
export function placeOfModifier(name: string, message: unknown): string | undefined {
  // a list and not a recursion, because a message may be nested deeply
  const open: { place: string; value: unknown }[] = [{ place: name, value: message }]
  for (let at = open.pop(); at; at = open.pop()) {
    const { place, value } = at
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value)) {
      const innerPlace = Array.isArray(value) ? `${place}[${key}]` : `${place}.${key}`
      if (modifiers.has(key)) return innerPlace
      open.push({ place: innerPlace, value: inner })
    }
  }
  return undefined
}
