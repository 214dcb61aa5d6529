import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { likelyMeant } from './spelling.ts'

/** A word of a search, as the catalogue knows it. */
export type AskedWord = {
  typed: string
  stem: string
  /** Says little about what is sought ('test', 'for'): asked for only where nothing else is */
  isWeak: boolean
  /** exact: a word of the catalogue; beginning: only words that begin so; meant: neither, so `meant` says what was */
  known: 'exact' | 'beginning' | 'meant' | 'not'
  /** The words that it may yet become; for 'p' they are too many to be named */
  longer: readonly string[] | 'many'
  /** The words that a mistyped one most probably is */
  meant: readonly string[]
  /** What it makes with a neighbour, where the catalogue has that as one word: 'b' and '12' are both 'b12' */
  joined: readonly string[]
}

const wordRow = z.object({
  typed: z.string(),
  stem: z.string(),
  is_stop: z.boolean(),
  is_word: z.boolean(),
  longer: z.array(z.string()),
  joined: z.string().nullable(),
  alike: z.array(z.string()).nullable(),
})

/** Words that people add to whatever they seek, in English and in romanised Hindi; stop words of English come on top. */
const weakStems = new Set(
  'test check profil panel packag report lab blood price cost rate book onlin home near jaanch janch ki ka ke kya hai'.split(
    ' ',
  ),
)

/** Words of a search; whatever comes after these is not looked at. */
const mostWords = 8

/** Fewer are looked up one by one, which an index does ten times as fast as it gathers all that begins so. */
const many = 30

/**
 * Looks the words of a text up among those of the whole catalogue. Correcting a word here and then searching exactly is
 * what makes a search fast: comparing trigrams with the texts of 100,000 packages took 77 ms to 2.6 s, with
 * the 1,900 words that these share it takes 1 to 3 ms.
 */
export async function readWords(db: CommonQueryMethods, text: string): Promise<AskedWord[]> {
  const rows = await db.any(sql.type(wordRow)`
    with asked as (
      select typed, place, search_stem(typed) as stem, typed || lead(typed) over (order by place) as joined
        from string_to_table(search_text(${text.replaceAll('\0', ' ')}), ' ') with ordinality t (typed, place)
       where typed <> '' order by place limit ${mostWords}
    )
    select typed, stem, ts_lexize('english_stem', typed) = '{}' as is_stop, is_word, longer,
           (select v.word from search_vocabulary v where v.word = joined) as joined,
           case when not is_word and longer = '{}' and char_length(typed) between 3 and 30 and typed ~ '[^0-9]' then
             array(select v.word from search_vocabulary v order by v.word <-> typed limit 15)
           end as alike
      from asked, lateral (
        select exists (select from search_vocabulary v where v.word in (typed, stem)) as is_word,
               array(select v.word from search_vocabulary v
                      where v.word > typed and v.word < typed || chr(1114111)
                      order by v.word limit ${many + 1}) as longer) known
     order by place`)
  return rows.map((row, place): AskedWord => {
    const { typed, stem } = row
    const joined = [row.joined, rows[place - 1]?.joined].filter((word) => typeof word === 'string')
    const isWeak = row.is_stop || weakStems.has(stem)
    const longer: AskedWord['longer'] = row.longer.length > many ? 'many' : row.longer
    const word = { typed, stem, joined, isWeak, longer, meant: [] }
    if (row.is_word) return { ...word, known: 'exact' }
    if (longer.length > 0) return { ...word, known: 'beginning' }
    const meant = likelyMeant(typed, row.alike ?? [], place === rows.length - 1)
    return meant.length > 0 ? { ...word, known: 'meant', meant } : { ...word, known: 'not' }
  })
}
