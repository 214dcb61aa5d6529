import type { AskedWord } from './search-terms.ts'

/**
 * The lexemes by which packages are found (infra/migrations/sql/0011_search.sql): `=` begins a whole name, alias or code,
 * `~` a word of a name, `#` a word of a category, and a word of a name, alias or condition stands as it is.
 */
type Field = '' | '~' | '#'

/**
 * A search as steps, each the text of a tsquery, best first:
 *
 *  1. what has exactly this name, alias or code
 *  2. what has one that begins with these words, then with this text
 *  3. the category of this name
 *  4. what has all words: in its name; in its name, aliases and conditions; the last one unfinished; categories too
 *  5. what has all words but one, the last one first
 *  6. what has any of the words
 *
 * Weak words ('test', 'for') count in the first two only, for 'sugar test' is an alias and 'test for sugar' is none.
 * @returns none for no words
 */
export function stepsOf(words: readonly AskedWord[]): string[] {
  const known = words.filter(({ known, joined }) => known !== 'not' || joined.length > 0)
  const strong = known.filter((word) => !word.isWeak)
  const asked = strong.length > 0 ? strong : known
  return [...new Set([...stepsOfPhrases(phrasesOf(words), phrasesOf(asked)), ...stepsOfWords(asked)])]
}

/** The words as texts again: as typed, for 'fullbody' is no word, and with each of those that were probably meant. */
function phrasesOf(words: readonly AskedWord[]): string[] {
  const most = Math.max(0, ...words.map(({ meant }) => meant.length))
  const corrected = Array.from({ length: most }, (_, choice) =>
    words.map(({ meant, typed }) => meant[choice] ?? meant[0] ?? typed).join(' '),
  )
  return [words.map(({ typed }) => typed).join(' '), ...corrected]
}

function stepsOfPhrases(...texts: readonly string[][]): string[] {
  const phrases = [...new Set(texts.flat())].filter((phrase) => phrase !== '')
  if (phrases.length === 0) return []
  const together = (phrase: string) => phrase.replaceAll(' ', '')
  // of 100,000 packages thousands have names and aliases that begin with p, and gathering them takes 10 ms: two letters
  // are looked for as the beginning of a word, of which there are few
  const begun = phrases.filter((phrase) => phrase.length > 2)
  return [
    ...phrases.map((phrase) => anyOf([lexeme('=', phrase), lexeme('=', together(phrase))])),
    ...phrases.map((phrase) => beginning('=', `${phrase} `)),
    ...begun.map((phrase) => anyOf([beginning('=', phrase), beginning('=', together(phrase))])),
    anyOf(phrases.map((phrase) => lexeme('#=', phrase))),
  ]
}

function stepsOfWords(words: readonly AskedWord[]): string[] {
  // 'lipid p': what may be nearly anything is left to the names that begin so
  const telling = words.filter(({ known, longer }) => known !== 'beginning' || longer !== 'many')
  const asked = telling.length > 0 ? telling : words
  if (asked.length === 0) return []
  const whole = wordsAs(asked, [''], false)
  // of 'vit d', whatever has some word that begins with d would be noise
  const long = asked.filter(({ typed }) => typed.length > 2)
  const any = long.length > 0 ? long : asked
  return [
    allOf(wordsAs(asked, ['~'], false)),
    ...(long.length === 0 ? [allOf(wordsAs(asked, ['~'], true))] : []),
    allOf(whole),
    allOf(wordsAs(asked, [''], true)),
    allOf(wordsAs(asked, ['', '#'], true)),
    // one by one: an index skips through `a & b` in 0.3 ms, but reads all of `(a & b) | (b & c) | (a & c)`, for 10 ms
    ...(whole.length > 2 ? whole.map((_, left) => allOf(whole.toSpliced(-1 - left, 1))) : []),
    anyOf(wordsAs(any, [''], false)),
    anyOf(wordsAs(any, ['', '#'], true)),
  ]
}

/** A query for each word, in any of the fields. @param unfinished the last word may go on */
function wordsAs(words: readonly AskedWord[], fields: readonly Field[], unfinished: boolean): string[] {
  const queries = words.map((word, place) => {
    const mayGoOn = unfinished && place === words.length - 1 && goesOn(word, words.length)
    return anyOf(
      fields.flatMap((field) => [
        ...(word.known === 'exact' ? [lexeme(field, word.stem)] : []),
        ...(word.known === 'beginning' || mayGoOn ? longerThan(word, field) : []),
        ...[...word.meant, ...word.joined].map((text) => lexeme(field, text)),
      ]),
    )
  })
  return [...new Set(queries)]
}

function longerThan({ typed, longer }: AskedWord, field: Field): string[] {
  return longer === 'many' ? [beginning(field, typed)] : longer.map((word) => lexeme(field, word))
}

/** Whether a word of the catalogue may yet become another: 'ana' becomes 'anaemia'. A longer one hardly does. */
function goesOn({ typed, longer }: AskedWord, words: number): boolean {
  return typed.length < 5 && longer.length > 0 && (longer !== 'many' || words === 1)
}

function lexeme(mark: string, text: string): string {
  return `'${(mark + text).replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}

function beginning(mark: string, text: string): string {
  return `${lexeme(mark, text)}:*`
}

function anyOf(queries: readonly string[]): string {
  const different = [...new Set(queries)]
  return different.length === 1 ? (different[0] ?? '') : `(${different.join(' | ')})`
}

function allOf(queries: readonly string[]): string {
  return queries.length === 1 ? (queries[0] ?? '') : `(${queries.join(' & ')})`
}
