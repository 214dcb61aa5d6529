/** What is wrong in a message, in words that a lab technician can act on. */
export type Problem = {
  /** Number of the segment in the message, from 1; 0: the message as a whole */
  segment: number
  /** Segment and field, `OBX-5`; '' if the problem is not about a field */
  field: string
  text: string
}

/** More are not listed: whoever has so many problems has one cause */
const mostProblems = 100

export class Problems {
  readonly all: Problem[] = []
  readonly #known = new Set<string>()
  #more = 0

  /** The same problem counts once, however often a field is read. */
  add(segment: number, field: string, text: string): void {
    const key = `${segment} ${field} ${text}`
    if (this.#known.has(key)) return
    this.#known.add(key)
    if (this.all.length < mostProblems) this.all.push({ segment, field, text })
    else this.#more += 1
  }

  /** In the order of the message. */
  list(): Problem[] {
    const sorted = this.all.toSorted((a, b) => a.segment - b.segment)
    if (this.#more === 0) return sorted
    return [...sorted, { segment: 0, field: '', text: `There are ${this.#more} more problems.` }]
  }
}

/** A text of the message in a sentence: shortened, and without control characters. */
export function quoted(text: string): string {
  const plain = text.toWellFormed().replaceAll(/\p{Cc}/gu, ' ')
  return `"${plain.length > 40 ? `${plain.slice(0, 40)}…` : plain}"`
}
