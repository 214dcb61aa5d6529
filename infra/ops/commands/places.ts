import { formatNumber, istTime } from '@jaanch/operations/format'
import type { VisitPlace } from '@jaanch/operations/places/find-wrong-places'
import { comparePlaces, repairPlaces, type WrongRows } from '@jaanch/operations/places/repair-places'
import { Command } from 'commander'
import { details } from '../help.ts'
import { recordCommand } from '../record-command.ts'
import { withStack } from '../stack.ts'
import { formatTable } from '../terminal/format.ts'
import { paint } from '../terminal/terminal.ts'

type Options = { repair?: boolean; json?: boolean }

export function placesCommand(): Command {
  return new Command('places')
    .description(
      'compares the places that visits take with the log, and the counts of each lab and day with the places, from yesterday on; exit code 1 for any difference. With --repair it makes them right',
    )
    .option('--repair', 'writes the places as the events say them, and counts again')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      details('places', 'places --repair --json', { no: 'places or counts are not what the log says' }),
    )
    .action(({ repair = false, json = false }: Options) =>
      withStack(async ({ pool }) => {
        const wrong = await comparePlaces(pool)
        const isRight = wrong.places.length === 0 && wrong.counts.length === 0
        if (!repair || isRight) {
          if (!isRight) process.exitCode = 1
          return print(wrong, json, isRight ? undefined : 'To make them right: --repair.')
        }
        await recordCommand(pool, 'places', { visits: wrong.places.length, days: wrong.counts.length })
        const { visits, days } = await repairPlaces(pool, wrong)
        const done = `${formatNumber(visits)} visits and ${formatNumber(days)} days were made right.`
        print(wrong, json, paint.good(done))
      }),
    )
}

function print(wrong: WrongRows, json: boolean, end: string | undefined): void {
  if (json) {
    console.log(JSON.stringify(wrong, null, 2))
    return
  }
  if (!end) {
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
  console.log(end)
}

function describePlace(place: VisitPlace | null): string {
  if (!place) return 'none'
  const { labPartnerId, date, slot, bookings, expiresAt } = place
  const end = expiresAt ? `, until ${istTime(new Date(expiresAt))}` : ''
  return `${date} slot ${slot} of ${labPartnerId}, ${bookings} bookings${end}`
}
