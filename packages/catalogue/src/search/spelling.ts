/**
 * The edit distance between typed text and a word: missing, additional and exchanged letters and swapped neighbours count 1
 * each (optimal string alignment distance: Damerau–Levenshtein without editing a letter twice).
 * @returns `whole`: distance to the word; `prefix`: distance to the nearest prefix of it, for a word that is still being typed
 */
export function editDistance(typed: string, word: string): { whole: number; prefix: number } {
  const from = [...typed]
  const to = [...word]
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1]
      let distance = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
      )
      if (from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]) {
        distance = Math.min(distance, at(beforeLast, column - 2) + 1)
      }
      current.push(distance)
    }
    beforeLast = last
    last = current
  }
  return { whole: at(last, to.length), prefix: Math.min(...last) }
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}

const sounds: readonly [spelling: RegExp, sound: string][] = [
  [/ph/g, 'f'],
  [/[cq]k?/g, 'k'],
  [/(?<=[a-z])h/g, ''],
  [/z/g, 's'],
  [/w/g, 'v'],
  [/ee|ea|ai|ay|y/g, 'i'],
  [/oo|ou/g, 'u'],
  [/(.)\1+/g, '$1'],
]

/** Writes a word as it sounds to those who write English words by ear: 'fosforus' and 'phosphorus' are the same. */
function soundOf(word: string): string {
  return sounds.reduce((text, [spelling, sound]) => text.replaceAll(spelling, sound), word)
}

const maxCorrections = 3

/**
 * One edit in a short word, two in a longer one, three in a long one: 'hart', 'colestrol', 'kolestrol'. None in one or two letters,
 * because one edit turns them into any other short word.
 */
function maxDistance(typed: string): number {
  if (typed.length < 3) return 0
  if (typed.length < 5) return 1
  return typed.length < 8 ? 2 : 3
}

/**
 * The words with the smallest distance to a mistyped one, at most three; none if all are too different.
 * @param words similar words, best first
 * @param isLast the last word of a search may be incomplete
 */
export function suggestCorrections(typed: string, words: readonly string[], isLast: boolean): string[] {
  const sound = soundOf(typed)
  const candidates = words.map((word) => {
    const spelt = editDistance(typed, word)
    const heard = editDistance(sound, soundOf(word)).whole
    // at the same distance a word that is spelt alike is preferred to one that sounds alike; 'zzzzzz' sounds like one letter
    const whole = heard > maxDistance(sound) ? spelt.whole : Math.min(spelt.whole, heard + 0.5)
    const { prefix } = spelt
    // 'colest' is nearer to a prefix of 'cholesterol' than to 'chest'; at the same distance the whole word is preferred
    return { word, distance: isLast ? Math.min(whole, prefix + 0.5) : whole }
  })
  const smallest = Math.min(...candidates.map(({ distance }) => distance))
  if (smallest > maxDistance(typed)) return []
  return candidates
    .flatMap(({ word, distance }) => (distance === smallest ? [word] : []))
    .slice(0, maxCorrections)
}
