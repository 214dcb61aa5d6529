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

/** @returns the first letters of the first and the last word, such as `A.P.`, in the script of the name; '' without a name */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  return [words.at(0), ...words.slice(1).slice(-1)]
    .flatMap((word) => [...graphemes.segment(word ?? '')].at(0)?.segment.toUpperCase() ?? [])
    .map((letter) => `${letter}.`)
    .join('')
}
