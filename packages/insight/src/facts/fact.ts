/**
 * A statement about the company that runs an installation, which the specification fixes. It is shown as specified until an admin
 * replaces or hides it.
 */
export type Fact = {
  /** How its value is written: a text of 120 characters, a figure of 24, a rating from 0.0 to 5.0, or a whole number below 1,000 */
  readonly kind: 'text' | 'figure' | 'rating' | 'count'
  /** To the letter of the specification */
  readonly specified: string
}

/** The facts that differ from the specification: the value of an installation, or null for a hidden one. */
export type StatedFacts<Id extends string> = { readonly [K in Id]?: string | null | undefined }

/** @returns what is shown in place of a fact; null if it is hidden */
export function shownFact<Id extends string>(
  facts: Readonly<Record<Id, Fact>>,
  stated: StatedFacts<Id>,
  id: Id,
): string | null {
  const value = stated[id]
  return value === undefined ? facts[id].specified : value
}
