import { istDate } from '@jaanch/contracts/calendar'
import { initialsOf } from '@jaanch/contracts/initials'
import type { LabelIdentity } from '@jaanch/contracts/vocabulary'
import type { CustodyTube } from '../custody/custody.ts'
import { type CollectionRow, personOf } from '../rounds/collections.ts'

const letters = { male: 'M', female: 'F', other: 'O' } as const

/**
 * The labels of a booking's tubes, in the order of draw.
 * @param today IST date: the age is of this day
 * @param identity how the lab's labels name the patient
 */
export function labelsOf(
  row: CollectionRow,
  orderNumber: string,
  tubes: readonly Pick<CustodyTube, 'number' | 'specimen' | 'container'>[],
  today: string,
  identity: LabelIdentity,
): Label[] {
  const { name, age, sex } = personOf(row, today)
  const person = {
    initials: initialsOf(name)
      .map((letter) => `${letter}.`)
      .join(''),
    name: identity === 'name-age-sex' ? name : null,
    ageAndSex: [age, sex && letters[sex]].filter((part) => part !== null).join(' '),
  }
  const date = row.data.scheduledDate ?? istDate(new Date(row.data.createdAt))
  return tubes.map(({ number, specimen, container }) => ({
    ...{ orderNumber, tube: number, tubes: tubes.length, specimen, container, date },
    ...person,
  }))
}

/** The label of one tube. It goes to a thread: plain data only. A tube passes through many hands: it has a name only if the lab's rule says so. */
export type Label = {
  orderNumber: string
  /** Number of the tube in the booking's plan, from 1, of how many */
  tube: number
  tubes: number
  /** The patient's initials, such as `A.P.` */
  initials: string
  /** Replaces the initials; null: the lab's labels have no name */
  name: string | null
  /** Such as `34 F`; empty without both */
  ageAndSex: string
  specimen: string
  container: string | null
  /** IST date of the collection */
  date: string
}
