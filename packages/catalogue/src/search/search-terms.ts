import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'

/** A word of a search and what the catalogue's vocabulary contains for it. */
export type SearchTerm = {
  typed: string
  stem: string
  /** A generic word ('test', 'for'): used only if the search has no other words */
  isWeak: boolean
  /** exact: in the vocabulary; prefix: the vocabulary has words that start with it; corrected: neither, see `corrections` */
  match: 'exact' | 'prefix' | 'corrected' | 'none'
  /** Words of the vocabulary that start with it; 'many' for short ones such as 'p' */
  completions: readonly string[] | 'many'
  /** The most probable words for a mistyped one */
  corrections: readonly string[]
  /** Words of the vocabulary that it forms with a neighbour: 'b' and '12' form 'b12' */
  joined: readonly string[]
}

const termRow = z.object({
  typed: z.string(),
  stem: z.string(),
  isStop: z.boolean(),
  isWord: z.boolean(),
  completions: z.array(z.string()),
  joined: z.string().nullable(),
  similarWords: z.array(z.string()).nullable(),
})

/** Generic words in English and romanised Hindi that people add to a search. English stop words are weak as well. */
const weakStems = new Set(
  'test check profil panel packag report lab blood price cost rate book onlin home near jaanch janch ki ka ke kya hai'.split(
    ' ',
  ),
)

/** Maximum number of words of a search; the rest is ignored. */
const maxTerms = 8

/** Up to this number the completions are searched as words, which is ten times as fast as a prefix query on the index. */
const maxCompletions = 30

/**
 * Looks up the words of a text in the catalogue's vocabulary and corrects mistyped ones. The search itself is then exact,
 * which makes it fast: comparing trigrams with the texts of 100,000 packages took 77 ms to 2.6 s, with the 1,900 words of
 * their vocabulary it takes 1 to 3 ms.
 */
export async function readSearchTerms(db: CommonQueryMethods, text: string): Promise<SearchTerm[]> {
  const rows = await db.any(sql.type(termRow)`
    with terms as (
      select typed, place, search_stem(typed) as stem, typed || lead(typed) over (order by place) as joined
        from string_to_table(search_text(${text.replaceAll('\0', ' ')}), ' ') with ordinality t (typed, place)
       where typed <> '' order by place limit ${maxTerms}
    )
    select typed, stem, ts_lexize('english_stem', typed) = '{}' as is_stop, is_word, completions,
           (select v.word from search_vocabulary v where v.word = joined) as joined,
           case when not is_word and completions = '{}' and char_length(typed) between 3 and 30 and typed ~ '[^0-9]' then
             array(select v.word from search_vocabulary v order by v.word <-> typed limit 15)
           end as similar_words
      from terms, lateral (
        select exists (select from search_vocabulary v where v.word in (typed, stem)) as is_word,
               array(select v.word from search_vocabulary v
                      where v.word > typed and v.word < typed || chr(1114111)
                      order by v.word limit ${maxCompletions + 1}) as completions) vocabulary
     order by place`)
  return rows.map((row, index): SearchTerm => {
    const { typed, stem } = row
    const joined = [row.joined, rows[index - 1]?.joined].filter((word) => typeof word === 'string')
    const isWeak = row.isStop || weakStems.has(stem)
    const completions: SearchTerm['completions'] =
      row.completions.length > maxCompletions ? 'many' : row.completions
    const term = { typed, stem, joined, isWeak, completions, corrections: [] }
    if (row.isWord) return { ...term, match: 'exact' }
    // 'or' is not the beginning of 'organism'
    if (completions.length > 0 && !row.isStop) return { ...term, match: 'prefix' }
    const corrections = suggestCorrections(typed, row.similarWords ?? [], index === rows.length - 1)
    return corrections.length > 0 ? { ...term, match: 'corrected', corrections } : { ...term, match: 'none' }
  })
}

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
