/**
 * How many slips of the hand lie between what was typed and a word: letters left out, put in, exchanged, or two
 * neighbours swapped, each of which counts 1 (optimal string alignment distance: Damerau–Levenshtein in which no letter
 * is touched twice).
 * @returns `whole`, to the word, and `beginning`, to the nearest beginning of it, for a word that is still being typed
 */
export function slipsBetween(typed: string, word: string): { whole: number; beginning: number } {
  const from = [...typed]
  const to = [...word]
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1]
      let least = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
      )
      if (from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]) {
        least = Math.min(least, at(beforeLast, column - 2) + 1)
      }
      current.push(least)
    }
    beforeLast = last
    last = current
  }
  return { whole: at(last, to.length), beginning: Math.min(...last) }
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}

const mostWords = 3

/** One slip in a short word, two in a longer one, three in a long one: 'hart', 'colestrol', 'kolestrol'. */
function allowedSlips(typed: string): number {
  if (typed.length < 5) return 1
  return typed.length < 8 ? 2 : 3
}

/**
 * @param words that look alike, best first @param isLast the word may still be being typed
 * @returns those of them that were most probably meant, at most three; none when all are too far from what was typed
 */
export function likelyMeant(typed: string, words: readonly string[], isLast: boolean): string[] {
  const slips = words.map((word) => {
    const { whole, beginning } = slipsBetween(typed, word)
    // 'colest' is nearer to the beginning of 'cholesterol' than to 'chest'; where both are as near, the whole word wins
    return { word, slips: isLast ? Math.min(whole, beginning + 0.5) : whole }
  })
  const least = Math.min(...slips.map((one) => one.slips))
  if (least > allowedSlips(typed)) return []
  return slips.flatMap((one) => (one.slips === least ? [one.word] : [])).slice(0, mostWords)
}
