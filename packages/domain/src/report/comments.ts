/**
 * The comments of a report add up, as its results do: what is said later follows with its date, and nothing is said twice.
 * @param added of the submission; null without any
 * @param source such as `20 November 2026`
 * @returns null without any
 */
export function addComments(current: string | null, added: string | null, source: string): string | null {
  if (current === null || added === null) return added ?? current
  const known = current.split('\n\n').map((paragraph) => paragraph.replace(/^Added on [^:\n]*: /, ''))
  if (current === added || known.includes(added)) return current
  return `${current}\n\nAdded on ${source}: ${added}`
}
