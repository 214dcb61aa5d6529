import { istDate } from '@jaanch/contracts/calendar'
import type { CustodyTube } from '@jaanch/contracts/custody'
import { type CollectionRow, personOf } from '../read-models/collections.ts'
import type { Label } from './label.ts'

const letters = { male: 'M', female: 'F', other: 'O' } as const
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The labels of a booking's tubes, in the order of draw. @param today IST date: the age is of this day */
export function labelsOf(
  row: CollectionRow,
  orderNumber: string,
  tubes: readonly Pick<CustodyTube, 'number' | 'specimen' | 'container'>[],
  today: string,
): Label[] {
  const { name, age, sex } = personOf(row, today)
  const person = {
    initials: initialsOf(name),
    ageAndSex: [age, sex && letters[sex]].filter((part) => part !== null).join(' '),
  }
  const date = row.data.scheduledDate ?? istDate(new Date(row.data.createdAt))
  return tubes.map(({ number, specimen, container }) => ({
    ...{ orderNumber, tube: number, tubes: tubes.length, specimen, container, date },
    ...person,
  }))
}

/**
 * @returns the first letters of the first and the last word that has one, such as `A.P.`, in the script of the name: fonts of labels
 * have no emoji and signs; '' without a letter
 */
export function initialsOf(name: string): string {
  const letters = name.split(/\s+/).flatMap((word) => firstLetterOf(word) ?? [])
  return [letters.at(0), ...letters.slice(1).slice(-1)].map((letter) => letter && `${letter}.`).join('')
}

function firstLetterOf(word: string): string | undefined {
  for (const { segment } of graphemes.segment(word)) if (/\p{L}/u.test(segment)) return segment.toUpperCase()
}
