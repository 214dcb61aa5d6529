import { istTime } from '@jaanch/operations/format'
import { comparePlaces, type WrongRows } from '@jaanch/operations/places/compare-places'
import type { VisitPlace } from '@jaanch/operations/places/find-wrong-places'
import { Command } from 'commander'
import { AnswerNo } from '../exit-codes.ts'
import { details } from '../help.ts'
import { withStack } from '../stack.ts'
import { formatTable } from '../terminal/format.ts'
import { paint } from '../terminal/terminal.ts'

export function placesCommand(): Command {
  return new Command('places')
    .description(
      'compares the places that visits take with the log, and the counts of each lab and day with the places, from yesterday on; exit code 1 for any difference',
    )
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      details('places', 'places --json', { no: 'places or counts are not what the log says' }),
    )
    .action(({ json = false }: { json?: boolean }) =>
      withStack(async ({ pool }) => {
        const wrong = await comparePlaces(pool)
        const isRight = wrong.places.length === 0 && wrong.counts.length === 0
        print(wrong, json, isRight)
        if (!isRight) throw new AnswerNo()
      }),
    )
}

function print(wrong: WrongRows, json: boolean, isRight: boolean): void {
  if (json) {
    console.log(JSON.stringify(wrong, null, 2))
    return
  }
  if (isRight) {
    console.log(paint.good('All places and counts are what the log says.'))
    return
  }
  if (wrong.places.length > 0) {
    console.log(
      formatTable(wrong.places, [
        { head: 'visit', value: ({ visit }) => visit },
        { head: 'takes', value: ({ taken }) => describePlace(taken) },
        { head: 'by the log', value: ({ said }) => describePlace(said) },
      ]),
    )
  }
  if (wrong.counts.length > 0) {
    console.log(
      formatTable(wrong.counts, [
        { head: 'lab', value: ({ labPartnerId }) => labPartnerId },
        { head: 'date', value: ({ date }) => date },
        { head: 'counted', value: ({ stored }) => stored.join(' ') },
        { head: 'places', value: ({ counted }) => counted.join(' ') },
      ]),
    )
  }
}

function describePlace(place: VisitPlace | null): string {
  if (!place) return 'none'
  const { labPartnerId, date, slot, bookings, expiresAt } = place
  const end = expiresAt ? `, until ${istTime(new Date(expiresAt))}` : ''
  return `${date} slot ${slot} of ${labPartnerId}, ${bookings} bookings${end}`
}
