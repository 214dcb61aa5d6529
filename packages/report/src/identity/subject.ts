import type { Sex } from '@jaanch/catalogue/parameters/parameter'

/** The person whom a report is about, as far as the message says it. */
export type Subject = {
  names: readonly string[]
  /** A FHIR date: a year, a month or a day; null if it is not given */
  birthDate: string | null
  /** null: not given, or nothing that can be compared */
  sex: Sex
}

/** The patient of a booking. */
type BookedPatient = { name: string; dateOfBirth: string | null; sex: Sex }

/**
 * Compares what both have: a message without a patient differs from nobody.
 * @returns a sentence about what differs from the booking, which contains neither of the two; undefined if nothing does
 */
export function differenceOf(
  { names, birthDate, sex }: Subject,
  { name, dateOfBirth, sex: bookedSex }: BookedPatient,
): string | undefined {
  const said = names.filter((each) => !isBlankName(each))
  // one of several names may be an earlier one, but a newborn is no other person's second name
  const isNamed =
    said.some((each) => isSameName(each, name)) && said.every((each) => haveSameMarks(each, name))
  const hasOtherName = said.length > 0 && !isNamed
  const hasOtherBirthDate = birthDate !== null && dateOfBirth !== null && !dateOfBirth.startsWith(birthDate)
  const hasOtherSex = sex !== null && bookedSex !== null && sex !== bookedSex
  const differing = [
    hasOtherName ? 'name' : '',
    hasOtherBirthDate ? 'birth date' : '',
    hasOtherSex ? 'sex' : '',
  ].filter(Boolean)
  if (differing.length === 0) return undefined
  const listed = differing.join(', ').replace(/, (?=[^,]*$)/, ' and ')
  return `The report's ${listed} ${differing.length > 1 ? 'differ' : 'differs'} from the booking's patient.`
}

/**
 * Whether two names can be those of one person. Laboratories in India register a relative in the same field as the name (`Meena D/O Asha
 * Rao`, `B/O Asha Rao`), so that the name of one person stands in the record of another.
 */

/** Words that are no part of a name */
const ignored = new Set(['of', 'mr', 'mrs', 'ms', 'miss', 'dr', 'smt', 'shri', 'sri', 'kum', 'master', 'mst'])

/** Words for a relative in Hindi: son, daughter, wife */
const hindi = ['पुत्र', 'पुत्री', 'सुपुत्र', 'सुपुत्री', 'पत्नी'].map(plainOf)
/** It stands before the name of a relative: `S/O`, `D\O`, `W / O`, `son of` */
const relation = new RegExp(
  String.raw`\b([a-z])\s*[/\\]\s*o\b|\bof\b|(?<![\p{L}\p{M}])(?:${hindi.join('|')})(?![\p{L}\p{M}])`,
  'u',
)
/** Before `of` */
const relatives =
  /^(?:son|daughter|child|wife|husband|mother|father|brother|sister|care|boy|girl|male|female)$/

/** Say that somebody is a newborn, who is registered under the mother's name, or one of several. */
const newborn = /^(?:baby|newborn|neonate|infant)$/
const multiple = /^(?:twin|twins|triplet|triplets)$/
/** Which one of several: `twin 2`, `twin II`, `twin B` */
const ordinals: Readonly<Record<string, string>> = {
  ...{ '1': '1', i: '1', a: '1', one: '1', first: '1' },
  ...{ '2': '2', ii: '2', b: '2', two: '2', second: '2' },
  ...{ '3': '3', iii: '3', c: '3', three: '3', third: '3' },
}

/** @property own parts of the person's own name @property relative those of a relative's @property marks such as `baby`, `twin 2` */
type PersonName = { own: string[]; relative: string[]; marks: string }

/**
 * Compares two names. Case, diacritics, invisible characters and the order of the parts do not matter. An initial stands for its name, and
 * one of the two may have more parts: `RAO, Ásha K.` is `Asha Kumari Rao`. Each part of the shorter name needs its own part of the longer one,
 * and at least one is the same in full. What follows a word such as `S/O` is the name of a relative: it is compared only with that of a
 * relative. A newborn (`B/O`, `baby`) or twin is another person than somebody without that mark.
 */
export function isSameName(one: string, other: string): boolean {
  const [a, b] = [personNameOf(one), personNameOf(other)]
  if (a.marks !== b.marks) return false
  const haveRelatives = a.relative.length > 0 && b.relative.length > 0
  if (haveRelatives && !haveSameParts(a.relative, b.relative)) return false
  // a newborn without a name is known by the parent's
  if (a.own.length === 0 && b.own.length === 0) return haveRelatives
  return haveSameParts(a.own, b.own)
}

/** Whether neither or both of two names say that the person is a newborn, or the same one of several. */
function haveSameMarks(one: string, other: string): boolean {
  return personNameOf(one).marks === personNameOf(other).marks
}

/** Whether a name contains no letters and digits. */
function isBlankName(name: string): boolean {
  const { own, relative, marks } = personNameOf(name)
  return own.length === 0 && relative.length === 0 && marks === ''
}

function personNameOf(name: string): PersonName {
  const plain = plainOf(name)
  const found = relation.exec(plain)
  const marks = new Set<string>()
  if (found?.[1] === 'b') marks.add('baby')
  const own = withoutMarks(wordsIn(found ? plain.slice(0, found.index) : plain), marks)
  if (found?.[0] === 'of') while (relatives.test(own.at(-1) ?? '')) own.pop()
  const relative = withoutMarks(wordsIn(found ? plain.slice(found.index + found[0].length) : ''), marks)
  return { own, relative, marks: [...marks].sort().join() }
}

function plainOf(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/[\p{Diacritic}\p{Cf}]/gu, '')
    .toLowerCase()
    .replaceAll(/\bnew\s+born\b/g, 'newborn')
}

function wordsIn(text: string): string[] {
  return (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).filter((part) => !ignored.has(part))
}

/** Takes the words out that say that somebody is a newborn or one of several. @param marks gets what they say */
function withoutMarks(words: readonly string[], marks: Set<string>): string[] {
  const rest: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as string
    if (multiple.test(word)) {
      const ordinal = ordinals[words[at + 1] ?? '']
      marks.add(`twin ${ordinal ?? ''}`)
      if (ordinal !== undefined) at += 1
    } else if (newborn.test(word)) marks.add('baby')
    else rest.push(word)
  }
  return rest
}

function haveSameParts(one: readonly string[], other: readonly string[]): boolean {
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one]
  const left = [...longer]
  const take = (isPart: (each: string) => boolean) => {
    const at = left.findIndex(isPart)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  }
  // whole names first: an initial must not take the part that is the same in full
  const rest = shorter.filter((part) => !take((each) => each === part))
  const isIdentical = rest.length === 0 && left.length === 0
  const hasFullPart = shorter.some((part) => part.length > 1 && longer.includes(part))
  return (
    shorter.length > 0 &&
    (isIdentical || hasFullPart) &&
    rest.every((part) =>
      take((each) => (part.length === 1 || each.length === 1) && each.charAt(0) === part.charAt(0)),
    )
  )
}
